import { useQuery } from '@tanstack/react-query';
import type { EventView } from '../../../contract/event/site.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { checkInCountsQuery } from '../check-in/check-in.api.ts';
import { stationsQuery } from './check-in-overview.api.ts';

interface CheckpointTilesProps {
  checkpoints: EventView['checkpoints'];
  value: string;
  onChange: (checkpoint: string) => void;
}

/** How many are checked in at each checkpoint, of how many, and which one is shown below. */
export function CheckpointTiles({ checkpoints, value, onChange }: CheckpointTilesProps) {
  const { data: counts, isError, refetch } = useQuery(checkInCountsQuery);
  const expected = useQuery(stationsQuery).data?.expected;
  const countOf = (id: string) => counts?.find(({ checkpoint }) => checkpoint === id)?.count;
  const entrance = checkpoints[0]?.id;
  // Meals and swag are for those who are in.
  const totalOf = (id: string) => (id === entrance ? expected : countOf(entrance ?? ''));
  return (
    <div className="grid gap-3">
      {isError && <ErrorBox message="The counts could not be loaded." onRetry={refetch} />}
      <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3">
        <legend className="sr-only">Checkpoint</legend>
        {checkpoints.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === value}
            className="flex flex-wrap items-center justify-between gap-x-2 rounded-lg border-2 border-hairline bg-surface px-3 py-1.5 text-left hover:border-edge aria-pressed:border-primary aria-pressed:bg-surface-2"
            onClick={() => onChange(id)}
          >
            <span className="text-sm font-semibold">{name}</span>
            <span className="tabular whitespace-nowrap font-display text-xl font-bold tracking-tight">
              <span
                data-of={totalOf(id) === undefined ? '' : ` of ${totalOf(id)}`}
                className="after:text-sm after:font-normal after:text-muted after:content-[attr(data-of)]"
              >
                {countOf(id) ?? '–'}
              </span>
              <span className="sr-only"> checked in</span>
            </span>
          </button>
        ))}
      </fieldset>
    </div>
  );
}
