import type { Event } from '../../contract/event.ts';
import { paths } from '../../contract/pages.ts';
import { buttonClasses } from '../ui/button.tsx';

interface MainButtonProps {
  event: Event;
  register: string;
  /** Instead of `register` once applications are refused. */
  closed: { href: string; label: string };
}

/** The one button of a public page: to the sign-in for visitors while they can apply, to the dashboard for who is signed in. */
export function MainButton({ event, register, closed }: MainButtonProps) {
  const { enforce } = event.registration;
  const linkClasses = buttonClasses('primary', 'md', 'px-6 text-lg min-h-13');
  return (
    <>
      <span data-for="out">
        <a className={linkClasses} href={paths.login} data-register data-when={enforce ? 'open' : undefined}>
          {register}
        </a>
        {enforce && (
          <a className={linkClasses} href={closed.href} data-when="closed live over">
            {closed.label}
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
