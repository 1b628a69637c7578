import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { Card } from '../ui/card.tsx';
import { MyRequests } from './my-requests.tsx';
import { TeamPanel } from './team-panel.tsx';
import { useLiveTeams } from './teams.api.ts';

interface PendingTeamProps {
  user: User;
  event: EventView | undefined;
  application: Application;
}

/** The team of a pending applicant, or the requests to join one, or the way to ask. */
export default function PendingTeam({ user, event, application }: PendingTeamProps) {
  useLiveTeams();
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
