import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import type { HelperRole } from '../../../contract/platform/roles.ts';
import { PersonRow } from '../../event-day/check-in-overview/person-row.tsx';
import { getErrorMessage } from '../../lib/api-error.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { RadioChips } from '../../ui/radio-chips.tsx';
import { places, useAddVolunteer, useInviteVolunteers, volunteerCandidatesQuery } from './volunteers.api.ts';

// Tells an email address from a name; the server checks more.
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Finds a person by name or email and makes them a volunteer or a mentor; an email address without an account works too. */
export function VolunteerSearch() {
  const hasMentors = useEvent()?.help !== undefined;
  const [role, setRole] = useState<HelperRole>('volunteer');
  const [text, setText] = useState('');
  const term = useDebounced(text.trim(), 250);
  const found = useQuery(volunteerCandidatesQuery(term));
  const field = useRef<HTMLInputElement>(null);
  const add = useAddVolunteer({
    onSuccess: () => {
      setText('');
      field.current?.focus();
    },
  });
  const people = term === '' ? [] : (found.data ?? []);
  const isAnswered = term !== '' && term === text.trim() && found.isSuccess && !found.isPlaceholderData;
  // An address can be added although nobody may be searched for, as while review is blind.
  const isNew =
    (isAnswered || (term !== '' && found.isError)) &&
    emailPattern.test(term) &&
    !people.some(({ email }) => email?.toLowerCase() === term.toLowerCase());
  const newAccount = {
    _id: 'new',
    name: '',
    email: term,
    can: { help: true },
    reason: 'No account yet. It is created when they first sign in with this address.',
  };
  const rows = isNew ? [...people, newAccount] : people;
  const isNobody = isAnswered && rows.length === 0;
  return (
    <Card title={`Add a ${role}`}>
      <div className="grid gap-4">
        {hasMentors && (
          <RadioChips
            legend="As"
            hideLegend
            options={[
              { value: 'volunteer', label: 'Volunteer at check-in' },
              { value: 'mentor', label: 'Mentor' },
            ]}
            value={role}
            onChange={({ target }) => setRole(target.value as HelperRole)}
          />
        )}
        <Field label="Name or email" hint="No account yet? Enter the full email address.">
          <Input
            ref={field}
            type="search"
            value={text}
            maxLength={limits.text.searchTerm}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => {
              add.reset();
              setText(target.value);
            }}
          />
        </Field>
        {add.errorText && <ErrorBox message={add.errorText} />}
        {term !== '' && found.error && (
          <ErrorBox
            message={getErrorMessage(found.error, 'The search failed. Please try again.')}
            onRetry={found.refetch}
          />
        )}
        <ul aria-label="People found" className="divide-y divide-hairline" hidden={rows.length === 0}>
          {rows.map(({ _id, name, email, can, reason }) => (
            <PersonRow key={_id} name={name} email={email ?? ''} note={reason}>
              {can.help && email && (
                <Button
                  variant="secondary"
                  busy={add.isPending && add.variables?.email === email}
                  aria-label={`Add ${role}: ${name || email}`}
                  onClick={() => add.mutate({ email, name, role })}
                >
                  Add {role}
                </Button>
              )}
            </PersonRow>
          ))}
        </ul>
        <p role="status" className="text-muted" hidden={!isNobody}>
          {isNobody && 'No account matches.'}
        </p>
        <InviteList role={role} />
      </div>
    </Card>
  );
}

/** The largest number of invitations at once. */
const maxAtOnce = 200;

function InviteList({ role }: { role: HelperRole }) {
  const [text, setText] = useState('');
  const invite = useInviteVolunteers();
  const emails = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  const isTooLong = emails.length > maxAtOnce;
  const submit = (form: FormEvent) => {
    form.preventDefault();
    if (emails.length === 0 || isTooLong || invite.isPending) return;
    invite.mutate(
      { emails, role },
      {
        // What was refused stays, to be corrected.
        onSuccess: ({ refused }) => setText(refused.map(({ email }) => email).join('\n')),
      },
    );
  };
  const { data } = invite;
  return (
    <Collapsible open={false} line={<span className="font-semibold">Invite many by a list</span>}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Email addresses"
          hint="One per line. Each gets an email with the link to their page."
          error={isTooLong ? `At most ${maxAtOnce} at once.` : undefined}
        >
          <Textarea
            required
            spellCheck={false}
            autoCapitalize="none"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Button type="submit" variant="secondary" className="justify-self-end" busy={invite.isPending}>
          Invite {emails.length > 0 && formatCount(emails.length, role)}
        </Button>
        {data && (
          <div role="status" className="grid gap-1">
            <p>
              {formatCount(data.added, role)} can use {places[role]} after signing in.
            </p>
            {data.refused.map(({ email, reason }) => (
              <p key={email} className="text-sm wrap-anywhere text-danger">
                {email}: {reason}
              </p>
            ))}
          </div>
        )}
      </form>
    </Collapsible>
  );
}
