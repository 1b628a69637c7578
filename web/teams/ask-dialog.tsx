import { useState } from 'react';
import { limits } from '../../contract/limits.ts';
import type { TeamSearchResult } from '../../contract/teams/teams.ts';
import { useSession } from '../lib/session.api.ts';
import { Field, Textarea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { describeOtherTrack } from './seats.ts';
import { useCreateJoinRequest } from './teams.api.ts';

const max = limits.text.message;

/** What was typed before the dialog was closed, by person and team. */
const drafts = new Map<string, string>();

interface AskDialogProps {
  team: TeamSearchResult;
  /** The person's track. */
  track: string | undefined;
  onClose: () => void;
}

export default function AskDialog({ team, track, onClose }: AskDialogProps) {
  const key = `${useSession().user?._id} ${team._id}`;
  const [message, setMessage] = useState(drafts.get(key) ?? '');
  const tooLong = Array.from(message).length > max;
  const createJoinRequest = useCreateJoinRequest();
  const submit = () => {
    const body = { teamId: team._id, message };
    if (!tooLong)
      createJoinRequest.mutate(
        { body },
        {
          onSuccess: () => {
            drafts.delete(key);
            onClose();
          },
        },
      );
  };
  const otherTrack = describeOtherTrack(team.track, track);
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      action={{ ...createJoinRequest, errorText: undefined }}
      confirmLabel="Send request"
      title={`Ask to join ${team.name}`}
      description={`${team.leader.name} reads your name, email and message, and decides.`}
    >
      {otherTrack && <p className="rounded-md bg-pending-bg px-4 py-3 text-pending">{otherTrack}</p>}
      <Field label="Message" required={false} error={tooLong ? 'This is too long.' : undefined}>
        <Textarea
          limit={max}
          value={message}
          onValueChange={(typed) => {
            setMessage(typed);
            drafts.set(key, typed);
          }}
          placeholder="What you are good at, what you would like to build"
        />
      </Field>
    </FormDialog>
  );
}
