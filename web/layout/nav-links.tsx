import { useLocation } from 'react-router';
import { paths } from '../../contract/platform/pages.ts';
import { joinClasses } from '../lib/classes.ts';
import { AppLink } from '../ui/app-link.tsx';
import type { NavItem } from './nav-items.ts';

const inApp = new Set<string>([paths.dashboard, paths.checkIn, paths.judging, paths.scoring]);
const linkClasses =
  'inline-flex min-h-11 items-center rounded-md px-1 whitespace-nowrap sm:px-2 hover:underline aria-[current=page]:font-semibold';

/** Links of the header inside the app: the router's for its own pages, the browser's for the others. */
export function NavLinks({ items, hideOnPhones = false }: { items: NavItem[]; hideOnPhones?: boolean }) {
  const { pathname } = useLocation();
  return items.map(({ label, href, onPhones, prominent }) => {
    const link = {
      className: joinClasses(
        linkClasses,
        prominent && 'font-semibold',
        hideOnPhones && !onPhones && 'max-md:hidden',
      ),
      'aria-current': pathname === href ? ('page' as const) : undefined,
    };
    if (inApp.has(href))
      return (
        <AppLink key={href} href={href} {...link}>
          {label}
        </AppLink>
      );
    const onClick = (click: React.MouseEvent) => {
      click.preventDefault();
      void import('./confirm-log-out.ts').then(({ logOutPerson }) => logOutPerson());
    };
    return (
      <a key={href} href={href} onClick={href === paths.logout ? onClick : undefined} {...link}>
        {label}
      </a>
    );
  });
}
