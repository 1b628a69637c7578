import { useState } from 'react';
import { formatDate, formatDateTime } from '../../contract/format.ts';
import { paths } from '../../contract/pages.ts';
import type { EventTimes, NextAction, ParticipantPhase } from '../../contract/phases.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import type { ApplicantProps } from './applicant-props.ts';
import { AttendanceCard } from './attendance-card.tsx';
import { NextPanel } from './next-panel.tsx';

const AfterPanel = lazyPart(() => import('./after-panel.tsx'));
// Few events limit their places.
const PlaceNote = lazyPart(() => import('./place-note.tsx'));
const large = 'min-h-13 px-6 text-lg';

interface NextStepProps extends ApplicantProps {
  times: EventTimes;
  phase: ParticipantPhase;
  action: NextAction;
}

/** The next action of an applicant, and "Will you come?" while it can be answered. */
export function NextStep({ user, event, times, application, phase, action }: NextStepProps) {
  // Answering must not move the answer from under the finger.
  const [asksFirst] = useState(action === 'confirm');
  const attendance = application.can.answerAttendance && (
    <AttendanceCard key="attendance" user={user} application={application} isOver={phase === 'after'} />
  );
  const panel = <ActionPanel key="action" {...{ user, event, times, application, phase, action }} />;
  return asksFirst ? [attendance, panel] : [panel, attendance];
}

function ActionPanel({ user, event, times, application, phase, action }: NextStepProps) {
  const { decisionsBy } = event.registration;
  if (phase === 'waiting' && application.place)
    return (
      <NextPanel title="You are on the waitlist">
        <p>
          <PlaceNote place={application.place} />
        </p>
      </NextPanel>
    );
  if (phase === 'waiting')
    return (
      <NextPanel title="Nothing to do right now">
        <p>
          {decisionsBy &&
            `Decisions come by ${formatDate(decisionsBy, { locale: event.locale, timezone: 'UTC' })}. `}
          You can still change your track, further down.
        </p>
      </NextPanel>
    );
  if (action === 'find-team')
    return (
      <NextPanel
        title="Next: a team"
        action={
          <LinkButton document href="#team-formation" className={large}>
            Choose how
          </LinkButton>
        }
      >
        <p>Join with a code, ask a team, or create your own. Coming alone? Set your preference to solo.</p>
      </NextPanel>
    );
  if (action === 'bring-pass')
    return (
      <NextPanel
        title="You are all set"
        action={
          <LinkButton document href={paths.calendar} className={large}>
            Add to calendar
          </LinkButton>
        }
      >
        <p>
          Check-in opens {formatDateTime(times.startsAt, event)} at {event.place}.
        </p>
      </NextPanel>
    );
  if (phase !== 'after') return null;
  return <AfterPanel user={user} event={event} application={application} />;
}
