import { paths } from '../../../contract/platform/pages.ts';
import { Brand } from '../../layout/brand.tsx';
import { addGallery, type HeaderLink, headerLinkClasses, headerLinks } from '../../layout/header-links.ts';
import type { AuthHint } from '../../lib/auth-hint.ts';
import { joinClasses } from '../../lib/classes.ts';

function Links({ items, path, inMenu }: { items: HeaderLink[]; path: string; inMenu?: boolean }) {
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

const account: HeaderLink = { label: 'Your account', href: paths.account, onPhones: false };

function Variant({ auth, path, hasGallery }: { auth: AuthHint; path: string; hasGallery: boolean }) {
  const items = addGallery(headerLinks[auth], hasGallery);
  const rest = items.filter((item) => !item.onPhones);
  return (
    <div
      data-for={auth}
      className={joinClasses('items-center gap-1 text-sm sm:gap-3', auth === 'out' ? '-mr-2' : 'has-menu')}
    >
      <nav aria-label="Main" className="flex items-center gap-1 sm:gap-3">
        <Links items={items} path={path} />
      </nav>
      {(auth !== 'out' || rest.length > 0) && (
        <div className={auth === 'out' ? 'sm:hidden' : undefined}>
          <button
            type="button"
            popoverTarget={`menu-${auth}`}
            aria-label="Menu"
            className="relative inline-grid size-11 place-items-center rounded-full"
          >
            {auth === 'out' ? (
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
            ) : (
              <>
                <span
                  data-initials=""
                  aria-hidden="true"
                  className="grid size-10 place-items-center rounded-full border border-border bg-ink text-sm font-semibold text-paper before:content-[attr(data-initials)]"
                />
                <svg width="44" height="44" aria-hidden="true" className="absolute inset-0 sm:hidden">
                  <rect x="28" y="28" width="16" height="16" rx="4" fill="var(--color-bg)" />
                  <path d="M30 32h12M30 36h12M30 40h12" stroke="currentColor" strokeWidth="2" />
                </svg>
              </>
            )}
          </button>
          <div
            id={`menu-${auth}`}
            popover="auto"
            className="popover-menu rounded-lg border-2 border-edge bg-surface p-2 text-text shadow-press"
          >
            <nav aria-label="More" className="menu-spare grid">
              {auth !== 'out' && <Links items={items.filter((item) => item.onPhones)} path={path} inMenu />}
              {auth !== 'out' && <Links items={[account]} path={path} inMenu />}
              <Links items={rest} path={path} inMenu />
            </nav>
          </div>
        </div>
      )}
    </div>
  );
}

/** The header in all three variants; the attribute `data-auth` of the page shows one, so that none has to be changed. */
export function PublicHeader({
  brand,
  path,
  hasGallery,
}: {
  brand: string;
  path: string;
  hasGallery: boolean;
}) {
  return (
    <header className="site-header bg-bg print:hidden">
      <div className="header-line mx-auto flex min-h-16 page-frame items-center justify-between gap-2 px-4 sm:gap-4 sm:px-8">
        <Brand name={brand} />
        <Variant auth="out" path={path} hasGallery={hasGallery} />
        <Variant auth="user" path={path} hasGallery={hasGallery} />
        <Variant auth="admin" path={path} hasGallery={hasGallery} />
      </div>
    </header>
  );
}
