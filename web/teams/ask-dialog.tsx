import { type FormEvent, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import type { ListedTeam } from './team-finder.tsx';
import { useCreateJoinRequest } from './teams.api.ts';

const max = limits.text.message;

interface AskDialogProps {
  team: ListedTeam | null;
  /** The person's track. */
  track: string | undefined;
  onClose: () => void;
}

export default function AskDialog({ team, track, onClose }: AskDialogProps) {
  const [message, setMessage] = useState('');
  const tooLong = Array.from(message).length > max;
  const createJoinRequest = useCreateJoinRequest();
  const close = () => {
    setMessage('');
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (team && !tooLong) createJoinRequest.mutate({ teamId: team._id, message }, { onSuccess: close });
  };
  return (
    <Dialog
      open={team !== null}
      onClose={onClose}
      title={`Ask to join ${team?.name ?? ''}`}
      description={`${team?.leader.name ?? 'The leader'} reads your name, email and message, and decides.`}
    >
      <form onSubmit={submit} className="grid gap-5">
        {team?.track && track && team.track !== track && (
          <p className="rounded-md bg-pending-bg px-4 py-3 text-pending">
            Its leader is in the {team.track}, you are in the {track}. A project competes in the track of
            whoever starts it.
          </p>
        )}
        <Field label="Message" required={false} error={tooLong ? 'This is too long.' : undefined}>
          <Textarea
            limit={max}
            value={message}
            onChange={(change) => setMessage(change.currentTarget.value)}
            placeholder="What you are good at, what you would like to build"
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={createJoinRequest.isPending} disabled={tooLong}>
            Send request
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
