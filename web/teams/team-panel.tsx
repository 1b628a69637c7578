import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../contract/people/users.ts';
import { texts } from '../../contract/texts.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { InviteCode } from './invite-code.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Members } from './members.tsx';
import { ReceivedRequests } from './received-requests.tsx';
import { teamQuery } from './teams.api.ts';

const Recruiting = lazyPart(() => import('./recruiting.tsx'));

interface TeamPanelProps {
  user: User;
  teamId: string;
  /** Whether the leader can look for members. */
  directory: boolean;
  /** Whether the person's application is approved. */
  approved?: boolean;
}

/** The person's team: members, invite code, join requests, leaving. */
export function TeamPanel({ user, teamId, directory, approved = false }: TeamPanelProps) {
  const { data: team, isError, refetch } = useQuery(teamQuery(teamId));
  const [leaving, setLeaving] = useState(false);
  if (!team)
    return isError ? (
      <ErrorBox message={texts.teams.couldNotLoad} onRetry={refetch} />
    ) : (
      <Skeleton text="Loading your team..." />
    );
  return (
    <>
      <section aria-labelledby="team-name" className="grid gap-5">
        <h3 id="team-name" className="text-2xl wrap-anywhere">
          {team.name}
        </h3>
        <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_auto]">
          <Members team={team} user={user} />
          <InviteCode team={team} />
        </div>
        {team.can.leave && (
          <Button variant="secondary" className="justify-self-start" onClick={() => setLeaving(true)}>
            Leave team
          </Button>
        )}
      </section>
      {team.can.decide && <ReceivedRequests team={team} />}
      {directory && team.can.decide && team.seatsLeft > 0 && <Recruiting team={team} approved={approved} />}
      <LeaveDialog team={team} user={user} open={leaving} onClose={() => setLeaving(false)} />
    </>
  );
}
