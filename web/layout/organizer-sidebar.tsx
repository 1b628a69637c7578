import Search from 'lucide:search';
import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { useEvent } from '../lib/event.api.ts';
import { useSession } from '../lib/session.api.ts';
import { AppLink } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { openPalette } from './command-palette.tsx';
import { listSidebarPages } from './sidebar-pages.ts';

const closeSheet = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();

/** Every page that the reader's role opens: in the sidebar from 1024 px on, in the sheet behind More below that. */
export default function OrganizerSidebar({ label }: { label: string }) {
  const event = useEvent();
  const { pathname, search } = useLocation();
  const groups = listSidebarPages(event, useSession().user?.role);
  const all = groups.flatMap(({ pages }) => pages);
  // A page with an address of its own within another one, such as a mode of the station.
  const current =
    all.find(({ href }) => href === `${pathname}${search}`) ?? all.find(({ href }) => href === pathname);
  return (
    <nav aria-label={label} className="grid gap-2 text-sm">
      <button
        type="button"
        className="flex min-h-11 w-full items-center gap-2 rounded-md border-2 border-border bg-surface px-2 hover:border-edge lg:min-h-9"
        onClick={(click) => {
          closeSheet(click);
          openPalette();
        }}
      >
        <Search size={18} />
        <span className="mr-auto">
          Find<span className="lg:sr-only"> anything</span>
        </span>
        <span className="whitespace-nowrap max-lg:hidden" aria-hidden="true">
          <Kbd>{/Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}</Kbd>
        </span>
      </button>
      {groups.map((group) => (
        <div key={group.pages[0]?.href}>
          {group.label && <p className="px-2 pt-1 text-xs font-semibold text-muted">{group.label}</p>}
          <ul className="max-lg:grid max-lg:grid-cols-2">
            {group.pages.map((page) => (
              <li key={page.href}>
                <AppLink
                  href={page.href}
                  onClick={closeSheet}
                  aria-current={page === current ? 'page' : undefined}
                  className="flex min-h-11 items-center gap-2.5 rounded-md px-2 -outline-offset-3 hover:bg-surface-2 aria-[current=page]:bg-surface-2 aria-[current=page]:font-semibold lg:min-h-8"
                >
                  <page.icon size={18} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
                  {page.label}
                </AppLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
