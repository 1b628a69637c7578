import Check from 'lucide:check';
import Undo2 from 'lucide:undo-2';
import X from 'lucide:x';
import { useRef } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { texts } from '../../../contract/texts.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import type { Decision } from './use-bulk-change.ts';
import { useCanDecide } from './use-can-decide.ts';

interface StatusActionsProps {
  application: Application;
  /** Why the last change was refused. */
  refusal: string | undefined;
  shortcuts: boolean;
  onDecide: (status: Decision) => void;
  onUndo: (status: Decision) => void;
  onDismiss: () => void;
}

/** The allowed changes of an application's status; a refusal is shown below them until it is dismissed. */
export function StatusActions(props: StatusActionsProps) {
  const { application, refusal, shortcuts } = props;
  const canDecide = useCanDecide();
  const group = useRef<HTMLFieldSetElement>(null);
  // The pressed button disappears, and would take the focus with it.
  const keepFocus = (change: (status: Decision) => void) => (status: Decision) => {
    group.current?.focus();
    change(status);
  };
  const onDecide = keepFocus(props.onDecide);
  const waits = application.place?.state === 'waiting';
  return (
    <div className="grid gap-3 border-b border-hairline px-5 py-4">
      <fieldset
        ref={group}
        tabIndex={-1}
        aria-label="Status"
        className="flex flex-wrap gap-3"
        hidden={!canDecide}
      >
        {application.status !== 'approved' && !waits && (
          <Button aria-keyshortcuts={shortcuts ? 'a' : undefined} onClick={() => onDecide('approved')}>
            <Check />
            {texts.admin.toApproved}
            <Hint shown={shortcuts}>a</Hint>
          </Button>
        )}
        {application.status !== 'rejected' && (
          <Button
            variant={application.status === 'pending' ? 'secondary' : 'danger'}
            aria-keyshortcuts={shortcuts ? 'r' : undefined}
            onClick={() => onDecide('rejected')}
          >
            <X />
            {texts.admin.toRejected}
            <Hint shown={shortcuts}>r</Hint>
          </Button>
        )}
        <UndoButton key={application.undoUntil} application={application} onUndo={keepFocus(props.onUndo)} />
      </fieldset>
      {application.claim && !application.claim.mine && (
        <p className="text-sm font-semibold text-warning">
          {application.claim.by} reviews this at the moment.
        </p>
      )}
      {application.guardian && !application.guardian.confirmedAt && (
        <p className="text-sm font-semibold text-warning">
          {application.guardian.declinedAt
            ? 'Their parent or guardian said no.'
            : 'Their parent or guardian has not said yes.'}
        </p>
      )}
      {waits && application.status === 'pending' && (
        <p className="text-sm text-muted">
          Approved, and pending for the applicant until a place is free: on the waitlist.
        </p>
      )}
      {application.held && (
        <p className="text-sm text-muted">
          Held: the applicant sees no change until the decisions are released.
        </p>
      )}
      {refusal && <ErrorBox message={refusal} onDismiss={props.onDismiss} />}
    </div>
  );
}

function UndoButton({ application, onUndo }: Pick<StatusActionsProps, 'application' | 'onUndo'>) {
  const { undoUntil, place } = application;
  const status = place?.state === 'waiting' ? 'approved' : application.status;
  const now = useNow(1000);
  if (status === 'pending' || !undoUntil || Date.parse(undoUntil) <= now) return null;
  return (
    <Button variant="ghost" onClick={() => onUndo(status)}>
      <Undo2 />
      Undo the decision
    </Button>
  );
}

function Hint({ shown, children }: { shown: boolean; children: string }) {
  if (!shown) return null;
  return (
    <span aria-hidden="true" className="max-sm:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}
