import { lazy, Suspense } from 'react';
import { useSession } from '../lib/session.ts';
import { LoadingScreen } from './loading-screen.tsx';

const AdminDashboard = lazy(() => import('../admin/admin-dashboard.tsx'));
const HackerDashboard = lazy(() => import('../dashboard/hacker-dashboard.tsx'));

/** `/dashboard`: the organisers' for admins, the participant's own for everybody else. */
export function Component() {
  const { user } = useSession();
  return (
    <Suspense fallback={<LoadingScreen />}>
      {user?.role === 'admin' ? <AdminDashboard /> : <HackerDashboard />}
    </Suspense>
  );
}
