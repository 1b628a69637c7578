import { useQuery } from '@tanstack/react-query';
import type { User } from '../../contract/people/users.ts';
import { receivedInvitesQuery } from './team-directory.api.ts';
import { receivedRequestsQuery, teamQuery } from './teams.api.ts';

/** What waits for this person, in a line each that leads to it: requests to join their team, invites; nothing without. */
export function WaitingStrip({ user, directory }: { user: User; directory: boolean }) {
  const { data: team } = useQuery({ ...teamQuery(user.team ?? ''), enabled: user.team !== null });
  const leads = team?.can.decide === true;
  const { data: requests = [] } = useQuery({ ...receivedRequestsQuery, enabled: leads });
  const { data: invites = [] } = useQuery({ ...receivedInvitesQuery, enabled: directory && !user.team });
  const waiting = [
    {
      count: leads ? requests.length : 0,
      one: 'person asks to join',
      many: 'people ask to join',
      href: '#join-requests',
    },
    { count: invites.length, one: 'team invites you', many: 'teams invite you', href: '#team-formation' },
  ];
  return waiting.map(
    ({ count, one, many, href }) =>
      count > 0 && (
        <p
          key={href}
          className="flex flex-wrap items-center justify-between gap-x-3 rounded-lg bg-pending-bg px-5 font-semibold sm:py-1 text-pending"
        >
          {count} {count === 1 ? one : many}
          <a href={href} className="inline-flex min-h-11 items-center underline underline-offset-4">
            Review<span className="sr-only"> who waits</span>
          </a>
        </p>
      ),
  );
}
