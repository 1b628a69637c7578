import { useLocation } from 'react-router';
import { paths } from '../../contract/platform/pages.ts';
import { LinkButton } from '../ui/button.tsx';

/** Replaces a page whose session has ended while it was open; signing in, or another code of a shift, leads back to it. */
export default function SignedOut({ isShift }: { isShift: boolean }) {
  const { pathname } = useLocation();
  if (isShift)
    return (
      <div role="alert" className="mx-auto grid min-h-[50dvh] max-w-lg place-content-center gap-4">
        <h1 className="text-2xl">Your shift has ended. Thank you!</h1>
        <p className="text-muted">
          To go on, scan the code on the organizer’s screen and type the same name. Check-ins that wait on
          this phone are sent then.
        </p>
      </div>
    );
  return (
    <div
      role="alert"
      className="mx-auto grid min-h-[50dvh] max-w-lg place-content-center justify-items-start gap-4"
    >
      <h1 className="text-2xl">You have been signed out.</h1>
      <p className="text-muted">Sign in again to continue here.</p>
      <LinkButton document href={`${paths.login}?${new URLSearchParams({ returnTo: pathname })}`}>
        Sign in again
      </LinkButton>
    </div>
  );
}
