import { useLocation } from 'react-router';
import { paths } from '../../contract/platform/pages.ts';
import { LinkButton } from '../ui/button.tsx';
import { MessagePage } from './message-page.tsx';

/** Replaces a page whose session has ended while it was open; signing in, or another code of a shift, leads back to it. */
export default function SessionEnded({ isShift }: { isShift: boolean }) {
  const { pathname } = useLocation();
  if (isShift)
    return (
      <MessagePage title="Your shift has ended. Thank you!">
        <p className="text-muted">
          To go on, scan the code on the organizer’s screen and type the same name. What waits on this phone
          is sent when this page is open again.
        </p>
      </MessagePage>
    );
  return (
    <MessagePage title="You have been signed out.">
      <p className="text-muted">Sign in again to continue here.</p>
      <LinkButton document href={`${paths.login}?${new URLSearchParams({ returnTo: pathname })}`}>
        Sign in again
      </LinkButton>
    </MessagePage>
  );
}
