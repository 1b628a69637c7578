import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NextAction, ParticipantPhase } from '../../contract/event/participant-step.ts';
import { type EventTimes, hasEnded } from '../../contract/event/phases.ts';
import { formatDateTime } from '../../contract/platform/format.ts';
import { paths } from '../../contract/platform/pages.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { findPublicPage } from '../lib/registration.tsx';
import { useUser } from '../lib/session.api.ts';
import { projectQuery } from '../projects/project/project.api.ts';
import { useRequestAnswer } from '../teams/request-answer.ts';
import { LinkButton } from '../ui/button.tsx';
import { useWide } from '../ui/card.tsx';
import { AfterPanel } from './after-panel.tsx';
import type { ApplicantProps } from './applicant-props.ts';
import { AttendanceCard } from './attendance-card.tsx';
import { isGuardianMissing } from './guardian.ts';
import { HappeningNow } from './happening-now.tsx';
import { NextPanel } from './next-panel.tsx';

const TeamFinder = lazyPart(() => import('../teams/team-finder.tsx'));
// Few events limit their places.
const PlaceNote = lazyPart(() => import('./place-note.tsx'));

interface NextStepProps extends ApplicantProps {
  times: EventTimes;
  /** In milliseconds. */
  now: number;
  /** The event is on, and so is check-in. */
  isLive: boolean;
  /** Nobody joins a team any more. */
  teamsClosed: boolean;
  phase: ParticipantPhase;
  action: NextAction;
}

/** Returns whether the person's answer still decides about a limited place. */
const hasOpenPlace = ({ place }: ApplicantProps['application']) =>
  place !== undefined && place.state !== 'confirmed';

/** The next action of an applicant, and "Will you come?" while it can be answered. */
export function NextStep(props: NextStepProps) {
  const { application, phase, action, isLive, times, now } = props;
  // Answering must not move the buttons under the finger.
  const [asksFirst] = useState(action === 'confirm');
  // After check-in the answer has no effect, unless the person still lacks a limited place.
  const asks =
    application.can.answerAttendance && !hasEnded(times, now) && (!isLive || hasOpenPlace(application));
  const attendance = asks && (
    <AttendanceCard key="attendance" application={application} isOver={phase === 'after'} />
  );
  const panel = <ActionPanel key="action" {...props} />;
  return asksFirst ? [attendance, panel] : [panel, attendance];
}

/** The ways into a team. */
function TeamStep({ event, application }: Pick<NextStepProps, 'event' | 'application'>) {
  const isWide = useWide();
  const answer = useRequestAnswer(true);
  return (
    <NextPanel
      title="Next: a team"
      action={
        <LinkButton document href="#team-formation" variant="secondary" size="large">
          Choose how
        </LinkButton>
      }
    >
      <p className="wrap-anywhere">
        {answer ??
          'Join with a code, ask a team, or create your own. Coming alone? Set your preference to solo.'}
      </p>
      {/* Where there is room, all of them are in sight. */}
      {event.teamDirectory && !isWide && <TeamFinder track={application.track} directory browses brief />}
    </NextPanel>
  );
}

function ActionPanel(props: NextStepProps) {
  const { event, times, now, application, phase, action, isLive, teamsClosed } = props;
  const user = useUser();
  const { data: project } = useQuery({ ...projectQuery(user), enabled: event.projects !== undefined });
  // After the deadline of the projects a team is no longer what comes next.
  const isBuilding = project === undefined || project.can.edit || now < Date.parse(project.deadline);
  const needsTeam = !user.team && !teamsClosed && user.teamPreference !== 'solo' && isBuilding;
  if (phase === 'on-site')
    return (
      <>
        <HappeningNow event={event} application={application} now={now} />
        {needsTeam && <TeamStep event={event} application={application} />}
      </>
    );
  if (phase === 'waiting' && application.place)
    return (
      <NextPanel title="You are on the waitlist">
        <p>
          <PlaceNote place={application.place} />
        </p>
      </NextPanel>
    );
  if (action === 'find-team') return <TeamStep event={event} application={application} />;
  // During the event the pass itself says so.
  if (action === 'bring-pass' && !isLive && !isGuardianMissing(application))
    return (
      <NextPanel
        title="You are all set"
        action={
          <LinkButton document href={paths.calendar} size="large">
            Add to calendar
          </LinkButton>
        }
      >
        <p>
          Check-in opens {formatDateTime(times.startsAt, event)} at {event.place}.
        </p>
      </NextPanel>
    );
  if (phase === 'rejected') {
    const { results } = event.links;
    const { name, verb, href } = findPublicPage(event);
    return (
      <NextPanel
        title="Thank you for applying"
        action={
          <LinkButton document href={href} variant="secondary">
            See the {name}
          </LinkButton>
        }
      >
        <p>
          You took the time to tell us about yourself. {results ? 'See' : 'Follow'} what{' '}
          {results ? 'was' : 'is'} built here: the {name} {verb} open to everybody.
        </p>
      </NextPanel>
    );
  }
  if (phase !== 'after') return null;
  return <AfterPanel event={event} application={application} isOver />;
}
