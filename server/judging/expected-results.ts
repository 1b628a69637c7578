import { type AdjustedResults, computeAdjustedView } from '../../packages/judge-bias/adjusted-view.ts';
import type { ScoreRecord } from '../../packages/judge-bias/judge-bias.ts';
import { pickNextTable } from './pick-next-table.ts';
import { blockOffsets, blockRounds } from './table-queues.ts';

/** A record of a file, with its time if the file has one. */
export type TimedRecord = ScoreRecord & { at?: string | number; created_at?: string | number };

/** Returns records by time; records without a time or with the same one keep their order. */
export function sortRecords(records: readonly TimedRecord[]): TimedRecord[] {
  return records.toSorted((a, b) => time(a) - time(b));
}

function time({ at, created_at }: TimedRecord): number {
  const moment = at ?? created_at;
  return typeof moment === 'string' ? Date.parse(moment) : (moment ?? 0);
}

/** What is expected of a team, by the names of the file, and what the adjusted view calls it. */
const teamFields = {
  team: 'team',
  n: 'judges',
  raw: 'raw',
  adjusted: 'score',
  se: 'se',
  rank: 'rank',
  rankBest: 'bestRank',
  rankWorst: 'worstRank',
  tiedWithLeader: 'tiedWithLeader',
  component: 'component',
} as const;
type ExpectedTeam = Record<keyof typeof teamFields, number | boolean> & { chance: number };

interface AdjustCase {
  name: string;
  rows: TimedRecord[];
  expect: Omit<AdjustedResults, 'teams'> & { teams: ExpectedTeam[] };
}

interface PlanCase {
  T: number;
  J: number;
  k: number;
  offsets: number[];
  /** Table numbers, starting at 1. */
  queues: number[][];
}

interface NextCase {
  T: number;
  k: number;
  j: number;
  queue: number[];
  seen: number[][];
  cnt: number[];
  busy: number[];
  absent: number[];
  pos: number[];
  expect: number;
}

/** A file of cases and expected values. */
interface OracleFile {
  adjust?: AdjustCase[];
  assign?: { plans?: PlanCase[]; next?: NextCase[] };
}

// Probabilities are integrated numerically: they agree to this much.
const chanceTolerance = 1e-4;

const same = (a: unknown, b: unknown) => (JSON.stringify(a) === JSON.stringify(b) ? 0 : 1);

function teamErrors(given: ReturnType<typeof computeAdjustedView>['teams'], expected: ExpectedTeam[]) {
  if (given.length !== expected.length) return [Number.POSITIVE_INFINITY];
  return expected.flatMap((want, at) => {
    const team = given[at]!;
    const chance = Math.abs(team.chanceTop3 - want.chance);
    const errors = Object.entries(teamFields).map(
      ([theirs, ours]) => Number(team[ours]) - Number(want[theirs as keyof typeof teamFields]),
    );
    return [...errors, chance <= chanceTolerance ? 0 : chance];
  });
}

function adjustErrors({ rows, expect }: AdjustCase): number[] {
  const view = computeAdjustedView(sortRecords(rows));
  const judges = new Map(view.judges.map((judge) => [judge.judge, judge]));
  return [
    view.rho - expect.rho,
    view.sigma - expect.sigma,
    view.components - expect.components,
    view.judges.length - expect.judges.length,
    ...expect.judges.flatMap(({ judge, lenience, component }) => {
      const found = judges.get(judge);
      return found ? [found.lenience - lenience, found.component - component] : [Number.POSITIVE_INFINITY];
    }),
    ...teamErrors(view.teams, expect.teams),
  ];
}

function planErrors({ T, J, k, offsets, queues }: PlanCase): number[] {
  const planned = blockRounds(T, J, k).map((queue) => queue.map((table) => table + 1));
  return [same(blockOffsets(Math.min(T, J), k), offsets), same(planned, queues)];
}

function nextErrors({ T, k, j, queue, seen, cnt, busy, absent, pos, expect }: NextCase): number[] {
  const table = pickNextTable({
    tables: T,
    scores: k,
    queue,
    seen: new Set(seen[j]),
    counts: cnt,
    busy: new Set(busy),
    absent: new Set(absent),
    last: pos[j] ?? -1,
  });
  return [table - expect];
}

/** Returns the largest absolute error over a file's cases: points for scores, ranks as numbers, 1 for a different plan. */
export function computeLargestError({
  adjust = [],
  assign: { plans = [], next = [] } = {},
}: OracleFile): number {
  const errors = [
    ...adjust.flatMap(adjustErrors),
    ...plans.flatMap(planErrors),
    ...next.flatMap(nextErrors),
  ].map((error) => (Number.isNaN(error) ? Number.POSITIVE_INFINITY : Math.abs(error)));
  return errors.reduce((largest, error) => Math.max(largest, error), 0);
}
