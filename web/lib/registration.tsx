import { getEventPhase, getEventTimes, invitesToApply, isEventOver } from '../../contract/event/phases.ts';
import type { EventView } from '../../contract/event/site.ts';
import { paths, walkInPaths } from '../../contract/platform/pages.ts';
import { texts } from '../../contract/texts.ts';
import { LinkButton } from '../ui/button.tsx';

/** Whether the event is on and lets people register at the entrance. */
const hasWalkIns = (event: EventView, now: number): boolean =>
  event.walkIns === true && getEventPhase(getEventTimes(event), now) === 'live';

/**
 * Returns whether somebody is invited to apply now; until the event is known, they can try. While people register at the
 * entrance, an application would keep them from being admitted there.
 */
export const canApply = (event: EventView | undefined, now = Date.now()): boolean =>
  !event || (invitesToApply(getEventTimes(event), now) && !hasWalkIns(event, now));

/** Returns why nobody is invited to apply: the event is over or on, or its deadline has passed. */
export const describeClosed = (event: EventView, now = Date.now()): string =>
  isEventOver(event, now)
    ? `${event.name} is over`
    : hasWalkIns(event, now) && !event.registration.enforce
      ? `${event.name} is happening now`
      : texts.apply.closed;

/** Returns the page that shows everybody the most of the event: the winners, else the projects, else the schedule. */
export function findPublicPage({ links, projects }: EventView) {
  if (links.results) return { name: 'winners', verb: 'are', href: links.results };
  return projects?.galleryOpen
    ? { name: 'projects', verb: 'are', href: paths.projects }
    : { name: 'schedule', verb: 'is', href: paths.schedule };
}

interface RegistrationNoteProps {
  event: EventView;
  now?: number;
}

/** Where people can register at the entrance; nothing while they cannot. */
export function WalkInNote({ event, now = Date.now() }: RegistrationNoteProps) {
  if (!hasWalkIns(event, now)) return null;
  return (
    <p>
      Not registered? Walk-in registration is at the entrance.{' '}
      <a href={walkInPaths.form} className="link">
        Fill in the form
      </a>
    </p>
  );
}

/** What is left to somebody who cannot apply. */
export function InsteadOfApplying({ event, now = Date.now() }: RegistrationNoteProps) {
  const { name, href } = findPublicPage(event);
  const walkIns = hasWalkIns(event, now);
  return (
    <>
      {walkIns && (
        <LinkButton document href={walkInPaths.form} size="large">
          Register at the entrance
        </LinkButton>
      )}
      <LinkButton document href={href} variant={walkIns ? 'secondary' : 'primary'}>
        See the {name}
      </LinkButton>
    </>
  );
}
