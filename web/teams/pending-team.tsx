import { useQuery } from '@tanstack/react-query';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { useLive } from '../lib/live.ts';
import { Card } from '../ui/card.tsx';
import { MyRequests } from './my-requests.tsx';
import { TeamPanel } from './team-panel.tsx';
import { refreshTeamsAndAnnounce, sentRequestsQuery } from './teams.api.ts';

/** The team that a pending applicant created or asked to join in the form; nothing without one. */
export default function PendingTeam({ user, event }: { user: User; event: EventView | undefined }) {
  const { data: requests } = useQuery({ ...sentRequestsQuery, enabled: user.team === null });
  const refresh = () => void refreshTeamsAndAnnounce();
  useLive('me', refresh);
  useLive('team', refresh);
  if (!user.team && !requests?.length) return null;
  return (
    <Card title="Your team" contentClass="grid grid-cols-1 gap-5">
      {user.team ? (
        <TeamPanel user={user} teamId={user.team} directory={event?.teamDirectory ?? false} />
      ) : (
        <MyRequests />
      )}
    </Card>
  );
}
