import type { JudgingTrack, TeamAggregate } from './judging.ts';

// Filters and numbers the teams of the results. A score's total is computed in `scoring.ts`, a team's average and the order of
// the teams in `server/judging/team-results.service.ts`.

/** A track, or a special category, which belongs to the hacker track. */
export type ResultFilter = 'all' | JudgingTrack | `special:${string}`;

export function findFilterCategory(filter: ResultFilter): string | undefined {
  return filter.startsWith('special:') ? filter.slice('special:'.length) : undefined;
}

type Filtered = Pick<TeamAggregate, 'track' | 'special_categories_avg'>;

export function filterTeams<T extends Filtered>(teams: readonly T[], filter: ResultFilter): T[] {
  const category = findFilterCategory(filter);
  return teams.filter((team) =>
    category === undefined
      ? filter === 'all' || team.track === filter
      : team.track === 'hacker' && category in team.special_categories_avg,
  );
}

type Ranked = Pick<TeamAggregate, 'team_number' | 'avg_total_score' | 'special_categories_avg'>;

/** Returns what a team is ranked by: the average of a special category from 0 to 10, else the average total. */
export function getRankedValue(team: Ranked, category?: string): number {
  return category === undefined ? team.avg_total_score : (team.special_categories_avg[category] ?? 0);
}

/** Returns the teams by the average of a special category, the best first, equal ones in their order. */
export function sortByCategory<T extends Ranked>(teams: readonly T[], category: string): T[] {
  return teams.toSorted((a, b) => getRankedValue(b, category) - getRankedValue(a, category));
}

type Ranks = Map<number, { rank: number; tied: boolean }>;

/** Returns ranks from 1 by team number, of teams in the order of the ranking; equal values share a rank. */
export function computeRanks(teams: readonly Ranked[], category?: string): Ranks {
  const ranks: Ranks = new Map();
  const valueAt = (at: number) => teams[at] && getRankedValue(teams[at], category);
  for (const [at, team] of teams.entries()) {
    const same = valueAt(at - 1) === valueAt(at);
    const rank = same ? ranks.get(teams[at - 1]!.team_number)!.rank : at + 1;
    ranks.set(team.team_number, { rank, tied: same || valueAt(at + 1) === valueAt(at) });
  }
  return ranks;
}
