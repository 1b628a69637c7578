import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../contract/pages.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery, useSession } from '../lib/session.api.ts';
import { LoadingScreen } from './loading-screen.tsx';

const loadAdminDashboard = () => import('../admin/admin-dashboard.tsx');
const AdminDashboard = lazy(loadAdminDashboard);
const HackerDashboard = lazy(() => import('../dashboard/hacker-dashboard.tsx'));

// An organizer's list is asked for while its code loads, not after it.
void queryClient.ensureQueryData(sessionQuery).then(
  (user) => {
    if (user?.role !== 'admin') return;
    void import('../admin/prefetch-list.ts').then(({ prefetchList }) => prefetchList());
    void loadAdminDashboard();
  },
  () => undefined,
);

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
