import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../contract/format.ts';
import type { Publication, RankedGroup, WinnerWarning } from '../../contract/results.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { usePublishResults } from './results.api.ts';

const warnings: Record<WinnerWarning, string> = {
  'no-project': 'Has submitted no project.',
  'other-track': 'Is in another track.',
  'not-entered': 'Has not entered for this.',
};

/** Shows who would be published, group by group, and asks how many places. */
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
  const publish = usePublishResults({ onSuccess: onClose });
  const count = groups.filter(({ key }) => (places[key] ?? 0) > 0).length;
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Publish the results?"
      description="Everybody sees these winners on the page of the results and in the gallery. No score is shown, and nobody else."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={count === 0}
            busy={publish.isPending}
            onClick={() => publish.mutate({ version, places })}
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
}

function Group({ group: { label, ranking }, places, onPlaces }: GroupProps) {
  const last = Math.max(0, ...ranking.map(({ place }) => place));
  const options = Array.from({ length: last + 1 }, (_, value) => ({
    value: String(value),
    label: value === 0 ? 'Nobody' : formatCount(value, 'place'),
  }));
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
          .map(({ place, tied, name, team, warning }) => (
            <li key={`${place} ${name} ${team}`} className="flex gap-3 wrap-anywhere">
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
                {warning && (
                  <span className="flex items-center gap-2 text-sm font-semibold text-danger">
                    <TriangleAlert size={16} className="shrink-0" />
                    {warnings[warning]}
                  </span>
                )}
              </span>
            </li>
          ))}
      </ol>
    </section>
  );
}
