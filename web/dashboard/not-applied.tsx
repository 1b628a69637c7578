import { paths } from '../../contract/pages.ts';
import type { EventView } from '../../contract/site.ts';
import { texts } from '../../contract/texts.ts';
import type { User } from '../../contract/users.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Print } from '../ui/print.tsx';
import { Welcome } from './welcome.tsx';

/** The dashboard of somebody who has not applied. */
export function NotApplied({ user, event }: { user: User; event: EventView | undefined }) {
  const closed = event?.registration.enforce && !event.registration.open;
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 items-center gap-10 py-6 md:grid-cols-2 md:py-16">
      <Print scene="doors" />
      <div className="grid justify-items-start gap-5">
        <Welcome user={user} />
        <p className="text-lg text-muted">You have not applied yet.</p>
        {closed ? (
          <p className="font-semibold">{texts.apply.closed}</p>
        ) : (
          <LinkButton href={paths.apply}>Apply now</LinkButton>
        )}
      </div>
    </div>
  );
}
