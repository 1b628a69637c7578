import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { Card } from '../ui/card.tsx';
import { MyRequests } from './my-requests.tsx';
import { NoTeam } from './no-team.tsx';
import { useRejectedRequests } from './request-answer.ts';
import { TeamPanel } from './team-panel.tsx';
import { useLiveTeams } from './teams.api.ts';

interface PendingTeamProps {
  user: User;
  event: EventView | undefined;
  application: Application;
}

/** The team of a pending applicant, or the requests to join one and the ways into one. */
export default function PendingTeam({ user, event, application }: PendingTeamProps) {
  useLiveTeams();
  const isRefused = useRejectedRequests(user.team === null).length > 0;
  const directory = event?.teamDirectory ?? false;
  const track = event?.tracks.find(({ id }) => id === application.track);
  return (
    <Card title="Your team" contentClass="grid grid-cols-1 gap-5">
      {user.team ? (
        <TeamPanel user={user} teamId={user.team} directory={directory} />
      ) : (
        <>
          <MyRequests approved={false} />
          <NoTeam user={user} track={track} directory={directory} brief isRefused={isRefused} />
        </>
      )}
    </Card>
  );
}
