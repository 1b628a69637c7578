import type { TeamAggregate } from '../../contract/judging.ts';
import type { ResultFilter } from '../../contract/ranking.ts';
import type { EventView } from '../../contract/site.ts';

/** Returns the filters in the order of their buttons. */
export function listFilters(
  event: Pick<EventView, 'specialCategories'>,
): { value: ResultFilter; label: string }[] {
  return [
    { value: 'all', label: 'All Tracks' },
    { value: 'hacker', label: 'Hacker' },
    { value: 'startup', label: 'Startup' },
    ...event.specialCategories.map(({ key, label, filterLabel }) => ({
      value: `special:${key}` as const,
      label: filterLabel ?? label,
    })),
  ];
}

/** Returns the highest minus the lowest judge's total of a team, in points. */
export function computeSpread({ judge_breakdown }: TeamAggregate): number {
  const totals = Object.values(judge_breakdown);
  return Math.max(...totals) - Math.min(...totals);
}
