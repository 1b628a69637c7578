import { findArea } from '../../../contract/event/table-areas.ts';
import { useEvent } from '../../lib/event.api.ts';

export function YourTable({ number }: { number: number }) {
  const area = findArea(useEvent()?.projects?.areas, number);
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 sm:gap-x-3 sm:text-lg">
      Your table:{' '}
      <strong className="tabular rounded-md border-2 border-ink bg-butter px-2 font-mono text-xl sm:px-3 sm:text-2xl text-ink">
        {number}
      </strong>
      {area && <span className="wrap-anywhere">{area}</span>}
    </p>
  );
}
