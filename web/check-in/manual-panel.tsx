import { type FormEvent, type Ref, useState } from 'react';
import { formatTime } from '../../contract/format.ts';
import { limits } from '../../contract/limits.ts';
import { texts } from '../../contract/texts.ts';
import { isConnectionLost } from '../lib/api-error.ts';
import { useEvent } from '../lib/event.api.ts';
import { formatName } from '../lib/format-name.ts';
import { useAction } from '../lib/use-action.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { fetchParticipants } from './check-in.api.ts';
import { findRoster, type KnownParticipant, searchRoster } from './roster.ts';

const { searchLabel, searchFailed, noneFound } = texts.checkIn;

/** Searches on the server, and in the roster when no answer comes. */
async function findPeople(term: string, checkpoint: string): Promise<KnownParticipant[]> {
  try {
    return await fetchParticipants(term, checkpoint);
  } catch (error) {
    const roster = findRoster(checkpoint);
    if (!isConnectionLost(error) || !roster) throw error;
    console.warn(error);
    return searchRoster(roster, term, checkpoint);
  }
}

/** Finds approved people by name or email. */
export default function ManualPanel({
  checkpoint,
  field,
  onSelect,
}: {
  checkpoint: string;
  field: Ref<HTMLInputElement>;
  onSelect: (person: KnownParticipant) => void;
}) {
  const [term, setTerm] = useState('');
  const search = useAction(() => findPeople(term.trim(), checkpoint), {
    fallback: searchFailed,
    isShown: () => true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (term.trim() !== '' && !search.isPending) search.mutate();
  };
  return (
    <div className="grid gap-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label={searchLabel} className="flex-1 basis-56">
          <Input
            ref={field}
            value={term}
            maxLength={limits.text.searchTerm}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            onChange={({ target }) => setTerm(target.value)}
          />
        </Field>
        <Button type="submit" busy={search.isPending} disabled={term.trim() === ''}>
          {search.isPending ? 'Searching...' : 'Search'}
        </Button>
      </form>
      {search.errorText && <ErrorBox message={search.errorText} />}
      {search.data?.length === 0 && <p role="status">{noneFound}</p>}
      {search.data && search.data.length > 0 && <SearchResults people={search.data} onSelect={onSelect} />}
    </div>
  );
}

function SearchResults({
  people,
  onSelect,
}: {
  people: KnownParticipant[];
  onSelect: (person: KnownParticipant) => void;
}) {
  const event = useEvent();
  return (
    <ScrollRegion
      label="Search results"
      className="max-h-[200px] overflow-y-auto rounded-md border border-hairline"
    >
      <ul className="divide-y divide-hairline">
        {people.map((person) => (
          <li key={person.userId}>
            <button
              type="button"
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3 py-2 text-left -outline-offset-3 hover:bg-surface-2"
              onClick={() => onSelect(person)}
            >
              <span className="min-w-0 flex-1 basis-44">
                <span className="block font-semibold break-words">{formatName(person.name)}</span>
                {person.email !== undefined && (
                  <span className="block text-sm wrap-anywhere text-muted">
                    {person.email ?? texts.admin.noEmail}
                  </span>
                )}
              </span>
              {person.attendanceConfirmed && <Badge tone="priority">[Priority]</Badge>}
              {person.checkedInAt && <Badge>checked in at {formatTime(person.checkedInAt, event)}</Badge>}
            </button>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
