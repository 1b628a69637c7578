import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { User } from '../../contract/people/users.ts';
import { emailHash, paths } from '../../contract/platform/pages.ts';
import { isStaff } from '../../contract/platform/roles.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPage } from '../lib/lazy-page.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { isLogOutPending } from '../lib/log-out.ts';
import { UserContext, useSession } from '../lib/session.api.ts';
import { viewedPerson } from '../lib/viewed-person.ts';
import { LeaveTo } from './leave-to.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { canOpen, isLeftOut } from './sidebar-access.ts';

const SessionEnded = lazyPart(() => import('./session-ended.tsx'), <LoadingScreen />);
const NotFound = lazyPage(() => import('./not-found.tsx'));
const NotAllowed = lazyPart(() => import('./not-allowed.tsx'), <LoadingScreen />);
const NamePrompt = lazyPart(() => import('../people/sign-in/name-prompt.tsx'), <LoadingScreen />);

/** Renders the route for signed-in people, once they have a name; visitors go to the landing page, or from an email to sign-in. */
export function RequireUser() {
  const { user, isLoading } = useSession();
  const [before, setBefore] = useState<User>();
  if (user && user._id !== before?._id) setBefore(user);
  if (isLoading) return <LoadingScreen />;
  if (!user && viewedPerson) return null;
  if (!user && !before && location.hash === emailHash)
    return (
      <Navigate to={`${paths.signIn}?${new URLSearchParams({ returnTo: location.pathname })}`} replace />
    );
  if (!user && (!before || isLogOutPending()))
    return <LeaveTo href={paths.home} wanted={isLogOutPending() ? undefined : location.pathname} />;
  if (user && user.name !== '')
    return (
      <UserContext value={user}>
        <Outlet />
      </UserContext>
    );
  return user ? <NamePrompt /> : <SessionEnded isShift={before?.email === ''} />;
}

/** Renders a page unless the event does without what it is about. */
export function PartOutlet() {
  const event = useEvent();
  const { pathname } = useLocation();
  return isLeftOut(event, pathname) ? <NotFound /> : <Outlet />;
}

/**
 * Renders a page of the sidebar for the roles that it is for. Others of those who run the event are told so, as are mentors
 * of an event without help; everybody else goes to their dashboard. Belongs inside `RequireUser`.
 */
export function RequireRole() {
  const { user } = useSession();
  const event = useEvent();
  const { pathname } = useLocation();
  if (user?.role === 'mentor' && isLeftOut(event, pathname)) return <NotAllowed role={user.role} />;
  if (canOpen(user?.role, pathname)) return <PartOutlet />;
  return user && isStaff(user.role) ? (
    <NotAllowed role={user.role} />
  ) : (
    <Navigate to={paths.dashboard} replace />
  );
}
