import { paths } from '../../../contract/platform/pages.ts';
import { Brand } from '../../layout/brand.tsx';
import { addGallery, type HeaderLink, headerLinks } from '../../layout/header-links.ts';
import { PlainLinks, VisitorLinks } from '../../layout/visitor-links.tsx';

interface VariantProps {
  path: string;
  hasGallery: boolean;
}

const account: HeaderLink = { label: 'Your account', href: paths.account, onPhones: false };

function SignedInLinks({ auth, path, hasGallery }: VariantProps & { auth: 'user' | 'admin' }) {
  const items = addGallery(headerLinks[auth], hasGallery);
  return (
    <div data-for={auth} className="has-menu items-center gap-1 text-sm sm:gap-3">
      <nav aria-label="Main" className="flex items-center gap-1 sm:gap-3">
        <PlainLinks items={items} path={path} />
      </nav>
      <div>
        <button
          type="button"
          popoverTarget={`menu-${auth}`}
          aria-label="Menu"
          className="relative inline-grid size-11 place-items-center rounded-full"
        >
          <span
            data-initials=""
            aria-hidden="true"
            className="grid size-10 place-items-center rounded-full border border-border bg-ink text-[min(0.9375rem,5.5vw)] font-semibold text-paper before:content-[attr(data-initials)]"
          />
          <svg width="44" height="44" aria-hidden="true" className="absolute inset-0 sm:hidden">
            <rect x="28" y="28" width="16" height="16" rx="4" fill="var(--color-bg)" />
            <path d="M30 32h12M30 36h12M30 40h12" stroke="currentColor" strokeWidth="2" />
          </svg>
        </button>
        <div
          id={`menu-${auth}`}
          popover="auto"
          className="popover-menu rounded-lg border-2 border-edge bg-surface p-2 text-text shadow-press"
        >
          <nav aria-label="More" className="menu-spare grid">
            <PlainLinks items={items.filter(({ onPhones }) => onPhones)} path={path} inMenu />
            <PlainLinks items={[account]} path={path} inMenu />
            <PlainLinks items={items.filter(({ onPhones }) => !onPhones)} path={path} inMenu />
          </nav>
        </div>
      </div>
    </div>
  );
}

/** The header in all three variants; the attribute `data-auth` of the page shows one, so that none has to be changed. */
export function PublicHeader({ brand, path, hasGallery }: VariantProps & { brand: string }) {
  return (
    <header className="site-header bg-bg print:hidden">
      <div className="header-line mx-auto flex min-h-16 page-frame items-center justify-between gap-2 px-4 sm:gap-4 sm:px-8">
        <Brand name={brand} />
        <div data-for="out">
          <VisitorLinks items={addGallery(headerLinks.out, hasGallery)} path={path} />
        </div>
        <SignedInLinks auth="user" path={path} hasGallery={hasGallery} />
        <SignedInLinks auth="admin" path={path} hasGallery={hasGallery} />
      </div>
    </header>
  );
}
