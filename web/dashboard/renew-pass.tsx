import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { renewPass } from '../../contract/check-in.ts';
import type { User } from '../../contract/users.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { setSessionUser } from '../lib/session.api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/notify.tsx';

/** Gives a person a new pass when somebody else may have the old one. */
export default function RenewPass({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function renew() {
    setBusy(true);
    try {
      const { qrCode } = await call(renewPass, { params: { id: user._id } });
      setSessionUser({ ...user, qrCode });
      void notify.success('This is your new pass.');
    } catch (error) {
      void notify.error(getErrorMessage(error, 'You could not get a new pass. Please try again.'));
    }
    setBusy(false);
    setAsking(false);
  }

  return (
    <>
      <Button variant="ghost" className="w-full" onClick={() => setAsking(true)}>
        <RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />
        Get a new pass
      </Button>
      <ConfirmDialog
        open={asking}
        title="Get a new pass?"
        body="Do this when somebody else has your code. Every copy of the old one is refused at the door: screenshots, badges, and passes in wallets, where you add the new one again."
        confirmLabel="Get a new pass"
        busy={busy}
        onConfirm={() => void renew()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
