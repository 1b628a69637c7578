import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import {
  describeConcern,
  listConcerns,
  rankWithout,
} from '../../../contract/judging/publication-concerns.ts';
import type { Concern, Exclusion, Publication, RankedGroup } from '../../../contract/judging/results.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { usePublishResults } from './results.api.ts';

/** What was decided about concerns so far. */
interface Decisions {
  confirmed: readonly string[];
  excluded: readonly Exclusion[];
}

/** Shows who would be published, group by group, asks how many places, and for a decision about each concern. */
export default function PublishDialog({
  publication: { groups, version },
  onClose,
}: {
  publication: Publication;
  onClose: () => void;
}) {
  const [places, setPlaces] = useState<Record<string, number>>(
    Object.fromEntries(groups.map((group) => [group.key, group.places])),
  );
  const [{ confirmed, excluded }, setDecisions] = useState<Decisions>({ confirmed: [], excluded: [] });
  const publish = usePublishResults({ onSuccess: onClose });
  const count = groups.filter(({ key }) => (places[key] ?? 0) > 0).length;
  const concerns = listConcerns(groups, places, excluded);
  const open = concerns.filter(({ key }) => !confirmed.includes(key));
  const confirm = (key: string, isConfirmed: boolean) =>
    setDecisions({
      confirmed: isConfirmed ? [...confirmed, key] : confirmed.filter((each) => each !== key),
      excluded,
    });
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Publish the results?"
      description="Everyone on the internet will see these winners on the results page and in the gallery. Scores and other teams stay private."
      footer={
        <>
          {open.length > 0 && (
            <p role="status" className="mr-auto self-center text-sm font-semibold text-danger">
              {formatCount(open.length, 'decision')} left.
            </p>
          )}
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={count === 0 || open.length > 0}
            busy={publish.isPending}
            onClick={() =>
              publish.mutate({
                version,
                places,
                confirmed: concerns.map(({ key }) => key),
                excluded: [...excluded],
              })
            }
          >
            Publish
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {groups.map((group) => (
          <Group
            key={group.key}
            group={group}
            places={places[group.key] ?? 0}
            onPlaces={(value) => setPlaces((before) => ({ ...before, [group.key]: value }))}
            concerns={concerns.filter((each) => each.group === group.key)}
            confirmed={confirmed}
            excluded={excluded.filter((each) => each.group === group.key)}
            onConfirm={confirm}
            onExclude={(added) => setDecisions({ confirmed, excluded: [...excluded, added] })}
            onInclude={(removed) =>
              setDecisions({ confirmed, excluded: excluded.filter((each) => each !== removed) })
            }
          />
        ))}
      </div>
    </Dialog>
  );
}

interface GroupProps {
  group: RankedGroup;
  places: number;
  onPlaces: (places: number) => void;
  concerns: readonly Concern[];
  confirmed: readonly string[];
  /** Of this group. */
  excluded: readonly Exclusion[];
  onConfirm: (key: string, isConfirmed: boolean) => void;
  onExclude: (exclusion: Exclusion) => void;
  onInclude: (exclusion: Exclusion) => void;
}

const getTable = (id: string) => (/^\d+$/.test(id) ? `table ${id}` : undefined);

function Group(props: GroupProps) {
  const { group, places, onPlaces, concerns, confirmed, excluded, onConfirm, onExclude, onInclude } = props;
  const { label, unscored } = group;
  const ranking = rankWithout(group, excluded);
  const last = Math.min(limits.results.maxPlaces, Math.max(0, ...ranking.map(({ place }) => place)));
  const options = Array.from({ length: last + 1 }, (_, value) => ({
    value: String(value),
    label: value === 0 ? 'Nobody' : formatCount(value, 'place'),
  }));
  const names = new Map([...group.ranking, ...unscored].map(({ id, name }) => [id, name]));
  return (
    <section aria-label={label} className="grid gap-2">
      <div className="grid items-center gap-2 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <h3 className="text-lg wrap-anywhere">{label}</h3>
        <Select
          aria-label={`Places of ${label}`}
          options={options}
          value={String(Math.min(places, last))}
          onChange={({ target }) => onPlaces(Number(target.value))}
        />
      </div>
      <ol className="grid gap-1">
        {ranking
          .filter(({ place }) => place <= places)
          .map(({ id, place, tied, name, team }) => (
            <li key={id} className="flex gap-3 wrap-anywhere">
              <span className="w-8 shrink-0 font-mono">
                {place}
                {tied && (
                  <>
                    =<span className="sr-only"> tied</span>
                  </>
                )}
              </span>
              <span>
                <strong>{name}</strong>
                {team && <span className="text-muted"> {team}</span>}
              </span>
            </li>
          ))}
      </ol>
      {concerns.length > 0 && (
        <ul aria-label={`Before you publish ${label}`} className="grid gap-2">
          {concerns.map((concern) => (
            <ConcernRow
              key={concern.key}
              concern={concern}
              isConfirmed={confirmed.includes(concern.key)}
              onConfirm={(isConfirmed) => onConfirm(concern.key, isConfirmed)}
              onExclude={(reason) => onExclude({ group: group.key, id: concern.id, reason })}
            />
          ))}
        </ul>
      )}
      {excluded.map((each) => (
        <p key={each.id} className="flex flex-wrap items-center gap-x-3 text-sm text-muted wrap-anywhere">
          Excluded: {names.get(each.id)}. {each.reason}
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Include ${names.get(each.id)} again`}
            onClick={() => onInclude(each)}
          >
            Include again
          </Button>
        </p>
      ))}
    </section>
  );
}

interface ConcernRowProps {
  concern: Concern;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  onExclude: (reason: string) => void;
}

function ConcernRow({ concern, isConfirmed, onConfirm, onExclude }: ConcernRowProps) {
  const [reason, setReason] = useState<string>();
  const { id, name } = concern;
  const table = getTable(id);
  const called = [name, table && name.toLowerCase() !== table && `(${table})`].filter(Boolean).join(' ');
  const says = `${called} ${describeConcern(concern)}`;
  return (
    <li className="grid gap-2 rounded-md border-2 border-border p-3">
      <p className="flex gap-2 wrap-anywhere">
        <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />
        {says}.
      </p>
      <div className="flex flex-wrap items-center gap-x-4">
        <Checkbox
          label="Publish anyway"
          aria-label={`Publish anyway: ${says}`}
          checked={isConfirmed}
          onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
        />
        {reason === undefined && (
          <Button variant="ghost" size="sm" aria-label={`Exclude ${called}`} onClick={() => setReason('')}>
            Exclude
          </Button>
        )}
      </div>
      {reason !== undefined && (
        <form
          className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            if (reason.trim()) onExclude(reason.trim());
          }}
        >
          <Input
            aria-label={`Why ${called} is excluded`}
            placeholder="Reason, for the audit log"
            maxLength={limits.text.reason}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button type="submit" variant="secondary" disabled={reason.trim() === ''}>
            Exclude
          </Button>
        </form>
      )}
    </li>
  );
}
