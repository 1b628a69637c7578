import { useEffect, useRef, useState } from 'react';
import type { MyAccount } from '../../../contract/people/my-account.ts';
import type { User } from '../../../contract/people/users.ts';
import { formatDate } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { texts } from '../../../contract/texts.ts';
import { useEvent } from '../../lib/event.api.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useRestore, useWithdraw } from './account.api.ts';

/** Withdraws the application, and offers the way back; nothing where neither is possible. */
export function WithdrawalCard({ user, account }: { user: User; account: MyAccount }) {
  const { withdrawn, can } = account;
  const [isAsking, setAsking] = useState(false);
  const withdraw = useWithdraw(user, () => setAsking(false));
  const restore = useRestore(user);
  const place = useRef<HTMLDivElement>(null);
  const isWithdrawn = withdrawn !== null;
  const wasWithdrawn = useRef(isWithdrawn);
  // The pressed button is gone with what it has changed: the focus stays at its place.
  useEffect(() => {
    if (wasWithdrawn.current !== isWithdrawn) place.current?.focus();
    wasWithdrawn.current = isWithdrawn;
  }, [isWithdrawn]);
  if (!withdrawn && !can.withdraw) return null;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {withdrawn ? (
        <Withdrawn withdrawn={withdrawn} isBusy={restore.isPending} onRestore={() => restore.mutate()} />
      ) : (
        <Card title="Withdraw your application">
          <p className="mb-4">
            If you cannot come, your place goes to somebody else. You can restore your application for as long
            as registration is open.
          </p>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Withdraw application
          </Button>
        </Card>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Withdraw your application?"
        body="The organizers no longer see it, your pass becomes invalid, and you leave your team. Your place in the team does not come back when you restore the application."
        confirmLabel="Withdraw application"
        danger
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onCancel={() => setAsking(false)}
        returnFocus={() => place.current?.querySelector('button') ?? place.current}
      />
    </div>
  );
}

interface WithdrawnProps {
  withdrawn: NonNullable<MyAccount['withdrawn']>;
  isBusy: boolean;
  onRestore: () => void;
}

function Withdrawn({ withdrawn, isBusy, onRestore }: WithdrawnProps) {
  const event = useEvent();
  return (
    <Card title="Your application is withdrawn">
      <p className="mb-4">
        You withdrew it on {formatDate(withdrawn.at, event)}.{' '}
        {withdrawn.canRestore
          ? 'Restore it as it was, or apply again with new answers.'
          : `${texts.apply.closed}.`}
      </p>
      {withdrawn.canRestore && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button busy={isBusy} onClick={onRestore}>
            Restore application
          </Button>
          <AppLink href={paths.apply} className="link inline-flex min-h-11 items-center">
            Apply again
          </AppLink>
        </div>
      )}
    </Card>
  );
}
