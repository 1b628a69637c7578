import { paths } from '../../contract/platform/pages.ts';
import { joinClasses } from '../lib/classes.ts';
import { type HeaderLink, headerLinkClasses } from './header-links.ts';

interface PlainLinksProps {
  items: HeaderLink[];
  /** The page's address. */
  path: string;
  inMenu?: boolean;
}

/** Links of a header that load their pages anew. */
export function PlainLinks({ items, path, inMenu }: PlainLinksProps) {
  return items.map(({ label, href, onPhones, prominent }) => (
    <a
      key={href}
      href={href}
      aria-current={href === path ? 'page' : undefined}
      data-spare={onPhones ? (href === paths.schedule ? 'early' : 'late') : undefined}
      className={joinClasses(
        headerLinkClasses,
        prominent && 'font-semibold',
        inMenu ? 'px-3 hover:bg-surface-2' : !onPhones && 'max-sm:hidden',
      )}
    >
      {label}
    </a>
  ));
}

/** The header's links for people who are not signed in; on phones, with a menu if some have no room. */
export function VisitorLinks({ items, path }: PlainLinksProps) {
  const rest = items.filter(({ onPhones }) => !onPhones);
  const hasMenu = rest.length > 0;
  return (
    <div className={joinClasses('-mr-2 flex items-center gap-1 text-sm sm:gap-3', hasMenu && 'has-menu')}>
      <nav aria-label="Main" className="flex items-center gap-1 sm:gap-3">
        <PlainLinks items={items} path={path} />
      </nav>
      {hasMenu && (
        <div className="sm:hidden">
          <button
            type="button"
            popoverTarget="menu-out"
            aria-label="Menu"
            className="relative inline-grid size-11 place-items-center rounded-full"
          >
            <svg
              width="20"
              height="20"
              viewBox="0 0 20 20"
              aria-hidden="true"
              stroke="currentColor"
              strokeWidth="2"
            >
              <path d="M2 4h16M2 10h16M2 16h16" />
            </svg>
          </button>
          <div
            id="menu-out"
            popover="auto"
            className="popover-menu rounded-lg border-2 border-edge bg-surface p-2 text-text shadow-press"
          >
            <nav aria-label="More" className="menu-spare grid">
              <PlainLinks items={items.filter(({ onPhones }) => onPhones)} path={path} inMenu />
              <PlainLinks items={rest} path={path} inMenu />
            </nav>
          </div>
        </div>
      )}
    </div>
  );
}
