import type { Event } from '../../../contract/event/event.ts';
import { isExampleEvent } from '../../../contract/event/phases.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { buttonClasses } from '../../ui/button.tsx';
import type { PageContext } from './document.tsx';

interface MainButtonProps {
  event: Event;
  register: string;
  /** Instead of `register` once applications are refused. */
  closed: { href: string; label: string };
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
 * The one button of a public page: to the sign-in for visitors while they can apply, to the winners or projects once they
 * are public, after the event to the schedule without them, to the dashboard for who is signed in. Once the event has begun, registering is not what the page is for, and
 * its button is secondary.
 */
export function MainButton({ event, register, closed, projects }: MainButtonProps) {
  const { enforce } = event.registration;
  const whenNotOpen = projects ? 'closed' : 'closed live over';
  // Once it is over, nobody is invited, but to the example.
  const whenAccepted = projects || !isExampleEvent(event) ? 'open late closed live' : undefined;
  const linkClasses = buttonClasses('primary', 'large');
  return (
    <>
      <span data-for="out" className="max-w-full flex-wrap gap-4">
        {projects && (
          <a className={linkClasses} href={projects.path} data-when="live over">
            {projects.label}
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
