import { getOwnValue } from '../platform/own-value.ts';
import type { JudgingTrack, TeamAggregate } from './judging.ts';
import { usualRubric } from './judging-tracks.ts';

// From marks to ranks: the total of a score, and how teams are filtered and ranked for review, show and publication.

/** A criterion of a rubric; weights are whole percent and add up to 100. */
interface Weighted {
  key: string;
  weight: number;
}

/**
 * Returns the weighted total of whole scores from 0 to 10, in points from 0 to 100, exact to one decimal because the sum is
 * in whole tenths. A missing score counts as 0.
 */
export function weightedTotal(criteria: readonly Weighted[], scores: Readonly<Record<string, number>>) {
  return (
    criteria.reduce((tenths, { key, weight }) => tenths + weight * (getOwnValue(scores, key) ?? 0), 0) / 10
  );
}

/** An adjusted score's 80% interval is this many standard errors to each side. */
export const adjustedInterval = 1.2815515655446004;

/** A rubric of tracks, or a special category, which belongs to the hacker rubric. */
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
      : team.track === usualRubric && Object.hasOwn(team.special_categories_avg, category),
  );
}

/** Returns the average of totals with at most one decimal each, in units of `1 / scale`, rounded half away from zero. */
function average(totals: readonly number[], scale: 10 | 100): number {
  const tenths = totals.reduce((sum, total) => sum + Math.round(total * 10), 0);
  return Math.floor((2 * (scale / 10) * tenths + totals.length) / (2 * totals.length));
}

/** An entry with its rank from 1. Entries whose averages are equal to two decimals share a rank. */
export interface Ranked<T> {
  entry: T;
  rank: number;
  tied: boolean;
  /** With one decimal. */
  average: number;
  /** With two decimals, if an entry of another rank has the same `average`. */
  precise?: string;
}

/** Returns the entries by the average of their totals, highest first; entries that share a rank keep their order. */
export function rankByAverage<T>(
  entries: readonly T[],
  getTotals: (entry: T) => readonly number[],
): Ranked<T>[] {
  const sorted = entries
    .map((entry) => {
      const totals = getTotals(entry);
      return { entry, tenths: average(totals, 10), hundredths: average(totals, 100) };
    })
    .sort((a, b) => b.hundredths - a.hundredths);
  const byTenths = Map.groupBy(sorted, ({ tenths }) => tenths);
  let rank = 0;
  return sorted.map(({ entry, tenths, hundredths }, at) => {
    const isSame = (other?: { hundredths: number }) => other?.hundredths === hundredths;
    if (!isSame(sorted[at - 1])) rank = at + 1;
    return {
      entry,
      rank,
      tied: isSame(sorted[at - 1]) || isSame(sorted[at + 1]),
      average: tenths / 10,
      ...(!byTenths.get(tenths)!.every(isSame) && { precise: (hundredths / 100).toFixed(2) }),
    };
  });
}

type Scored = Pick<TeamAggregate, 'team_number' | 'judge_breakdown' | 'all_scores'>;

/**
 * Returns each judge's latest mark for a team, without voided ones but with those from paper: the total, or the mark in a
 * special category.
 */
export function listMarks(
  { all_scores }: Pick<TeamAggregate, 'all_scores'>,
  category?: string,
): { judge: string; mark: number; comment?: string; paper?: true }[] {
  const latest = new Map(
    all_scores
      .filter(({ voided }) => !voided)
      .reverse()
      .map((score) => [score.judge_name, score]),
  );
  return [...latest].flatMap(([judge, { weighted_total, special_categories, comment, entered }]) => {
    const mark = category === undefined ? weighted_total : getOwnValue(special_categories, category);
    return mark === undefined
      ? []
      : [{ judge, mark, ...(comment && { comment }), ...(entered?.paper && { paper: true as const }) }];
  });
}

/** Ranks teams by their average total, or by their average in a special category; ties are in order of number. */
export function rankTeams<T extends Scored>(teams: readonly T[], category?: string): Ranked<T>[] {
  return rankByAverage(
    teams.toSorted((a, b) => a.team_number - b.team_number),
    (team) =>
      category === undefined
        ? Object.values(team.judge_breakdown)
        : listMarks(team, category).map(({ mark }) => mark),
  );
}

/** Returns groups of entries as one list, ranked from 1; the entries of a group share a rank. */
export function rankGroups<T extends { place: number; tied: boolean }>(
  groups: readonly (readonly T[])[],
): T[] {
  let rank = 1;
  return groups.flatMap((shared) => {
    const ranked = shared.map((entry) => ({ ...entry, place: rank, tied: shared.length > 1 }));
    rank += shared.length;
    return ranked;
  });
}

/** Returns a team's name as last written, and its project. */
export function describeTeam({ all_scores, project }: Pick<TeamAggregate, 'all_scores' | 'project'>): string {
  const written = new Map(
    all_scores
      .filter(({ voided }) => !voided)
      .reverse()
      .map(({ team_name }) => [team_name.toLowerCase(), team_name]),
  );
  return [[...written.values()].join(', '), project].filter(Boolean).join(' · ');
}

export const isTrack = (key: string): boolean => /^(track|only):/.test(key);

/** Whether a decision needs a reason: it changes the order, or one judge's score alone decides a rank in a track. */
export const needsReason = (
  group: string,
  { order, confirmed }: { order: string[][] | null; confirmed: readonly string[] },
): boolean => order !== null || (isTrack(group) && confirmed.some((key) => key.startsWith('one-judge ')));
