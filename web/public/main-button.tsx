import { paths } from '../../contract/pages.ts';
import { buttonClasses } from '../ui/button.tsx';

/** The one button of a public page: to the sign-in for visitors, to the dashboard for who is signed in. */
export function MainButton({ register }: { register: string }) {
  const linkClasses = buttonClasses('primary', 'md', 'px-6 text-lg min-h-13');
  return (
    <>
      <span data-for="out">
        <a className={linkClasses} href={paths.login} data-register>
          {register}
        </a>
      </span>
      <span data-for="user admin">
        <a className={linkClasses} href={paths.dashboard}>
          your hacker dashboard
        </a>
      </span>
    </>
  );
}
