import { type FormEvent, useRef, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import type { User } from '../../contract/people/users.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { isWrongCode, useJoinTeam } from './teams.api.ts';

const length = limits.team.inviteCodeLength;
// Six characters, a line under each.
const slots =
  'bg-[repeating-linear-gradient(90deg,var(--color-border)_0_1ch,transparent_1ch_2ch)] bg-[length:12ch_2px] ' +
  'bg-[position:0_calc(100%-0.5rem)] bg-origin-content bg-no-repeat font-mono tracking-[1ch] uppercase';

/** Upper-cases what was typed or pasted, drops spaces, and cuts it to six characters. */
function toInviteCode(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase().slice(0, length);
}

/** Joins a team by its invite code. */
export function JoinByCode({ user }: { user: User }) {
  const [code, setCode] = useState('');
  const joinTeam = useJoinTeam(user);
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === length) joinTeam.mutate(code, { onError: () => input.current?.focus() });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label="Invite code"
        hint="Six letters and digits, from the team's leader."
        error={isWrongCode(joinTeam.error) ? joinTeam.errorText : undefined}
      >
        <Input
          ref={input}
          value={code}
          // Not maxLength: a code pasted with spaces must not be cut before they are taken out.
          onChange={(change) => {
            joinTeam.reset();
            setCode(toInviteCode(change.currentTarget.value));
          }}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          className={slots}
        />
      </Field>
      <Button type="submit" variant="secondary" busy={joinTeam.isPending} disabled={code.length < length}>
        Join team
      </Button>
    </form>
  );
}
