import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../contract/people/users.ts';
import type { Team } from '../../contract/teams/teams.ts';
import { texts } from '../../contract/texts.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { InviteCode } from './invite-code.tsx';
import { Members } from './members.tsx';
import { ReceivedRequests } from './received-requests.tsx';
import { describeSeats } from './seats.ts';
import { teamQuery, useLeaveTeam } from './teams.api.ts';

interface LeaveDialogProps {
  team: Team;
  user: User;
  open: boolean;
  onClose: () => void;
}

/** Describes what leaving means for the team. */
function consequence({ members, creator }: Team, user: User): string {
  const next = members.find(({ _id }) => _id !== user._id);
  if (!next) return 'You are its only member, so the team and the requests to join it will be deleted.';
  if (creator._id !== user._id)
    return 'Your seat becomes free. To come back you need the code or the leader.';
  return `You lead this team. Leadership passes to ${next.name}, who has been in it longest.`;
}

/** Asks before somebody leaves their team. */
function LeaveDialog({ team, user, open, onClose }: LeaveDialogProps) {
  const leaveTeam = useLeaveTeam(user);
  return (
    <ConfirmDialog
      open={open}
      title={`Leave ${team.name}?`}
      body={consequence(team, user)}
      confirmLabel="Leave team"
      danger
      busy={leaveTeam.isPending}
      onConfirm={() => leaveTeam.mutate(team, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}

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
      <section aria-labelledby="team-name" className="rounded-md border-hairline sm:border">
        <div className="flex items-center justify-between gap-3 border-b border-hairline pb-2 sm:px-4 sm:pt-2">
          <div>
            <h3 id="team-name" className="text-lg leading-tight wrap-anywhere">
              {team.name}
            </h3>
            <p className="text-sm text-muted">{describeSeats(team.seatsLeft)}</p>
          </div>
          {team.can.leave && (
            <Button
              variant="ghost"
              size="compact"
              className="-mr-3 shrink-0"
              onClick={() => setLeaving(true)}
            >
              Leave team
            </Button>
          )}
        </div>
        <Members team={team} user={user} />
        <InviteCode team={team} />
      </section>
      {team.can.decide && <ReceivedRequests team={team} />}
      {directory && team.can.decide && team.seatsLeft > 0 && <Recruiting team={team} approved={approved} />}
      <LeaveDialog team={team} user={user} open={leaving} onClose={() => setLeaving(false)} />
    </>
  );
}
