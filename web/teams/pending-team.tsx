import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { useUser } from '../lib/session.api.ts';
import { Card } from '../ui/card.tsx';
import { MyRequests } from './my-requests.tsx';
import { NoTeam } from './no-team.tsx';
import { useRejectedRequests } from './request-answer.ts';
import { TeamPanel } from './team-panel.tsx';
import { useLiveTeams } from './teams.api.ts';

interface PendingTeamProps {
  event: EventView | undefined;
  application: Application;
}

/** The team of a pending applicant, or the requests to join one and the ways into one. */
export default function PendingTeam({ event, application }: PendingTeamProps) {
  const user = useUser();
  useLiveTeams();
  const isRefused = useRejectedRequests(user.team === null).length > 0;
  const directory = event?.teamDirectory ?? false;
  const track = event?.tracks.find(({ id }) => id === application.track);
  return (
    <Card title="Your team" contentClass="grid grid-cols-1 gap-5">
      {user.team ? (
        <TeamPanel teamId={user.team} directory={directory} />
      ) : (
        <>
          <MyRequests approved={false} />
          <NoTeam track={track} directory={directory} brief isRefused={isRefused} />
        </>
      )}
    </Card>
  );
}
