import { getAuthHint } from '../lib/auth-hint.ts';
import { joinClasses } from '../lib/classes.ts';
import { useEvent } from '../lib/event.api.ts';
import { useOnline } from '../lib/online.ts';
import { useSession } from '../lib/session.api.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { judgeItems, leadItems, navItems, volunteerItems } from './nav-items.ts';
import { NavLinks } from './nav-links.tsx';

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

/** The bar at the top of every page of the app; one low line on pages where people work. */
export function Header({ isWork }: { isWork: boolean }) {
  const event = useEvent();
  const { user, isLoading } = useSession();
  const auth = isLoading ? getAuthHint() : user ? (user.role === 'admin' ? 'admin' : 'user') : 'out';
  const isJudge = auth === 'out' && localStorage.getItem('judgeSession');
  const ofLead = user ? leadItems[user.role] : undefined;
  const items =
    ofLead ?? (user?.role === 'volunteer' ? volunteerItems : isJudge ? judgeItems : navItems[auth]);
  return (
    <header data-auth={auth} className="sticky top-0 z-(--z-header) bg-bg print:hidden">
      <div
        className={joinClasses(
          'mx-auto flex items-center justify-between gap-2 px-4 sm:gap-4',
          isWork ? 'h-[48px] max-w-[1920px]' : 'min-h-16 page-frame sm:px-8',
        )}
      >
        <div className="flex min-w-0 items-center [&>a]:max-h-9 [&>a]:overflow-hidden">
          <Brand name={event?.shortName ?? event?.name ?? ''} />
          <OfflinePill />
        </div>
        <div className="flex items-center gap-1 sm:gap-3">
          <nav
            aria-label="Main"
            className={joinClasses('flex items-center gap-1 text-sm sm:gap-3', !user && '-mr-2')}
          >
            <NavLinks items={items} hideOnPhones />
          </nav>
          {user && <AccountMenu user={user} items={items} />}
        </div>
      </div>
    </header>
  );
}
