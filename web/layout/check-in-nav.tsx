import { useLocation } from 'react-router';
import { paths } from '../../contract/pages.ts';
import { useSession } from '../lib/session.api.ts';
import { AppLink } from '../ui/app-link.tsx';

const places = [
  { label: 'Station', href: paths.checkIn },
  { label: 'Overview', href: paths.checkInOverview },
  { label: 'Volunteers', href: paths.volunteers },
];

/** The organizers' navigation of check-in: the station, the overview, the volunteers. */
export function CheckInNav() {
  const { user } = useSession();
  const { pathname } = useLocation();
  if (user?.role !== 'admin') return null;
  return (
    <nav aria-label="Check-in" className="flex gap-1 border-b border-hairline">
      {places.map(({ label, href }) => (
        <AppLink
          key={href}
          href={href}
          aria-current={href === pathname ? 'page' : undefined}
          className="inline-flex min-h-11 items-center border-b-4 border-transparent px-2 sm:px-3 -outline-offset-3 aria-[current=page]:border-primary aria-[current=page]:font-semibold"
        >
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
