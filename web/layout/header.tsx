import MenuIcon from 'lucide:menu';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '../../contract/people/users.ts';
import { paths } from '../../contract/platform/pages.ts';
import { isStaff } from '../../contract/platform/roles.ts';
import { getAuthHint } from '../lib/auth-hint.ts';
import { joinClasses } from '../lib/classes.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useOnline } from '../lib/online.ts';
import { useSession } from '../lib/session.api.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useBackCloses } from '../ui/back-closes.ts';
import { AppLink } from '../ui/button.tsx';
import { Brand } from './brand.tsx';
import {
  addGallery,
  type HeaderLink,
  headerLinkClasses,
  headerLinks,
  judgeLinks,
  taskLinks,
} from './header-links.ts';
import { askInDialog } from './log-out-dialog.ts';
import { VisitorLinks } from './visitor-links.tsx';

/** Shows in the header's line that there is no network, so that it covers nothing; on phones in place of the event's name. */
function OfflinePill() {
  const online = useOnline();
  return (
    <div role="status" data-offline={online ? undefined : ''}>
      {!online && (
        <p className="ml-2 inline-flex animate-enter items-center gap-1 rounded-full bg-ink px-2 py-1 text-xs font-semibold text-paper before:content-['⊘'] sm:gap-2 sm:px-3">
          Offline
        </p>
      )}
    </div>
  );
}

const inApp = new Set<string>([paths.dashboard, paths.checkIn, paths.judging]);

/** Links of the header inside the app: the router's for its own pages, the browser's for the others. */
function NavLinks({ items, hideOnPhones = false }: { items: HeaderLink[]; hideOnPhones?: boolean }) {
  const { pathname } = useLocation();
  return items.map(({ label, href, onPhones }) => {
    const link = {
      className: joinClasses(headerLinkClasses, hideOnPhones && !onPhones && 'max-md:hidden'),
      'aria-current': pathname === href ? ('page' as const) : undefined,
      'data-spare': onPhones ? (href === paths.schedule ? 'early' : 'late') : undefined,
    };
    if (inApp.has(href))
      return (
        <AppLink key={href} href={href} {...link}>
          {label}
        </AppLink>
      );
    const onClick = (click: React.MouseEvent) => {
      click.preventDefault();
      void import('../lib/confirm-log-out.ts').then(({ logOutPerson }) => logOutPerson(askInDialog));
    };
    return (
      <a key={href} href={href} onClick={href === paths.logout ? onClick : undefined} {...link}>
        {label}
      </a>
    );
  });
}

/** The bar at the top of every page of the app; one low line on pages where people work. */
export function Header({ isWork }: { isWork: boolean }) {
  const event = useEvent();
  const { pathname } = useLocation();
  const { user, isLoading } = useSession();
  const auth = isLoading ? getAuthHint() : user ? (user.role === 'admin' ? 'admin' : 'user') : 'out';
  const isJudge = auth === 'out' && localStorage.getItem('judgeSession');
  const items = addGallery(
    (user && taskLinks[user.role]) ?? (isJudge ? judgeLinks : headerLinks[auth]),
    event?.projects?.galleryOpen === true,
  );
  return (
    <header data-auth={auth} className="site-header sticky top-0 z-(--z-header) bg-bg print:hidden">
      <div
        className={joinClasses(
          'header-line mx-auto flex items-center justify-between gap-2 px-4 sm:gap-4',
          user && 'has-menu',
          isWork ? 'h-[48px] max-w-[1920px]' : 'min-h-16 page-frame sm:px-8',
        )}
      >
        <div className="flex min-w-0 items-center [&>a]:max-h-9 [&>a]:overflow-hidden">
          <Brand name={event?.shortName ?? event?.name ?? ''} />
          <OfflinePill />
        </div>
        {auth === 'out' ? (
          <VisitorLinks items={items} path={pathname} />
        ) : (
          <div className="flex items-center gap-1 sm:gap-3">
            <nav aria-label="Main" className="flex items-center gap-1 text-sm sm:gap-3">
              <NavLinks items={items} hideOnPhones />
            </nav>
            {user && <AccountMenu user={user} items={items} />}
          </div>
        )}
      </div>
    </header>
  );
}

// They are seen when the menu opens.
const OrganizerSidebar = lazyPart(() => import('./organizer-sidebar.tsx'));
const ThemeChoice = lazyPart(() => import('./theme-choice.tsx'));

/**
 * The round button with a person's initials and what it opens: who is here, links without room on a phone, the theme. Where
 * organizers have no sidebar, it is a sheet behind More, with the pages of the sidebar.
 */
function AccountMenu({ user, items }: { user: User; items: HeaderLink[] }) {
  const hasSidebar = isStaff(user.role);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useBackCloses(isOpen, () => menu.current?.hidePopover());
  return (
    <>
      {hasSidebar && (
        <button
          type="button"
          popoverTarget="account-menu"
          className="inline-flex min-h-11 items-center gap-1 rounded-md px-2 font-semibold lg:hidden"
        >
          <MenuIcon />
          <span className="max-sm:sr-only">More</span>
        </button>
      )}
      <button
        type="button"
        popoverTarget="account-menu"
        aria-label={`Menu of ${user.name || user.email}`}
        className={joinClasses(
          'relative inline-grid size-11 place-items-center rounded-full',
          hasSidebar && 'max-lg:hidden',
        )}
      >
        <Avatar name={user.name || user.email} photo={user.photo} />
        <MenuIcon
          size={16}
          strokeWidth={3}
          className="absolute right-0 bottom-0 rounded-sm bg-bg p-px sm:hidden"
        />
      </button>
      <div
        ref={menu}
        id="account-menu"
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        data-sheet={hasSidebar || undefined}
        className="popover-menu animate-enter rounded-lg border-2 border-edge bg-surface p-4 text-text shadow-press [&_a]:-mx-2 [&_a]:rounded-md [&_a]:px-2 [&_a:hover]:bg-surface-2"
      >
        {hasSidebar && (
          <div className="mb-4 border-b border-hairline pb-4 lg:hidden">
            <OrganizerSidebar label="More" />
          </div>
        )}
        <p className="font-semibold break-words">{user.name}</p>
        <p className="text-sm break-words text-muted">{user.email}</p>
        <AppLink
          href={paths.account}
          className="mt-2 flex min-h-11 items-center border-t border-hairline"
          onClick={(click) => click.currentTarget.parentElement?.hidePopover()}
        >
          Your account
        </AppLink>
        <div className="menu-spare grid md:hidden">
          <NavLinks items={items.filter((item) => item.onPhones)} />
          <NavLinks items={items.filter((item) => !item.onPhones)} />
        </div>
        <div className="mt-4">
          <ThemeChoice group="account-theme" />
        </div>
      </div>
    </>
  );
}
