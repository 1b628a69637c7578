import type { TeamAggregate } from '../../contract/judging.ts';
import type { EventView } from '../../contract/site.ts';

/** A track, or a special category, which belongs to the hacker track. */
export type ResultFilter = 'all' | 'hacker' | 'startup' | `special:${string}`;

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

/** Returns the special category of a filter; undefined for a track. */
export function getFilterCategory(filter: ResultFilter): string | undefined {
  return filter.startsWith('special:') ? filter.slice('special:'.length) : undefined;
}

/** Returns the teams that match a filter, in their order. */
export function filterTeams(teams: readonly TeamAggregate[], filter: ResultFilter): TeamAggregate[] {
  const category = getFilterCategory(filter);
  return teams.filter((team) =>
    category === undefined
      ? filter === 'all' || team.track === filter
      : team.track === 'hacker' && category in team.special_categories_avg,
  );
}

/** Returns the highest minus the lowest judge's total of a team, in points. */
export function computeSpread({ judge_breakdown }: TeamAggregate): number {
  const totals = Object.values(judge_breakdown);
  return Math.max(...totals) - Math.min(...totals);
}

/** Returns ranks from 1 by team number; teams with the same average share a rank. */
export function computeRanks(teams: readonly TeamAggregate[]): Map<number, { rank: number; tied: boolean }> {
  const ranks = new Map<number, { rank: number; tied: boolean }>();
  for (const [at, team] of teams.entries()) {
    const above = teams[at - 1];
    const same = above?.avg_total_score === team.avg_total_score;
    const below = teams[at + 1]?.avg_total_score === team.avg_total_score;
    const rank = same ? ranks.get(above.team_number)!.rank : at + 1;
    ranks.set(team.team_number, { rank, tied: same || below });
  }
  return ranks;
}
