import type { Event } from '../../contract/event.ts';
import { paths } from '../../contract/pages.ts';
import { buttonClasses } from '../ui/button.tsx';

interface MainButtonProps {
  event: Event;
  register: string;
  /** Instead of `register` once applications are refused. */
  closed: { href: string; label: string };
  /** Whether everybody can see what was built: after the event, visitors are led there. */
  hasGallery: boolean | undefined;
}

/**
 * The one button of a public page: to the sign-in for visitors while they can apply, to the projects after the event, to the
 * dashboard for who is signed in.
 */
export function MainButton({ event, register, closed, hasGallery }: MainButtonProps) {
  const { enforce } = event.registration;
  const whenNotOpen = hasGallery ? 'closed live' : 'closed live over';
  const whenAccepted = hasGallery ? 'open late closed live' : undefined;
  const linkClasses = buttonClasses('primary', 'md', 'px-6 text-lg min-h-13');
  return (
    <>
      <span data-for="out">
        <a
          className={linkClasses}
          href={paths.login}
          data-register
          data-when={enforce ? 'open' : whenAccepted}
        >
          {register}
        </a>
        {enforce && (
          <a className={linkClasses} href={closed.href} data-when={whenNotOpen}>
            {closed.label}
          </a>
        )}
        {hasGallery && (
          <a className={linkClasses} href={paths.projects} data-when="over">
            see the projects
          </a>
        )}
      </span>
      <span data-for="user admin">
        <a className={linkClasses} href={paths.dashboard}>
          your hacker dashboard
        </a>
      </span>
    </>
  );
}
