import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { joinTeam } from '../../contract/teams.ts';
import { texts } from '../../contract/texts.ts';
import type { User } from '../../contract/users.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { notify } from '../ui/notify.tsx';
import { setJoinedTeam } from './teams.api.ts';

const length = limits.team.inviteCodeLength;
// Six places, drawn as a line under each.
const slots =
  'bg-[repeating-linear-gradient(90deg,var(--color-border)_0_1ch,transparent_1ch_2ch)] bg-[length:12ch_2px] ' +
  'bg-[position:0_calc(100%-0.5rem)] bg-origin-content bg-no-repeat font-mono tracking-[1ch] uppercase';

/** A code as typed or pasted: upper-cased, without spaces, of six places at the most. */
function asCode(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase().slice(0, length);
}

/** Joins the team whose leader gave out a code; `invited` is one that came with a link. */
export function JoinByCode({ user, invited }: { user: User; invited: string }) {
  const client = useQueryClient();
  const [code, setCode] = useState(() => asCode(invited));
  const join = useMutation({
    mutationFn: () => call(joinTeam, { body: { inviteCode: code } }),
    onSuccess: (team) => {
      setJoinedTeam(client, user, team);
      notify.success(texts.teams.joined);
    },
    onError: (error) => notify.error(getErrorMessage(error, texts.teams.joinFailed)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === length) join.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Invite code" hint="Six letters and digits, from the team's leader.">
        {(control) => (
          <Input
            {...control}
            value={code}
            // Not maxLength: a code pasted with spaces must not be cut before they are taken out.
            onChange={(change) => setCode(asCode(change.currentTarget.value))}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            className={slots}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={join.isPending} disabled={code.length < length}>
        Join team
      </Button>
    </form>
  );
}
