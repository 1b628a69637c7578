import type { JudgingTrack, TeamAggregate } from '../../contract/judging.ts';
import type { EventView } from '../../contract/site.ts';

/** A track, or a special category, which belongs to the hacker track. */
export type ResultFilter = 'all' | JudgingTrack | `special:${string}`;

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

/** Returns what a team is ranked by: the average of a special category from 0 to 10, else the average total. */
export function getRankedValue(team: TeamAggregate, category?: string): number {
  return category === undefined ? team.avg_total_score : (team.special_categories_avg[category] ?? 0);
}

/** Returns the teams by the average of a special category, the best first, equal ones in their order. */
export function sortByCategory(teams: readonly TeamAggregate[], category: string): TeamAggregate[] {
  return teams.toSorted((a, b) => getRankedValue(b, category) - getRankedValue(a, category));
}

type Ranks = Map<number, { rank: number; tied: boolean }>;

/** Returns ranks from 1 by team number, of teams in the order of the ranking; equal values share a rank. */
export function computeRanks(teams: readonly TeamAggregate[], category?: string): Ranks {
  const ranks: Ranks = new Map();
  const valueAt = (at: number) => teams[at] && getRankedValue(teams[at], category);
  for (const [at, team] of teams.entries()) {
    const same = valueAt(at - 1) === valueAt(at);
    const rank = same ? ranks.get(teams[at - 1]!.team_number)!.rank : at + 1;
    ranks.set(team.team_number, { rank, tied: same || valueAt(at + 1) === valueAt(at) });
  }
  return ranks;
}
