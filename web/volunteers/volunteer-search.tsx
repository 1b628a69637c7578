import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { PersonRow } from '../check-in-overview/person-row.tsx';
import { getErrorMessage } from '../lib/api-error.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { notify } from '../ui/notify.tsx';
import { addVolunteerAndRefresh, candidatesQuery } from './volunteers.api.ts';

// The server asks for more of an address; this tells one from a name.
const looksLikeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Finds a person by name or address, and lets them help at the door; an address without an account does too. */
export function VolunteerSearch() {
  const [text, setText] = useState('');
  const term = useDebounced(text.trim(), 250);
  const found = useQuery(candidatesQuery(term));
  const add = useMutation({
    mutationFn: ({ email }: { email: string; name: string }) => addVolunteerAndRefresh(email),
    onSuccess: (_done, { email, name }) => {
      setText('');
      void notify.success(`${name || email} can open the station from the next sign-in on.`);
    },
  });
  const people = term === '' ? [] : (found.data ?? []);
  const isAnswered = term !== '' && term === text.trim() && found.isSuccess && !found.isPlaceholderData;
  const isNew =
    isAnswered &&
    looksLikeAddress.test(term) &&
    !people.some(({ email }) => email?.toLowerCase() === term.toLowerCase());
  return (
    <Card title="Let somebody help">
      <div className="grid gap-4">
        <Field label="Name or email" hint="Who has no account yet is found by the whole address.">
          {(control) => (
            <Input
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
              {...control}
            />
          )}
        </Field>
        {add.isError && (
          <ErrorBox message={getErrorMessage(add.error, 'This could not be done. Please try again.')} />
        )}
        {found.isError && <ErrorBox message="The search failed." onRetry={() => void found.refetch()} />}
        <ul
          aria-label="People found"
          className="divide-y divide-hairline"
          hidden={!isNew && people.length === 0}
        >
          {people.map(({ _id, name, email, can, reason }) => (
            <PersonRow key={_id} name={name} email={email ?? ''} note={reason}>
              {can.help && email && (
                <Button
                  variant="secondary"
                  busy={add.isPending && add.variables.email === email}
                  aria-label={`Let help: ${name || email}`}
                  onClick={() => add.mutate({ email, name })}
                >
                  Let help
                </Button>
              )}
            </PersonRow>
          ))}
          {isNew && (
            <PersonRow
              name=""
              email={term}
              note="No account yet: the first sign-in with this address makes one."
            >
              <Button
                variant="secondary"
                busy={add.isPending}
                aria-label={`Let help: ${term}`}
                onClick={() => add.mutate({ email: term, name: '' })}
              >
                Let help
              </Button>
            </PersonRow>
          )}
        </ul>
        <p role="status" className="text-muted" hidden={!isAnswered || isNew || people.length > 0}>
          {isAnswered && !isNew && people.length === 0 && 'Nobody with an account fits this.'}
        </p>
      </div>
    </Card>
  );
}
