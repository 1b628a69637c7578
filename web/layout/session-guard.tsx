import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { LoadingScreen } from './loading-screen.tsx';

/** Leaves the app for a page that the server renders. */
function LeaveTo({ href }: { href: string }) {
  useEffect(() => location.replace(href), [href]);
  return <LoadingScreen />;
}

/** Lets signed-in people through; everybody else goes to the landing page. */
export function SignedIn() {
  const { user, isLoading } = useSession();
  if (isLoading) return <LoadingScreen />;
  return user ? <Outlet /> : <LeaveTo href={paths.home} />;
}

/** Lets admins through; other signed-in people go to their dashboard. Stands inside `SignedIn`. */
export function AdminOnly() {
  const { user } = useSession();
  return user?.role === 'admin' ? <Outlet /> : <Navigate to={paths.dashboard} replace />;
}
