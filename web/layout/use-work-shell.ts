import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../contract/pages.ts';
import { getAuthHint } from '../lib/auth-hint.ts';
import { useSession } from '../lib/session.api.ts';

const workPaths: readonly string[] = [
  paths.checkIn,
  paths.checkInOverview,
  paths.volunteers,
  paths.projectsOverview,
  paths.announcements,
  paths.afterEvent,
  paths.judging,
  paths.trackSelect,
  paths.scoring,
  paths.scoreReview,
];

/**
 * Returns whether people work on this page rather than visit it: organizers, check-in, judges, score review. Such a page
 * has a low header, denser type and spacing, the full width and no footer; `styles/work.css` depends on the attribute.
 */
export function useWorkShell(): boolean {
  const { pathname } = useLocation();
  const { user, isLoading } = useSession();
  const isAdmin = isLoading ? getAuthHint() === 'admin' : user?.role === 'admin';
  const isWork = workPaths.includes(pathname) || (pathname === paths.dashboard && isAdmin);
  useLayoutEffect(() => {
    if (!isWork) return;
    document.documentElement.dataset.shell = 'work';
    return () => void delete document.documentElement.dataset.shell;
  }, [isWork]);
  return isWork;
}
