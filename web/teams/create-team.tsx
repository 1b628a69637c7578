import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import type { EventView } from '../../contract/site.ts';
import { createTeam } from '../../contract/teams.ts';
import { texts } from '../../contract/texts.ts';
import type { User } from '../../contract/users.ts';
import { ApiError, getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { notify } from '../ui/notify.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { setJoinedTeam } from './teams.api.ts';

interface CreateTeamProps {
  user: User;
  track: EventView['tracks'][number] | undefined;
}

/** Starts a team: its name and how many it is for, no more than the track allows. */
export function CreateTeam({ user, track }: CreateTeamProps) {
  const client = useQueryClient();
  const largest = Math.min(limits.team.maxSize, track?.maxTeamSize ?? limits.team.maxSize);
  const [name, setName] = useState('');
  const [wished, setSize] = useState<number>(limits.team.defaultSize);
  const [error, setError] = useState<string>();
  const size = Math.min(wished, largest);
  const sizes = Array.from(
    { length: largest - limits.team.minSize + 1 },
    (_, more) => limits.team.minSize + more,
  );

  const create = useMutation({
    mutationFn: () => call(createTeam, { body: { name, maxMembers: size } }),
    onSuccess: (team) => {
      setJoinedTeam(client, user, team);
      notify.success(texts.teams.created);
    },
    onError: (refused) => {
      const wrong = refused instanceof ApiError ? refused.fields.name : undefined;
      if (wrong) setError(`The team name ${wrong}.`);
      else notify.error(getErrorMessage(refused, texts.teams.createFailed));
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = name.trim() === '';
    setError(missing ? texts.apply.teamNameMissing : undefined);
    if (!missing) create.mutate();
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Team name" error={error} required>
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={(change) => setName(change.currentTarget.value)}
            autoComplete="off"
          />
        )}
      </Field>
      <RadioChips
        legend="Team size"
        options={sizes.map((value) => ({ value: String(value), label: String(value) }))}
        value={String(size)}
        onChange={(choice) => setSize(Number(choice.currentTarget.value))}
      />
      <Button type="submit" busy={create.isPending}>
        Create team
      </Button>
    </form>
  );
}
