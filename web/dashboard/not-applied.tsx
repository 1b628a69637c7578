import { useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/pages.ts';
import type { EventView } from '../../contract/site.ts';
import { texts } from '../../contract/texts.ts';
import type { User } from '../../contract/users.ts';
import { accountQuery } from '../lib/application.api.ts';
import { AppLink } from '../ui/app-link.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Print } from '../ui/print.tsx';
import { Welcome } from './welcome.tsx';

/** The dashboard of somebody who has not applied. */
export function NotApplied({ user, event }: { user: User; event: EventView | undefined }) {
  const withdrawn = useQuery(accountQuery(user)).data?.withdrawn;
  const closed = event?.registration.enforce && !event.registration.open;
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 items-center gap-10 py-6 md:grid-cols-2 md:py-16">
      <Print scene="doors" />
      <div className="grid justify-items-start gap-5">
        <Welcome user={user} />
        <p className="text-lg text-muted">
          {withdrawn ? 'You have withdrawn your application.' : 'You have not applied yet.'}
        </p>
        {closed ? (
          <p className="font-semibold">{texts.apply.closed}</p>
        ) : (
          <LinkButton href={paths.apply}>{withdrawn ? 'Apply again' : 'Apply now'}</LinkButton>
        )}
        <AppLink href={paths.account} className="link inline-flex min-h-11 items-center">
          {withdrawn?.canRestore ? 'Restore your application' : 'Your account'}
        </AppLink>
      </div>
    </div>
  );
}
