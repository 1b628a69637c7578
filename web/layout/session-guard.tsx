import { useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { emailHash, paths } from '../../contract/pages.ts';
import type { User } from '../../contract/people/users.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { isLogOutPending } from '../lib/log-out-pending.ts';
import { useSession } from '../lib/session.api.ts';
import { LeaveTo } from './leave-to.tsx';
import { LoadingScreen } from './loading-screen.tsx';

const SignedOut = lazyPart(() => import('./signed-out.tsx'), <LoadingScreen />);
const NamePrompt = lazyPart(() => import('../people/sign-in/name-prompt.tsx'), <LoadingScreen />);

/** Renders the route for signed-in people, once they have a name; visitors go to the landing page, or from an email to sign-in. */
export function RequireUser() {
  const { user, isLoading } = useSession();
  const [before, setBefore] = useState<User>();
  if (user && user._id !== before?._id) setBefore(user);
  if (isLoading) return <LoadingScreen />;
  if (!user && !before && location.hash === emailHash)
    return (
      <Navigate to={`${paths.signIn}?${new URLSearchParams({ returnTo: location.pathname })}`} replace />
    );
  if (!user && (!before || isLogOutPending())) return <LeaveTo href={paths.home} />;
  if (user && user.name !== '') return <Outlet />;
  return user ? <NamePrompt /> : <SignedOut isShift={before?.email === ''} />;
}

/** Renders the route for admins and volunteers; others go to their dashboard. Belongs inside `RequireUser`. */
export function RequireCheckInRole() {
  const { user } = useSession();
  return user && user.role !== 'hacker' ? <Outlet /> : <Navigate to={paths.dashboard} replace />;
}

/** Renders the route for admins; others go to their dashboard. Belongs inside `RequireUser`. */
export function RequireAdmin() {
  const { user } = useSession();
  return user?.role === 'admin' ? <Outlet /> : <Navigate to={paths.dashboard} replace />;
}
