import RefreshCw from 'lucide:refresh-cw';
import { useState } from 'react';
import type { User } from '../../contract/people/users.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useRenewPass } from './dashboard.api.ts';

/** Gives a person a new pass when somebody else may have the old one. */
export default function RenewPass({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const renewPass = useRenewPass(user);

  return (
    <>
      <Button variant="ghost" className="w-full" onClick={() => setAsking(true)}>
        <RefreshCw size={16} strokeWidth={1.75} />
        Replace my code
      </Button>
      <ConfirmDialog
        open={asking}
        title="Replace your code?"
        body="Do this when somebody else has your code. Screenshots, printed badges and wallet passes with the old code stop working; add the new pass to your wallet again."
        confirmLabel="Replace my code"
        busy={renewPass.isPending}
        onConfirm={() => renewPass.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
