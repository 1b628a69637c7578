import { useState } from 'react';
import { formatDateTime } from '../../../contract/platform/format.ts';
import type { ProjectsOverview } from '../../../contract/projects/projects-admin.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useUpdateLaterDeadline } from './projects-overview.api.ts';

const MomentDialog = lazyPart(() => import('../../ui/moment-dialog.tsx'));

type LaterDeadlinesProps = Pick<ProjectsOverview, 'deadline' | 'laterDeadlines'>;

/** The teams that may submit later than everybody, and the button that adds one by somebody's email address. */
export function LaterDeadlines({ deadline, laterDeadlines }: LaterDeadlinesProps) {
  const event = useEvent();
  const [isOpen, setOpen] = useState(false);
  const end = useUpdateLaterDeadline();
  return (
    <>
      <Button size="compact" variant="ghost" onClick={() => setOpen(true)}>
        Later deadline for a team
      </Button>
      {isOpen && <LaterDeadlineDialog deadline={deadline} onClose={() => setOpen(false)} />}
      {laterDeadlines.length > 0 && (
        <ul aria-label="Later deadlines" className="grid basis-full gap-1 text-sm">
          {laterDeadlines.map(({ user, name, until }) => (
            <li key={user} className="flex flex-wrap items-center gap-x-3">
              <span className="wrap-anywhere">
                {name}: until {formatDateTime(until, event)}
              </span>
              <Button
                size="compact"
                variant="ghost"
                aria-label={`End the later deadline of ${name}`}
                disabled={end.isPending}
                onClick={() => end.mutate({ body: { person: user, until: null } })}
              >
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface DialogProps {
  deadline: string;
  /** Somebody of the team; without it, the dialog asks for an email address. */
  person?: { _id: string; team: string } | undefined;
  onClose: () => void;
}

/** Asks until when a team may submit. */
export function LaterDeadlineDialog({ deadline, person, onClose }: DialogProps) {
  const [email, setEmail] = useState('');
  const update = useUpdateLaterDeadline();
  const [initial] = useState(() =>
    new Date(Math.max(Date.parse(deadline), Date.now()) + 3_600_000).toISOString(),
  );
  return (
    <MomentDialog
      title={person ? `Later deadline for ${person.team}` : 'Later deadline for a team'}
      description="Until then their project can be changed and submitted, and it is not marked as late."
      label="Submit until"
      confirmLabel="Move deadline"
      initial={initial}
      action={update}
      onConfirm={(until) => {
        const body = { person: person?._id ?? email.trim(), until };
        update.mutate({ body }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      {!person && (
        <Field label="Email address of somebody on the team" required>
          <Input type="email" required value={email} onValueChange={setEmail} />
        </Field>
      )}
    </MomentDialog>
  );
}
