import type { User } from '../../contract/people/users.ts';
import type { Team } from '../../contract/teams/teams.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useLeaveTeam } from './teams.api.ts';

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
export function LeaveDialog({ team, user, open, onClose }: LeaveDialogProps) {
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
