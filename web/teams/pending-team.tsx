import { useQuery } from '@tanstack/react-query';
import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { useLive } from '../lib/live.ts';
import { Card } from '../ui/card.tsx';
import { MyRequests } from './my-requests.tsx';
import { useRejectedRequests } from './request-answer.ts';
import { TeamPanel } from './team-panel.tsx';
import { refreshTeamsAndAnnounce, sentRequestsQuery } from './teams.api.ts';

interface PendingTeamProps {
  user: User;
  event: EventView | undefined;
  application: Application;
}

/** The team that a pending applicant created or asked to join in the form, or what it answered; nothing without one. */
export default function PendingTeam({ user, event, application }: PendingTeamProps) {
  const { data: requests } = useQuery({ ...sentRequestsQuery, enabled: user.team === null });
  const rejected = useRejectedRequests(user.team === null);
  const refresh = () => void refreshTeamsAndAnnounce();
  useLive('me', refresh);
  useLive('team', refresh);
  if (!user.team && !requests?.length && rejected.length === 0) return null;
  return (
    <Card title="Your team" contentClass="grid grid-cols-1 gap-5">
      {user.team ? (
        <TeamPanel user={user} teamId={user.team} directory={event?.teamDirectory ?? false} />
      ) : (
        <MyRequests track={application.track} approved={false} />
      )}
    </Card>
  );
}
