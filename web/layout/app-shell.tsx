import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { paths } from '../../contract/pages.ts';
import { getAuthHint } from '../lib/auth-hint.ts';
import { joinClasses } from '../lib/classes.ts';
import { eventQuery } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useLive } from '../lib/live.ts';
import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.api.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { Header } from './header.tsx';

const workPaths: readonly string[] = [
  paths.checkIn,
  paths.checkInOverview,
  paths.volunteers,
  paths.projectsOverview,
  paths.announcements,
  paths.afterEvent,
  paths.judging,
  paths.settings,
  paths.trackSelect,
  paths.scoring,
  paths.scoreReview,
];

/**
 * Returns whether people work on this page rather than visit it: organizers, check-in, judges, score review. Such a page
 * has a low header, denser type and spacing, the full width and no footer; `styles/work.css` depends on the attribute.
 */
function useWorkShell(): boolean {
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

const positions = new Map<string, number>();

/** A new page starts at its top; going back or forward finds a page where it was left. */
function useScrollPosition() {
  const { key, pathname } = useLocation();
  const way = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    scrollTo(0, way === 'POP' ? (positions.get(key) ?? 0) : 0);
  }, [key, pathname, way]);
  useEffect(() => {
    const note = () => positions.set(key, scrollY);
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, [key]);
}

/** After a change of page, focuses its heading, which a screen reader then reads out; the first page keeps the browser's focus. */
function useRouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}

// There is rarely one.
const AnnouncementBanner = lazyPart(() => import('../event-day/announcements/announcement-banner.tsx'));
// Most visits are to pages without it.
const AppFooter = lazyPart(() => import('./app-footer.tsx'));

/** What surrounds every page of the app: header, main, footer, toasts. */
export function AppShell() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const isWork = useWorkShell();
  useRouteFocus();
  useScrollPosition();
  useLive('event', () => void queryClient.invalidateQueries({ queryKey: eventQuery.queryKey }), {
    enabled: user !== undefined && user !== null,
  });
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header isWork={isWork} />
      {user?.role === 'hacker' && <AnnouncementBanner user={user} />}
      <main
        id="main"
        tabIndex={-1}
        className={joinClasses(
          'mx-auto w-full flex-1 px-4',
          isWork ? 'max-w-[1920px] pt-3 pb-4' : 'page-frame pt-3 pb-16 sm:px-8 sm:pt-6',
        )}
      >
        <Outlet />
      </main>
      {!isWork && !(user && [paths.dashboard, paths.apply].some((path) => path === pathname)) && (
        <AppFooter />
      )}
      <ToastRegion single={isWork} />
    </div>
  );
}
