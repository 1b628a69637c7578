import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { paths } from '../../contract/platform/pages.ts';
import { isStaff } from '../../contract/platform/roles.ts';
import { getAuthHint } from '../lib/auth-hint.ts';
import { queryClient } from '../lib/call.ts';
import { joinClasses } from '../lib/classes.ts';
import { eventQuery } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { listenTo } from '../lib/listen-to.ts';
import { useLive } from '../lib/live.ts';
import { sessionQuery, useSession } from '../lib/session.api.ts';
import { viewedPerson } from '../lib/viewed-person.ts';
import { ToastRegion } from '../ui/toast.tsx';
import { Header } from './header.tsx';
import { isInSidebar } from './sidebar-access.ts';

const judgePaths: readonly string[] = [paths.trackSelect, paths.scoring];

/**
 * Returns whether people work on this page rather than visit it: organizers, check-in, judges, score review. Such a page
 * has a low header, denser type and spacing, the full width and no footer; `styles/work.css` depends on the attribute.
 */
function useWorkShell(isCrew: boolean): boolean {
  const { pathname } = useLocation();
  const isWork =
    judgePaths.includes(pathname) || (isInSidebar(pathname) && (pathname !== paths.dashboard || isCrew));
  useLayoutEffect(() => {
    if (!isWork) return;
    document.documentElement.dataset.shell = 'work';
    return () => void delete document.documentElement.dataset.shell;
  }, [isWork]);
  return isWork;
}

const OrganizerSidebar = lazyPart(() => import('./organizer-sidebar.tsx'));
const CommandPalette = lazyPart(() => import('./command-palette.tsx'));

const ViewBand = lazyPart(() => import('./view-band.tsx'));

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
  useEffect(() => listenTo(window, ['scroll'], () => positions.set(key, scrollY)), [key]);
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

/** What surrounds every page of the app: header, the organizers' sidebar, main, footer, toasts. */
export function AppShell() {
  const { pathname } = useLocation();
  const { user, isLoading } = useSession();
  const isCrew = isLoading ? getAuthHint() === 'admin' : isStaff(user?.role);
  const isWork = useWorkShell(isCrew);
  const hasSidebar = isCrew && isInSidebar(pathname);
  useRouteFocus();
  useScrollPosition();
  useLive('event', () => void queryClient.invalidateQueries({ queryKey: eventQuery.queryKey }), {
    enabled: user !== undefined && user !== null,
  });
  // Once a team has accepted the person, every page knows it.
  useLive('me', () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }), {
    enabled: user?.role === 'hacker',
  });
  return (
    <div className="flex min-h-dvh flex-col print:block">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {viewedPerson ? <ViewBand /> : <Header isWork={isWork} />}
      {user?.role === 'hacker' && !viewedPerson && <AnnouncementBanner user={user} />}
      <div
        className={joinClasses(
          'mx-auto w-full flex-1 print:block',
          isWork ? 'max-w-[1920px]' : 'page-frame',
          hasSidebar && 'lg:grid lg:grid-cols-[12rem_minmax(0,1fr)]',
        )}
      >
        {hasSidebar && (
          <div className="sticky top-[48px] h-[calc(100dvh-48px)] overflow-y-auto border-r border-hairline px-2 py-3 max-lg:hidden print:hidden">
            <OrganizerSidebar label="Organizers" />
          </div>
        )}
        <main
          id="main"
          tabIndex={-1}
          className={joinClasses(
            'w-full px-4 print:p-0',
            isWork ? 'pt-3 pb-4' : 'pt-3 pb-16 sm:px-8 sm:pt-6',
          )}
        >
          {viewedPerson ? (
            <fieldset disabled className="contents">
              <Outlet />
            </fieldset>
          ) : (
            <Outlet />
          )}
        </main>
      </div>
      {isCrew && <CommandPalette />}
      {!isWork &&
        !(
          (isLoading ? getAuthHint() !== 'out' : user) &&
          [paths.dashboard, paths.apply, paths.project].some((path) => path === pathname)
        ) && <AppFooter />}
      <ToastRegion hasSidebar={hasSidebar} />
    </div>
  );
}
