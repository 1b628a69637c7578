import type { EventView } from '../../../contract/event/site.ts';
import type { TeamAggregate } from '../../../contract/judging/judging.ts';
import { getRubricTitle, listUsedRubrics } from '../../../contract/judging/judging-tracks.ts';
import type { ResultFilter } from '../../../contract/judging/ranking.ts';

/** Returns the filters in the order of their buttons. */
export function listFilters(
  event: Pick<EventView, 'tracks' | 'specialCategories'>,
): { value: ResultFilter; label: string }[] {
  return [
    { value: 'all', label: 'All Tracks' },
    ...listUsedRubrics(event).map((value) => ({
      value,
      label: getRubricTitle(event, value).replace(/ Track$/, ''),
    })),
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
