import { type ComponentType, useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { sidebarPages } from '../../contract/platform/pages.ts';
import { hasAccess } from '../../contract/platform/roles.ts';
import { prefetchList } from '../apply/applications/prefetch-list.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery, useSession } from '../lib/session.api.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { canOpen } from './sidebar-access.ts';

const imports = {
  admin: () => import('../apply/applications/admin-dashboard.tsx'),
  hacker: () => import('../dashboard/hacker-dashboard.tsx'),
};
type Kind = keyof typeof imports;

const loaded: Partial<Record<Kind, ComponentType>> = {};

async function loadDashboard(kind: Kind): Promise<void> {
  loaded[kind] ??= (await imports[kind]()).default;
}

// An organizer's list is asked for while its code loads, not after it.
void queryClient
  .ensureQueryData(sessionQuery)
  .then((user) => {
    if (!hasAccess(user?.role, 'application-reviewer')) return;
    prefetchList();
    return loadDashboard('admin');
  })
  .catch(() => undefined);

/** Renders a dashboard once its code is here. Not with Suspense: React shows nothing for 300 ms after a fallback. */
function Dashboard({ kind }: { kind: Kind }) {
  const [failure, setFailure] = useState<{ error: unknown }>();
  const [, setLoaded] = useState<Kind>();
  useEffect(() => {
    loadDashboard(kind).then(
      () => setLoaded(kind),
      (error: unknown) => setFailure({ error }),
    );
  }, [kind]);
  if (failure) throw failure.error;
  const Page = loaded[kind];
  return Page ? <Page /> : <LoadingScreen />;
}

/** `/dashboard`: the admin dashboard, the participant's dashboard, or the first page of the sidebar that is for one's role. */
export function Component() {
  const { user } = useSession();
  if (hasAccess(user?.role, 'application-reviewer')) return <Dashboard kind="admin" />;
  const workplace = Object.keys(sidebarPages).find((path) => canOpen(user?.role, path));
  return workplace ? <Navigate to={workplace} replace /> : <Dashboard kind="hacker" />;
}
