import { UserRound } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../contract/people/users.ts';
import type { Team } from '../../contract/teams/teams.ts';
import { formatName } from '../lib/format-name.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { describeSeats } from './seats.ts';
import { useRemoveMember } from './teams.api.ts';

/** The members in the order they joined, and the free seats. */
export function Members({ team, user }: { team: Team; user: User }) {
  const [removing, setRemoving] = useState<Team['members'][number] | null>(null);
  const removeMember = useRemoveMember(team);
  const free = team.seatsLeft;

  return (
    <div>
      <ul aria-label="Members" tabIndex={-1} id="team-members" className="grid gap-3">
        {team.members.map((member) => (
          <li key={member._id} className="flex items-center gap-3">
            <Avatar name={member.name} photo={member.photo} />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="font-semibold wrap-anywhere">{formatName(member.name)}</span>
                {member._id === user._id && <span className="text-muted">(you)</span>}
                {member._id === team.creator._id && <Badge tone="priority">Leader</Badge>}
              </span>
              {member.email && <span className="block text-sm text-muted wrap-anywhere">{member.email}</span>}
            </span>
            {team.can.remove && member._id !== user._id && (
              <Button variant="ghost" onClick={() => setRemoving(member)}>
                Remove<span className="sr-only"> {member.name}</span>
              </Button>
            )}
          </li>
        ))}
        {Array.from({ length: free }, (_, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty seats differ in nothing but their number.
          <li key={seat} aria-hidden="true" className="flex items-center gap-3 text-muted">
            <span className="grid size-10 shrink-0 place-items-center rounded-full border-2 border-dashed border-border">
              <UserRound size={18} strokeWidth={1.75} />
            </span>
            Free seat
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">{describeSeats(free)}</p>
      <ConfirmDialog
        open={removing !== null}
        title={`Remove ${removing?.name ?? ''} from ${team.name}?`}
        body="They lose access to the team at once and get an email. The invite code changes, so the old one stops working."
        confirmLabel="Remove"
        danger
        busy={removeMember.isPending}
        onConfirm={() =>
          removing && removeMember.mutate(removing._id, { onSettled: () => setRemoving(null) })
        }
        onCancel={() => setRemoving(null)}
        returnFocus={() => document.getElementById('team-members')}
      />
    </div>
  );
}
