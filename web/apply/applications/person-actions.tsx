import { useState } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { problems } from '../../../contract/errors.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatName } from '../../lib/format-name.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useSession } from '../../lib/session.api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import {
  useDeleteParticipant,
  useLiftRemoval,
  useMergeAccounts,
  useRemoveParticipant,
  useReplacePass,
} from './applications.api.ts';

const ReasonDialog = lazyPart(() => import('../../event-day/check-in-overview/reason-dialog.tsx'));

type Step = 'replace' | 'remove' | 'delete' | 'merge-this' | 'merge-other';

/** What organizers do about a person rather than their application: their pass, their accounts, and their removal. */
export function PersonActions({ application }: { application: Application }) {
  const { user, status, removedAt } = application;
  const name = formatName(user.name);
  const isOwner = useSession().user?.isOwner === true;
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const replace = useReplacePass(user._id);
  const remove = useRemoveParticipant(user._id, name);
  const erase = useDeleteParticipant(user._id, name);
  const lift = useLiftRemoval(user._id, name);
  const merge = useMergeAccounts(user._id);
  const keeps = step === 'merge-other' ? 'other' : 'this';
  const mustSignIn = erase.error instanceof ApiError && erase.error.code === 'stale_sign_in';
  const signInAgain = async () =>
    (await import('../../lib/log-out.ts')).logOut(
      `${paths.login}?${new URLSearchParams({ returnTo: location.pathname + location.search })}`,
    );
  const items: { label: string; to: Step; shown: boolean; danger?: boolean }[] = [
    { label: 'Replace the pass', to: 'replace', shown: status === 'approved' },
    { label: 'Merge another account into this one', to: 'merge-this', shown: true },
    { label: 'Merge this account into another one', to: 'merge-other', shown: !user.email },
    { label: 'Remove from the event', to: 'remove', shown: !removedAt, danger: true },
    { label: 'Delete all their data', to: 'delete', shown: isOwner, danger: true },
  ];
  return (
    <>
      <Menu
        label="More"
        name={`More about ${name}`}
        variant="ghost"
        items={items
          .filter(({ shown }) => shown)
          .map(({ to, shown: _, ...item }) => ({ ...item, onSelect: () => setStep(to) }))}
      />
      {removedAt && (
        <Button variant="secondary" size="sm" busy={lift.isPending} onClick={() => lift.mutate()}>
          Lift the removal
        </Button>
      )}
      {erase.errorText && (
        <div className="grid basis-full justify-items-start gap-3 pt-2">
          <ErrorBox message={erase.errorText} />
          {mustSignIn && (
            <Button variant="secondary" onClick={() => void signInAgain()}>
              Sign in again
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={step === 'replace' && !replace.data}
        title={`Replace the pass of ${name}?`}
        body="The old code stops working at once. They get an email with a link to the new one, and you can show it here."
        confirmLabel="Replace the pass"
        busy={replace.isPending}
        onConfirm={() => replace.mutate()}
        onCancel={close}
      />
      <Dialog
        open={step === 'replace' && replace.data !== undefined}
        onClose={() => {
          replace.reset();
          close();
        }}
        title={`New pass of ${name}`}
        description="Scan it, or let them take a picture of it."
      >
        <img
          src={replace.data?.qrCode}
          alt={`Check-in QR code for ${name}`}
          className="mx-auto size-64 max-w-full rounded-md bg-white p-3 [image-rendering:pixelated]"
        />
      </Dialog>
      {step === 'remove' && (
        <ReasonDialog
          title={`Remove ${name} from the event?`}
          description="Their pass stops working, they leave their team and are signed out, and stations call an organizer. Nobody emails them. Their check-ins stay. You can lift this later."
          confirmLabel="Remove from the event"
          action={remove}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={step === 'delete'}
        title={`Delete everything about ${name}?`}
        body="Their account, application and files are deleted as if they had done it themselves. The log does not name them. You cannot undo this."
        confirmLabel="Delete all their data"
        danger
        busy={erase.isPending}
        onConfirm={() => erase.mutate(undefined, { onSettled: close })}
        onCancel={close}
      />
      {(step === 'merge-this' || step === 'merge-other') && (
        <ReasonDialog
          title={`Merge two accounts of ${user.name}?`}
          description={`${keeps === 'this' ? 'The other account ends' : 'This account ends'}, with its application, team and answers. Its ways to sign in lead to the one that stays. Both addresses are told. This cannot be undone.`}
          confirmLabel="Merge accounts"
          ask={{
            label: 'Email of the other account',
            hint: 'Make sure that it is the same person.',
            missing: problems.email_needed.message,
          }}
          action={{ ...merge, mutate: (email, then) => merge.mutate({ email, keeps }, then) }}
          onClose={close}
        />
      )}
    </>
  );
}
