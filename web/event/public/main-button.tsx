import type { Event } from '../../../contract/event/event.ts';
import { isExampleEvent } from '../../../contract/event/phases.ts';
import { paths, walkInPaths } from '../../../contract/platform/pages.ts';
import { buttonClasses } from '../../ui/button.tsx';
import type { PageContext } from './document.tsx';

interface MainButtonProps {
  event: Event;
  register: string;
  /** Instead of `register` once applications are refused. */
  closed: { href: string; label: string };
  /** Whether the event's days lead to the form for people who come without having applied. */
  walkIns?: boolean;
  /** What everybody can see of the projects: once the event has begun, visitors are led there. */
  projects: { path: string; label: string } | undefined;
}

/** Returns where visitors see what came out of the event: the winners, else the projects, as far as they are public. */
export function findProjectsLink({
  galleryPaths = [],
  hasGallery,
}: PageContext): MainButtonProps['projects'] {
  if (galleryPaths.includes(paths.results)) return { path: paths.results, label: 'see the winners' };
  return hasGallery ? { path: paths.projects, label: 'see the projects' } : undefined;
}

/**
 * The one button of a public page: to the sign-in for visitors while they can apply, to the form for walk-ins during the
 * event, to the winners or projects once they are public, after the event to the schedule without them, to the dashboard for
 * who is signed in.
 */
export function MainButton({ event, register, closed, walkIns, projects }: MainButtonProps) {
  const { enforce } = event.registration;
  const whenNotOpen = projects ? 'closed' : walkIns ? 'closed over' : 'closed live over';
  const beforeTheEnd = walkIns ? 'open late closed' : 'open late closed live';
  // Once it is over, nobody is invited, but to the example.
  const whenEver = walkIns ? `${beforeTheEnd} over` : undefined;
  const whenAccepted = projects || !isExampleEvent(event) ? beforeTheEnd : whenEver;
  const linkClasses = buttonClasses('primary', 'large');
  return (
    <>
      <span data-for="out" className="max-w-full flex-wrap gap-4">
        {projects && (
          <a className={linkClasses} href={projects.path} data-when="live over">
            {projects.label}
          </a>
        )}
        {walkIns && (
          <a
            className={buttonClasses(projects ? 'secondary' : 'primary', 'large')}
            href={walkInPaths.form}
            data-when="live"
          >
            register at the entrance
          </a>
        )}
        {(enforce || !projects) && (
          <a className={linkClasses} href={closed.href} data-when={enforce ? whenNotOpen : 'over'}>
            {closed.label}
          </a>
        )}
        <a
          className={linkClasses}
          href={paths.login}
          data-register
          data-when={enforce ? 'open' : whenAccepted}
        >
          {register}
        </a>
      </span>
      <span data-for="user admin" className="max-w-full flex-wrap gap-4">
        <a className={linkClasses} href={paths.dashboard}>
          your hacker dashboard
        </a>
        {projects && (
          <a className={buttonClasses('secondary', 'large')} href={projects.path} data-when="live over">
            {projects.label}
          </a>
        )}
      </span>
    </>
  );
}
