import { Navigate } from 'react-router';
import { sidebarPages } from '../../contract/platform/pages.ts';
import { hasAccess } from '../../contract/platform/roles.ts';
import { queryClient } from '../lib/call.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { sessionQuery, useSession } from '../lib/session.api.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { canOpen } from './sidebar-access.ts';

const AdminDashboard = lazyPart(() => import('../apply/applications/admin-dashboard.tsx'), <LoadingScreen />);
const HackerDashboard = lazyPart(() => import('../dashboard/hacker-dashboard.tsx'), <LoadingScreen />);

void queryClient
  .ensureQueryData(sessionQuery)
  .then((user) => (hasAccess(user?.role, 'application-reviewer') ? AdminDashboard.preload() : undefined))
  .catch(() => undefined);

/** `/dashboard`: the admin dashboard, the participant's dashboard, or the first page of the sidebar that is for one's role. */
export function Component() {
  const { user } = useSession();
  if (hasAccess(user?.role, 'application-reviewer')) return <AdminDashboard />;
  const workplace = Object.keys(sidebarPages).find((path) => canOpen(user?.role, path));
  return workplace ? <Navigate to={workplace} replace /> : <HackerDashboard />;
}
