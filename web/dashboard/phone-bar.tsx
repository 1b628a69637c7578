import Clock from 'lucide:clock';
import Hammer from 'lucide:hammer';
import QrCode from 'lucide:qr-code';
import UsersRound from 'lucide:users-round';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Application } from '../../contract/apply/applications.ts';
import { getEventTimes, hasEnded, isEventOver } from '../../contract/event/phases.ts';
import type { EventView } from '../../contract/event/site.ts';
import { paths } from '../../contract/platform/pages.ts';
import { applicationQuery } from '../lib/application.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useUser } from '../lib/session.api.ts';
import { useLiveQuery } from '../lib/use-live-query.ts';
import { useNow } from '../lib/use-now.ts';
import { projectQuery } from '../projects/project/project.api.ts';
import { receivedInvitesQuery } from '../teams/team-directory.api.ts';
import { receivedRequestsQuery, teamQuery } from '../teams/teams.api.ts';
import { bottomBar } from '../ui/bottom-bar.ts';
import { AppLink } from '../ui/button.tsx';
import { hasPlace } from './has-place.ts';

export const PassScreen = lazyPart(() => import('./pass-screen.tsx'));

/** Returns what waits for this person: requests to join their team, invites; nothing without. */
export function useWaiting(directory: boolean) {
  const user = useUser();
  const { data: team } = useQuery({ ...teamQuery(user.team ?? ''), enabled: user.team !== null });
  const leads = team?.can.decide === true;
  const { data: requests = [] } = useQuery({ ...receivedRequestsQuery, enabled: leads });
  const { data: invites = [] } = useQuery({ ...receivedInvitesQuery, enabled: directory && !user.team });
  return [
    {
      team,
      requests,
      count: leads ? requests.length : 0,
      one: 'person asks to join',
      many: 'people ask to join',
      href: '#join-requests',
    },
    { count: invites.length, one: 'team invites you', many: 'teams invite you', href: '#team-formation' },
  ].filter(({ count }) => count > 0);
}

/** Returns whether nobody joins a team any more: the event is over, or its results are published. */
export function useTeamsClosed({ event, application }: Pick<PhoneBarProps, 'event' | 'application'>) {
  const { data: project } = useQuery({
    ...projectQuery(useUser()),
    enabled: event?.projects !== undefined && application.status === 'approved',
  });
  const now = useNow();
  return project?.hasResults === true || (event !== undefined && hasEnded(getEventTimes(event), now));
}

export type Tab = 'now' | 'team';

export const toTab = (hash: string): Tab =>
  hash === '#team-formation' || hash === '#join-requests' ? 'team' : 'now';

const itemClasses =
  'grid min-h-[60px] content-center justify-items-center gap-0.5 text-[min(0.8125rem,5.2vw)] font-semibold -outline-offset-3 aria-[current]:bg-surface-2';

interface PhoneBarProps {
  event: EventView | undefined;
  application: Application;
  /** The pass covers the screen. */
  isPassOpen: boolean;
  setPassOpen: (isOpen: boolean) => void;
}

/** The bar at the bottom of a phone, one tap to what somebody at the event needs, and the pass that it opens. */
export function PhoneBar({ event, application, isPassOpen, setPassOpen }: PhoneBarProps) {
  const user = useUser();
  const { pathname, hash } = useLocation();
  const now = useNow();
  const isOver = event !== undefined && isEventOver(event, now);
  const teamsClosed = useTeamsClosed({ event, application });
  const waiting = useWaiting(event?.teamDirectory ?? false).reduce((sum, { count }) => sum + count, 0);
  const isDashboard = pathname === paths.dashboard;
  // Within the page the browser scrolls to the part.
  const Part = isDashboard ? 'a' : AppLink;
  const toCurrent = (tab: Tab) => (isDashboard && toTab(hash) === tab ? 'true' : undefined);
  const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      <nav
        ref={bottomBar}
        aria-label="Parts of the dashboard"
        className="fixed inset-x-0 bottom-0 z-(--z-header) grid auto-cols-[1fr] grid-flow-col border-t-2 border-edge bg-surface pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] lg:hidden print:hidden"
      >
        <Part href={`${paths.dashboard}#now`} aria-current={toCurrent('now')} className={itemClasses}>
          <Clock {...icon} />
          Now
        </Part>
        {user.qrCode && !isOver && hasPlace(application) && (
          <button type="button" className={itemClasses} onClick={() => setPassOpen(true)}>
            <QrCode {...icon} />
            Pass
          </button>
        )}
        {!(teamsClosed && user.team === null) && (
          <Part
            href={`${paths.dashboard}#team-formation`}
            aria-current={toCurrent('team')}
            className={itemClasses}
          >
            <UsersRound {...icon} />
            <span className="whitespace-nowrap">
              Team{' '}
              {waiting > 0 && !teamsClosed && !(isOver && application.checkedInAt) && (
                <span className="rounded-full bg-pending-bg px-1.5 text-pending">
                  {waiting}
                  <span className="sr-only"> waiting</span>
                </span>
              )}
            </span>
          </Part>
        )}
        {event?.projects && (
          <AppLink
            href={paths.project}
            aria-current={pathname === paths.project ? 'page' : undefined}
            className={itemClasses}
          >
            <Hammer {...icon} />
            Project
          </AppLink>
        )}
      </nav>
      {isPassOpen && user.qrCode && (
        <PassScreen event={event} application={application} onClose={() => setPassOpen(false)} />
      )}
    </>
  );
}

/** The same bar on the page of a team's project. */
export default function ProjectPhoneBar({ event }: { event: EventView }) {
  const { data: application } = useLiveQuery(applicationQuery(useUser()), 'me');
  const [isPassOpen, setPassOpen] = useState(false);
  return (
    application?.status === 'approved' && <PhoneBar {...{ event, application, isPassOpen, setPassOpen }} />
  );
}
