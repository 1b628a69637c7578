import type { Application } from '../../contract/apply/applications.ts';
import type { NextAction } from '../../contract/event/phases.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { texts } from '../../contract/texts.ts';
import { StatusPill } from '../ui/status-pill.tsx';
import { Welcome } from './welcome.tsx';

interface StatusHeaderProps {
  user: User;
  event: EventView | undefined;
  application: Application;
  action: NextAction | undefined;
}

/** The welcome and the status of the application, as a badge and in words. */
export function StatusHeader({ user, event, application, action }: StatusHeaderProps) {
  const { status, place } = application;
  const hasPlace = !place || place.state === 'offered' || place.state === 'confirmed';
  // The card below says when and where check-in is, once that comes next.
  const comes = hasPlace && (action === 'confirm' || action === 'find-team');
  return (
    <header className="grid grid-cols-1 gap-2">
      <Welcome user={user} />
      <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusPill status={status} text={texts.dashboard.badge[status]} />
        {status === 'pending' && (
          <p className="max-w-prose">
            Your application is under review. You will be notified by email as soon as it is decided.
          </p>
        )}
        {status === 'approved' && (
          <>
            <p className="font-display font-bold">{texts.dashboard.approved}</p>
            {comes && event && (
              <p className="max-w-prose">
                You have a place: {event.dates.label}, {event.place}.
              </p>
            )}
          </>
        )}
        {status === 'rejected' && <p className="max-w-prose">{texts.dashboard.rejected}</p>}
      </div>
    </header>
  );
}
