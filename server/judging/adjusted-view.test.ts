import { expect, test } from 'vitest';
import { computeAdjustedView } from '../../packages/judge-bias/adjusted-view.ts';
import { sortRecords, type TimedRecord } from './expected-results.ts';
import oracle from './fixtures/judging-oracle.json' with { type: 'json' };
import { pickNextTable } from './pick-next-table.ts';
import { blockOffsets, blockRounds } from './table-queues.ts';

test.each(oracle.adjust.map((c) => [c.name, c] as const))(
  'the oracle agrees: %s',
  (_name, { rows, expect: expected }) => {
    const view = computeAdjustedView(sortRecords(rows as TimedRecord[]));
    expect(view.rho).toBeCloseTo(expected.rho, 6);
    expect(view.sigma).toBeCloseTo(expected.sigma, 6);
    expect(view.components).toBe(expected.components);
    expect(view.judges.map(({ judge, component }) => ({ judge, component }))).toEqual(
      expected.judges.map(({ judge, component }) => ({ judge, component })),
    );
    for (const [at, judge] of expected.judges.entries())
      expect(view.judges[at]!.lenience).toBeCloseTo(judge.lenience, 6);
    expect(view.teams).toEqual(
      expected.teams.map((team) => ({
        team: team.team,
        judges: team.n,
        raw: expect.closeTo(team.raw, 6),
        score: expect.closeTo(team.adjusted, 6),
        se: expect.closeTo(team.se, 6),
        rank: team.rank,
        bestRank: team.rankBest,
        worstRank: team.rankWorst,
        tiedWithLeader: team.tiedWithLeader,
        chanceTop3: expect.closeTo(team.chance, 4),
        component: team.component,
      })),
    );
  },
);

test('the leniences of a group add up to nothing, and a constant moves the scores only', () => {
  const rows = oracle.adjust.find((c) => c.name === 'sim-panels')!.rows as TimedRecord[];
  const view = computeAdjustedView(rows);
  for (let group = 0; group < view.components; group++)
    expect(
      view.judges
        .filter((judge) => judge.component === group)
        .reduce((sum, judge) => sum + judge.lenience, 0),
    ).toBeCloseTo(0, 9);
  const moved = computeAdjustedView(rows.map((row) => ({ ...row, total: row.total + 7 })));
  for (const [at, team] of view.teams.entries()) {
    expect(moved.teams[at]!.score).toBeCloseTo(team.score + 7, 9);
    expect(moved.teams[at]!.se).toBeCloseTo(team.se, 9);
  }
});

test('the plans of the oracle', () => {
  for (const { T, J, k, offsets, queues } of oracle.assign.plans) {
    expect(blockOffsets(Math.min(T, J), k)).toEqual(offsets);
    expect(blockRounds(T, J, k).map((queue) => queue.map((table) => table + 1))).toEqual(queues);
  }
  for (const [scores, byJudges] of Object.entries(oracle.assign.offsetsTable))
    for (const [judges, offsets] of Object.entries(byJudges))
      expect(blockOffsets(Number(judges), Number(scores)).join(',')).toBe(offsets);
});

test.each(oracle.assign.next.map((c) => [c.name, c] as const))('where next: %s', (_name, c) => {
  expect(
    pickNextTable({
      tables: c.T,
      scores: c.k,
      queue: c.queue,
      seen: new Set(c.seen[c.j] as number[]),
      counts: c.cnt,
      busy: new Set(c.busy as number[]),
      absent: new Set(c.absent as number[]),
      last: c.pos[c.j]!,
    }),
  ).toBe(c.expect);
});
