import type { Application } from '../../contract/apply/applications.ts';
import type { ParticipantPhase } from '../../contract/event/phases.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { texts } from '../../contract/texts.ts';
import { StatusPill } from '../ui/status-pill.tsx';
import { Welcome } from './welcome.tsx';

interface StatusHeaderProps {
  user: User;
  event: EventView | undefined;
  application: Application;
  phase: ParticipantPhase | undefined;
  /** The event is on: what comes next says where check-in is. */
  isLive: boolean;
}

/** The welcome and the status of the application, as a badge and in words. */
export function StatusHeader({ user, event, application, phase, isLive }: StatusHeaderProps) {
  const { status, place } = application;
  const hasPlace = !place || place.state === 'offered' || place.state === 'confirmed';
  return (
    <header className="grid grid-cols-1 content-start gap-5">
      <Welcome user={user} />
      <div role="status" className="grid grid-cols-1 justify-items-start gap-3">
        <StatusPill status={status} text={texts.dashboard.badge[status]} />
        {status === 'pending' && (
          <p className="max-w-prose text-lg">
            Your application is under review. You will be notified by email as soon as it is decided.
          </p>
        )}
        {status === 'approved' && (
          <>
            <p className="font-display text-2xl font-bold tracking-tight">{texts.dashboard.approved}</p>
            {hasPlace && !application.checkedInAt && !isLive && phase !== 'after' && (
              <p className="max-w-prose text-lg">
                You have a place{event && ` at ${event.name}`}. Bring your pass to check-in
                {event && `: ${event.dates.label}, ${event.place}`}.
              </p>
            )}
          </>
        )}
        {status === 'rejected' && <p className="max-w-prose text-lg">{texts.dashboard.rejected}</p>}
      </div>
    </header>
  );
}
