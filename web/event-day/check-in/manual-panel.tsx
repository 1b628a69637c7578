import { useQuery } from '@tanstack/react-query';
import { type Ref, useMemo, useState } from 'react';
import { problems } from '../../../contract/errors.ts';
import { formatShortId } from '../../../contract/event-day/short-id.ts';
import { limits } from '../../../contract/limits.ts';
import { formatWhen } from '../../../contract/platform/format-when.ts';
import { texts } from '../../../contract/texts.ts';
import { isConnectionLost } from '../../lib/api-error.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { useAction } from '../../lib/use-action.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Form, Input } from '../../ui/field.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { fetchParticipants, rosterQuery } from './check-in.api.ts';
import {
  findRoster,
  type KnownParticipant,
  listRemoved,
  listWaiting,
  searchRoster,
  searchSimilar,
} from './identify-pass.ts';

const { searchLabel, searchFailed, noneFound } = texts.checkIn;

/** Searches on the server, and in the roster, which has no addresses, when no answer comes. */
async function findPeople(
  term: string,
  checkpoint: string,
): Promise<{ people: KnownParticipant[]; isOffline?: boolean }> {
  try {
    return { people: await fetchParticipants(term, checkpoint) };
  } catch (error) {
    const roster = findRoster(checkpoint);
    if (!isConnectionLost(error) || !roster) throw error;
    console.warn(error);
    return { people: searchRoster(roster, term, checkpoint), isOffline: true };
  }
}

interface ManualPanelProps {
  checkpoint: string;
  field: Ref<HTMLInputElement>;
  onSearch?: () => void;
  onSelect: (person: KnownParticipant) => void;
}

export default function ManualPanel({ checkpoint, field, onSearch, onSelect }: ManualPanelProps) {
  const [term, setTerm] = useState('');
  const finding = useAction(
    async (wanted: string) => ({ wanted, ...(await findPeople(wanted, checkpoint)) }),
    {
      fallback: searchFailed,
      isShown: true,
    },
  );
  const { data: roster } = useQuery(rosterQuery(checkpoint));
  // What was found for another term is not shown beside what is typed now.
  const found = finding.data?.wanted === term.trim() ? finding.data : undefined;
  const { wanted = '', people } = found ?? {};
  const removed = found && roster ? listRemoved(roster, wanted) : [];
  const waiting = found && roster ? listWaiting(roster, wanted) : [];
  const isNobody = people?.length === 0;
  const similar = useMemo(
    () => (isNobody && roster ? searchSimilar(roster, wanted, checkpoint) : []),
    [isNobody, roster, wanted, checkpoint],
  );
  const submit = () => {
    if (term.trim() === '' || finding.isPending) return;
    onSearch?.();
    finding.mutate(term.trim());
  };
  return (
    <div className="grid gap-4">
      <Form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label={searchLabel} className="flex-1 basis-56">
          <Input
            ref={field}
            value={term}
            maxLength={limits.text.searchTerm}
            spellCheck={false}
            enterKeyHint="search"
            onValueChange={setTerm}
          />
        </Field>
        <Button type="submit" busy={finding.isPending} disabled={term.trim() === ''}>
          {finding.isPending ? 'Searching...' : 'Search'}
        </Button>
      </Form>
      {finding.errorText && <ErrorBox message={finding.errorText} />}
      {removed.length > 0 && (
        <p role="alert" className="font-semibold wrap-anywhere text-danger">
          {problems.person_removed.message}. {removed.join(', ')}
        </p>
      )}
      {isNobody && removed.length === 0 && (
        <p role="status">
          {found?.isOffline && wanted.includes('@')
            ? 'Without a network people are found by their name only.'
            : noneFound}
        </p>
      )}
      {waiting.length > 0 && (
        <p role="status" className="font-semibold wrap-anywhere">
          On the waitlist, without a place: {waiting.map(formatName).join(', ')}
        </p>
      )}
      {people && people.length > 0 && (
        <SearchResults label="Search results" people={people} onSelect={onSelect} />
      )}
      {similar.length > 0 && (
        <div className="grid gap-2">
          <h3 className="font-semibold">Similar names</h3>
          <SearchResults label="Similar names" people={similar} onSelect={onSelect} />
        </div>
      )}
    </div>
  );
}

interface SearchResultsProps {
  label: string;
  people: KnownParticipant[];
  onSelect: (person: KnownParticipant) => void;
}

function SearchResults({ label, people, onSelect }: SearchResultsProps) {
  const event = useEvent();
  return (
    <ScrollRegion label={label} className="max-h-[200px] overflow-y-auto rounded-md border border-hairline">
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
                <span className="block text-sm wrap-anywhere text-muted">
                  {person.email === undefined
                    ? `ID ${formatShortId(person.userId)}`
                    : (person.email ?? texts.admin.noEmail)}
                </span>
              </span>
              {person.attendanceConfirmed && <Badge tone="priority">[Priority]</Badge>}
              {person.checkedInAt && <Badge>checked in at {formatWhen(person.checkedInAt, event)}</Badge>}
            </button>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
