import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { createJoinRequest, type FoundTeam } from '../../contract/teams.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { notify } from '../ui/notify.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { refreshTeams } from './teams.api.ts';

const max = limits.text.message;

/** Asks a team's leader to be let in, with a few words if one likes. */
export function AskDialog({ team, onClose }: { team: FoundTeam | null; onClose: () => void }) {
  const client = useQueryClient();
  const [message, setMessage] = useState('');
  const tooLong = Array.from(message).length > max;
  const ask = useMutation({
    mutationFn: (teamId: string) => call(createJoinRequest, { body: { teamId, message } }),
    onSuccess: () => {
      notify.success('Join request sent');
      setMessage('');
      onClose();
    },
    onError: (error) => notify.error(getErrorMessage(error, 'Failed to send join request')),
    onSettled: () => refreshTeams(client),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (team && !tooLong) ask.mutate(team._id);
  };
  return (
    <Dialog
      open={team !== null}
      onClose={onClose}
      title={`Ask to join ${team?.name ?? ''}`}
      description={`${team?.leader.name ?? 'The leader'} reads your name, email and message, and decides.`}
    >
      <form onSubmit={submit} className="grid gap-5">
        <Field label="Message" required={false} error={tooLong ? 'This is too long.' : undefined}>
          {(control) => (
            <Textarea
              {...control}
              limit={max}
              value={message}
              onChange={(change) => setMessage(change.currentTarget.value)}
              placeholder="What you are good at, what you would like to build"
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={ask.isPending} disabled={tooLong}>
            Send request
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
