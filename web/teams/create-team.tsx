import { type FormEvent, useState } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import { limits } from '../../contract/limits.ts';
import type { User } from '../../contract/people/users.ts';
import { texts } from '../../contract/texts.ts';
import { ApiError } from '../lib/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { useCreateTeam } from './teams.api.ts';

export function CreateTeam({ user, track }: { user: User; track: EventView['tracks'][number] | undefined }) {
  const largest = Math.min(limits.team.maxSize, track?.maxTeamSize ?? limits.team.maxSize);
  const [name, setName] = useState('');
  const [chosenSize, setChosenSize] = useState<number>(limits.team.defaultSize);
  const [error, setError] = useState<string>();
  const size = Math.min(chosenSize, largest);
  const sizes = Array.from(
    { length: largest - limits.team.minSize + 1 },
    (_, more) => limits.team.minSize + more,
  );

  const createTeam = useCreateTeam(user);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = name.trim() === '';
    setError(missing ? texts.apply.teamNameMissing : undefined);
    if (missing) return;
    createTeam.mutate(
      { name, maxMembers: size },
      {
        onError: (refusal) => {
          const problem = refusal instanceof ApiError && refusal.fields.name;
          if (problem) setError(`The team name ${problem}.`);
        },
      },
    );
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Team name" error={error} required>
        <Input value={name} onChange={(change) => setName(change.currentTarget.value)} autoComplete="off" />
      </Field>
      <RadioChips
        legend="Team size"
        options={sizes.map((value) => ({ value: String(value), label: String(value) }))}
        value={String(size)}
        onChange={(choice) => setChosenSize(Number(choice.currentTarget.value))}
      />
      <Button type="submit" busy={createTeam.isPending}>
        Create team
      </Button>
    </form>
  );
}
