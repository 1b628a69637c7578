import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/db/open.ts';
import type { TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { rubricScores, scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';
import { getTeamResults } from './team-results.service.ts';

let site: TestApp;
let rita: TestActor;
let ana: TestActor;
let ben: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  rita = await signInReviewer(site);
  [ana, ben] = [await signInJudge(site, { name: 'Ana' }), await signInJudge(site, { name: '=Ben "B"' })];
});
afterAll(() => site.close());

const ok = async (who: TestActor, body: object) => {
  const answer = await who.call('POST', '/scores', body, {
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer.statusCode).toBe(201);
  return answer.json();
};

/** Two judges on the same four teams: 1 hacker with a tie, 2 startup, 3 in both tracks with a formula for a name. */
test('teams are listed by average with all of their details', async () => {
  await ok(
    ana,
    scoreBody({ team_number: 1, team_name: 'Owls', scores: rubricScores('hacker', [1, 0, 0, 0, 0]) }),
  );
  const last = await ok(
    ana,
    scoreBody({
      team_number: 1,
      team_name: 'OWLS',
      scores: rubricScores('hacker', [0, 0, 0, 0, 0]),
      special_categories: { aiPersonas: 3, supermemory: 8 },
    }),
  );
  const other = await ok(
    ben,
    scoreBody({
      team_number: 1,
      team_name: 'owl',
      scores: rubricScores('hacker', [0, 0, 0, 0, 1]),
      special_categories: { aiPersonas: 4 },
    }),
  );
  await ok(
    ana,
    scoreBody({
      team_number: 2,
      team_name: 'Pitch',
      track: 'startup',
      scores: rubricScores('startup', [9, 9, 9, 9, 9]),
    }),
  );
  await ok(
    ana,
    scoreBody({ team_number: 3, team_name: '=SUM(A1)', scores: rubricScores('hacker', [5, 5, 5, 5, 5]) }),
  );
  await ok(
    ben,
    scoreBody({
      team_number: 3,
      team_name: '@cmd',
      track: 'startup',
      scores: rubricScores('startup', [4, 4, 4, 4, 5]),
    }),
  );
  const teams = (await rita.call('GET', '/scores/teams')).json();
  expect(teams.map((team: { team_number: number }) => team.team_number)).toEqual([2, 3, 1]);
  const owls = teams[2];
  expect(owls).toEqual({
    team_names: ['owls', 'owl'],
    team_number: 1,
    track: 'hacker',
    tracks: ['hacker'],
    // (0.0 + 1.5) / 2 = 0.75, away from zero
    avg_total_score: 0.8,
    judge_count: 2,
    judge_breakdown: { Ana: 0, '=Ben "B"': 1.5 },
    special_categories_avg: { aiPersonas: 3.5, supermemory: 8 },
    all_scores: [other, last, expect.objectContaining({ team_name: 'Owls', weighted_total: 2.5 })],
    adjusted: expect.objectContaining({ rank: 2, bestRank: expect.any(Number), component: 0 }),
  });
  expect([teams[1].tracks, teams[1].track, teams[1].adjusted.rank]).toEqual([
    ['hacker', 'startup'],
    'hacker',
    1,
  ]);
  const all = (await rita.call('GET', '/scores')).json() as { _id: number }[];
  expect(all).toHaveLength(6);
  expect(all.map(({ _id }) => _id)).toEqual(all.map(({ _id }) => _id).toSorted((a, b) => b - a));
});

test('the CSV has the specified columns, two decimals, and no formula', async () => {
  const answer = await rita.call('GET', '/scores/export.csv');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="team-scores.csv"');
  expect(answer.body).toBe(
    [
      '"Team Names","Team Number","Track","Average Score","Judge Count","Judge Breakdown"',
      '"pitch","2","startup","90.00","1","Ana: 90.00"',
      `"'=sum(a1); '@cmd","3","hacker","45.75","2","Ana: 50.00; '=Ben ""B"": 41.50"`,
      `"owls; owl","1","hacker","0.75","2","Ana: 0.00; '=Ben ""B"": 1.50"`,
      '',
    ].join('\r\n'),
  );
  const more = (await rita.call('GET', '/scores/export.csv?adjusted=1')).body.split('\r\n');
  expect(more[0]).toBe(
    '"Team Names","Team Number","Track","Average Score","Judge Count","Judge Breakdown","Adjusted Score","Adjusted Interval","Adjusted Rank","Best Rank","Worst Rank","Tied With Leader","Chance Of Top 3","Group Of Judges"',
  );
});

test('the JSON has the words of the specification, the adjusted view only when asked for', async () => {
  const answer = await rita.call('GET', '/scores/export.json');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="team-scores.json"');
  const plain = ['all_scores', 'avg_total_score', 'judge_breakdown', 'judge_count', 'special_categories_avg'];
  const keys = [...plain, 'team_names', 'team_number', 'track'];
  expect(Object.keys(answer.json()[0]).sort()).toEqual(keys);
  expect(answer.json()[1].team_names).toEqual(['=sum(a1)', '@cmd']);
  const more = (await rita.call('GET', '/scores/export.json?adjusted=1')).json();
  expect(Object.keys(more[0]).sort()).toEqual(['adjusted', ...keys]);
});

test('updating some teams gives the same results as computing all, in any order of scores', async () => {
  const { db } = site.services;
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('scores', 'id'))::int as id`.execute(db);
  for (let n = 0; n < 6; n += 1) {
    const team = n % 3 === 0 ? 1 : 500 + n;
    await ok(n % 2 === 0 ? ana : ben, scoreBody({ team_number: team, team_name: `Name ${n}` }));
    const opened = openDatabase(site.database.url, { max: 1 });
    const whole = await getTeamResults(opened);
    await opened.db.destroy();
    expect((await rita.call('GET', '/scores/teams')).json()).toEqual(
      whole.map(({ average2: _average2, ...rest }) => rest),
    );
  }
  await sql`insert into scores (id, judge_id, judge_name, idempotency_key, body_hash, team_name, team_number, track, scores,
      weights, weighted_total, created_at) overriding system value
    select ${rows[0]!.id}, judge_id, judge_name, gen_random_uuid(), body_hash, 'Late', 600, track, scores, weights,
      weighted_total, created_at from scores where team_number = 501`.execute(db);
  await ok(ana, scoreBody({ team_number: 501 }));
  const numbers = (await rita.call('GET', '/scores/teams'))
    .json()
    .map((team: { team_number: number }) => team.team_number);
  expect(numbers).toContain(600);
});
