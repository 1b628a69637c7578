import { useQuery } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { describeSeats } from './seats.ts';
import { receivedInvitesQuery, useDecideInvite } from './team-directory.api.ts';

/** The invites to somebody without a team; nothing without one. */
export default function ReceivedInvites() {
  const { data = [] } = useQuery(receivedInvitesQuery);
  const decide = useDecideInvite();
  if (data.length === 0) return null;
  return (
    <ul aria-label="Invites" className="grid gap-3">
      {data.map((invite) => {
        const { team, teamLeader } = invite;
        return (
          <li key={invite._id} className="grid gap-3 rounded-md border-2 border-edge bg-surface-2 p-4">
            <div>
              <p className="text-lg font-semibold wrap-anywhere">
                {teamLeader.name || 'Somebody'} invites you to {team.name}
              </p>
              {team.need && <p className="wrap-anywhere">Needs: {team.need}</p>}
              <p className="text-sm">{describeSeats(team.seatsLeft)}</p>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button
                disabled={team.seatsLeft <= 0 || decide.isPending}
                onClick={() => decide.mutate({ invite, action: 'accept' })}
              >
                Accept<span className="sr-only"> the invite to {team.name}</span>
              </Button>
              <Button
                variant="secondary"
                disabled={decide.isPending}
                onClick={() => decide.mutate({ invite, action: 'decline' })}
              >
                Decline<span className="sr-only"> the invite to {team.name}</span>
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
