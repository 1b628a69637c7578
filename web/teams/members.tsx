import { useState } from 'react';
import type { User } from '../../contract/people/users.ts';
import type { Team } from '../../contract/teams/teams.ts';
import { formatName } from '../lib/format-name.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useRemoveMember } from './teams.api.ts';

/** The members in the order they joined. */
export function Members({ team, user }: { team: Team; user: User }) {
  const [removing, setRemoving] = useState<Team['members'][number] | null>(null);
  const removeMember = useRemoveMember(team);
  return (
    <>
      <ul
        aria-label="Members"
        tabIndex={-1}
        id="team-members"
        className="grid grid-cols-1 gap-2 py-3 sm:gap-3 sm:px-4"
      >
        {team.members.map((member) => (
          <li key={member._id} className="flex items-center gap-3">
            <Avatar name={member.name} photo={member.photo} />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="font-semibold wrap-anywhere">{formatName(member.name)}</span>
                {member._id === user._id && <span className="text-muted">(you)</span>}
                {member._id === team.creator._id && <Badge tone="priority">Leader</Badge>}
              </span>
              {member.email && member._id !== user._id && (
                <span className="block text-xs text-muted wrap-anywhere sm:text-sm">{member.email}</span>
              )}
            </span>
            {team.can.remove && member._id !== user._id && (
              <Button variant="ghost" size="compact" className="-mr-3" onClick={() => setRemoving(member)}>
                Remove<span className="sr-only"> {member.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
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
    </>
  );
}
