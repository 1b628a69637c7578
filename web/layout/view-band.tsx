import { useLocation } from 'react-router';
import { paths } from '../../contract/platform/pages.ts';
import { useSession } from '../lib/session.api.ts';
import { buttonClasses } from '../ui/button.tsx';
import { LeaveTo } from './leave-to.tsx';

/** Stands in place of the header while an organizer looks at somebody's dashboard; every other page is the organizer's own again. */
export default function ViewBand() {
  const { user, isLoading } = useSession();
  const { pathname, search } = useLocation();
  if (pathname !== paths.dashboard) return <LeaveTo href={pathname} />;
  const id = new URLSearchParams(search).get('id');
  return (
    <header className="sticky top-0 z-(--z-header) border-b-2 border-warning bg-surface">
      <div className="mx-auto flex min-h-14 items-center justify-between gap-4 px-4 py-2 page-frame sm:px-8">
        <p className="min-w-0 text-sm">
          <strong className="wrap-anywhere">{user && `You are viewing as ${user.name}. `}</strong>
          {user || isLoading
            ? 'Nothing can be changed, and your visit is in the log.'
            : 'Their dashboard cannot be shown: they have no application, or review is blind.'}
        </p>
        <a
          className={buttonClasses('secondary', 'compact')}
          href={`${paths.dashboard}${id ? `?id=${id}` : ''}`}
        >
          Leave
        </a>
      </div>
    </header>
  );
}
