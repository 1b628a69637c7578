import { Outlet, useLocation } from 'react-router';
import { paths } from '../../contract/pages.ts';
import { useEvent } from '../lib/event.api.ts';
import { useSession } from '../lib/session.api.ts';
import { Toaster } from '../ui/toaster.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useRouteFocus } from './route-focus.ts';
import { useScrollPosition } from './scroll-position.ts';
import { ThemeChoice } from './theme-choice.tsx';

const withoutFooter = new Set<string>([
  paths.dashboard,
  paths.checkIn,
  paths.checkInOverview,
  paths.volunteers,
  paths.apply,
  paths.judging,
]);

/** What surrounds every page of the app: header, main, footer, toasts. */
export function AppShell() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const event = useEvent();
  useRouteFocus();
  useScrollPosition();
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 pt-6 pb-16 sm:px-8">
        <Outlet />
      </main>
      {event && !(user && withoutFooter.has(pathname)) && (
        <Footer
          name={event.name}
          place={event.place}
          contact={event.links.contact}
          social={event.links.social}
          community={event.community}
          theme={<ThemeChoice group="footer-theme" />}
        />
      )}
      <Toaster single={pathname === paths.scoring} />
    </div>
  );
}
