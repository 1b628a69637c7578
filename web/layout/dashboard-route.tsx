import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../contract/pages.ts';
import { useSession } from '../lib/session.api.ts';
import { LoadingScreen } from './loading-screen.tsx';

const AdminDashboard = lazy(() => import('../admin/admin-dashboard.tsx'));
const HackerDashboard = lazy(() => import('../dashboard/hacker-dashboard.tsx'));

/** `/dashboard`: by role the admin dashboard, check-in for volunteers, or the participant's dashboard. */
export function Component() {
  const { user } = useSession();
  if (user?.role === 'volunteer') return <Navigate to={paths.checkIn} replace />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      {user?.role === 'admin' ? <AdminDashboard /> : <HackerDashboard />}
    </Suspense>
  );
}
