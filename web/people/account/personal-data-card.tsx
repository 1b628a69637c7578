import { useRef, useState } from 'react';
import { paths } from '../../../contract/platform/pages.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { useDeleteAccount, useDownloadPersonalData } from './account.api.ts';

/** How long data is stored, the export, and the deletion of the account. */
export function PersonalDataCard() {
  const event = useEvent();
  const [isAsking, setAsking] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const remove = useDeleteAccount(() => setAsking(false));
  const download = useDownloadPersonalData();
  const mustSignIn = remove.error instanceof ApiError && remove.error.code === 'stale_sign_in';
  const signInAgain = async () =>
    (await import('../../lib/log-out.ts')).logOut(`${paths.login}?returnTo=${paths.account}`);
  return (
    <Card title="Your data">
      <div className="grid justify-items-start gap-4">
        <p>
          Download everything that is stored about you, with your files.
          {event &&
            ` Your documents are deleted ${event.retention.documentDays} days after the event, and everything else ${event.retention.applicationDays} days after it; only anonymous counts stay.`}
        </p>
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          Download your data
        </Button>
        <p className="mt-4">
          Deleting your account removes your application and your place in a team at once, and your files
          after a day.
        </p>
        <Button ref={trigger} variant="danger" onClick={() => setAsking(true)}>
          Delete account
        </Button>
        {remove.errorText && <ErrorBox message={remove.errorText} />}
        {mustSignIn && (
          <Button variant="secondary" onClick={() => void signInAgain()}>
            Sign in again
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Delete your account?"
        body="Everything that is stored about you is deleted. You cannot undo this."
        confirmLabel="Delete account"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
        returnFocus={() => trigger.current}
      />
    </Card>
  );
}
