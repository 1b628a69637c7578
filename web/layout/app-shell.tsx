import { Outlet, useLocation } from 'react-router';
import { paths } from '../../contract/pages.ts';
import { joinClasses } from '../lib/classes.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useSession } from '../lib/session.api.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { Header } from './header.tsx';
import { useRouteFocus } from './route-focus.ts';
import { useScrollPosition } from './scroll-position.ts';
import { useWorkShell } from './use-work-shell.ts';

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
          isWork ? 'max-w-[1920px] pt-3 pb-4' : 'max-w-6xl pt-6 pb-16 sm:px-8',
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
