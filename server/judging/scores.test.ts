import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { rubricScores, scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';
import { expectInvariants } from '../testing/teams.ts';

let site: TestApp;
let ruth: TestActor;
let rita: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  rita = await signInReviewer(site);
});
afterAll(() => site.close());
beforeEach(async () => {
  ruth = await signInJudge(site);
});

const send = (who: TestActor, body: object, key?: string) =>
  who.call('POST', '/scores', body, key ? { headers: { 'idempotency-key': key } } : {});
const own = async (who: TestActor) => (await who.call('GET', '/scores/mine')).json();

test('only judges score', async () => {
  for (const who of [anonymous(site), await signUp(site), await signUpAdmin(site), rita])
    expect((await send(who, scoreBody())).statusCode).toBe(401);
});

test('a score is stored with the total of the server and the name of the session', async () => {
  const body = scoreBody({
    team_name: '  Night\u200b   Owls ',
    scores: rubricScores('hacker', [7, 8, 6, 9, 10]),
    special_categories: { supermemory: 9 },
    weighted_total: 100,
    judge_name: 'Somebody Else',
  });
  const answer = await send(ruth, body);
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({
    _id: expect.any(Number),
    judge_name: ruth.name,
    team_name: 'Night Owls',
    team_number: 12,
    track: 'hacker',
    scores: { innovation: 7, technical: 8, impact: 6, presentation: 9, design: 10 },
    weighted_total: 78,
    special_categories: { supermemory: 9 },
    created_at: expect.any(String),
  });
  expect(await own(ruth)).toEqual([answer.json()]);
  expect(await own(await signInJudge(site))).toEqual([]);
});

test('a judge who is set to a track scores no other, by whatever call; others choose', async () => {
  const { db } = site.services;
  const startup = scoreBody({ track: 'startup', scores: rubricScores('startup', [7, 7, 7, 7, 7]) });
  const skip = (track: string) => ruth.call('POST', '/judge/skip', { track, teamNumber: 9, reason: 'busy' });
  const next = (track: string) => ruth.call('GET', `/judge/next?track=${track}`);
  const [{ username }] = (await db
    .updateTable('judges')
    .set({ track: 'hacker' })
    .where('id', '=', ruth.id)
    .returning('username')
    .execute()) as [{ username: string }];
  const grace = await signUpAdmin(site);
  const paper = (body: object) => grace.call('POST', `/judging/judges/${username}/scores`, body);
  for (const answer of [
    await send(ruth, startup),
    await skip('startup'),
    await next('startup'),
    await paper(startup),
  ])
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'other_track']);
  expect(await own(ruth)).toEqual([]);
  // By the own rubric, but a table of the other track.
  const table = { number: 77, track: 'startup', name: 'Pitchers', retired_at: null } as const;
  await db.insertInto('demo_tables').values(table).execute();
  expect((await send(ruth, scoreBody({ team_number: 77 }))).json().code).toBe('other_track');
  for (const answer of [await send(ruth, scoreBody()), await skip('hacker'), await next('hacker')])
    expect(answer.statusCode).toBeLessThan(300);
  await db.deleteFrom('demo_tables').where('number', '=', 77).execute();
  const free = await signInJudge(site);
  for (const body of [startup, scoreBody()]) expect((await send(free, body)).statusCode).toBe(201);
});

test('the same key returns the first score, another body with it is refused', async () => {
  const first = await send(ruth, scoreBody(), 's-1');
  const again = await send(ruth, scoreBody(), 's-1');
  expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  expect((await send(ruth, scoreBody({ team_number: 13 }), 's-1')).statusCode).toBe(422);
  expect((await send(await signInJudge(site), scoreBody(), 's-1')).statusCode).toBe(201);
  expect((await send(ruth, scoreBody(), 's-2')).statusCode).toBe(201);
  expect(await own(ruth)).toHaveLength(2);
});

test('without a key the same body within 30 s is a repeat, later a new score', async () => {
  const first = await send(ruth, scoreBody());
  site.advance(29_000);
  expect((await send(ruth, scoreBody())).json()).toEqual(first.json());
  expect((await send(ruth, scoreBody({ team_number: 13 }))).statusCode).toBe(201);
  site.advance(2000);
  expect((await send(ruth, scoreBody())).statusCode).toBe(201);
});

test.each([
  ['a blank name', { team_name: ' \u200b\u2060 ' }],
  ['no number', { team_number: null }],
])('%s is missing information', async (_what, changes) => {
  const { statusCode, body } = await send(ruth, scoreBody(changes));
  expect([statusCode, JSON.parse(body).message]).toEqual([
    400,
    'Missing information: Please enter both team name and team number.',
  ]);
});

const seven = scoreBody().scores;
test.each([
  ['a score of 11', { scores: { ...seven, design: 11 } }],
  ['half a score', { scores: { ...seven, design: 6.5 } }],
  ['a score as text', { scores: { ...seven, design: '7' } }],
  ['a criterion too few', { scores: { innovation: 7 } }],
  ['a criterion too many', { scores: { ...seven, bonus: 10 } }],
  ['criteria of the other track', { track: 'startup' }],
  ['a third track', { track: 'clozyt' }],
  [
    'special categories for a startup',
    {
      track: 'startup',
      scores: rubricScores('startup', [5, 5, 5, 5, 5]),
      special_categories: { aiPersonas: 5 },
    },
  ],
  ['an unknown special category', { special_categories: { bestHat: 5 } }],
  ['no special category at all', { special_categories: {} }],
  ['number 0', { team_number: 0 }],
  ['a number too large', { team_number: 100_001 }],
  ['a number with a fraction', { team_number: 1.5 }],
  ['a name of 101 letters', { team_name: 'x'.repeat(101) }],
  ['a field that nobody knows', { bonus: 1 }],
])('%s is refused', async (_what, changes) => {
  expect((await send(ruth, scoreBody(changes))).statusCode).toBe(400);
  expect(await own(ruth)).toEqual([]);
});

test('the database itself refuses wrong totals, changes and removals', async () => {
  await send(ruth, scoreBody());
  const { db } = site.services;
  const copy = (total: string, scores: string) =>
    sql`insert into scores (judge_id, judge_name, idempotency_key, body_hash, team_name, team_number, track, scores,
        weights, weighted_total, created_at)
      select judge_id, judge_name, gen_random_uuid(), body_hash, team_name, team_number, track, ${scores}::jsonb, weights,
        ${total}::numeric, created_at from scores where judge_id = ${ruth.id}`.execute(db);
  const right = JSON.stringify(seven);
  await expect(copy('70.1', right)).rejects.toThrow(/check constraint/);
  await expect(copy('70', JSON.stringify({ ...seven, design: 7.5 }))).rejects.toThrow(/check constraint/);
  await expect(copy('70', JSON.stringify({ ...seven, more: 0 }))).rejects.toThrow(/check constraint/);
  await expect(sql`update scores set team_number = 1`.execute(db)).rejects.toThrow(/never changed/);
  await expect(sql`delete from scores`.execute(db)).rejects.toThrow(/never changed/);
  await copy('70', right);
  await expectInvariants(site);
});

test('of many scores of one team, over several connections, the last one counts', async () => {
  const sent = [];
  for (let round = 0; round < 50; round += 1)
    sent.push(
      await send(
        ruth,
        scoreBody({ team_number: 700, scores: rubricScores('hacker', [round % 11, 5, 5, 5, round % 7]) }),
        `k-${round}`,
      ),
    );
  const newest = (await own(ruth))[0];
  expect(newest).toEqual(sent.at(-1)!.json());
  const team = (await rita.call('GET', '/scores/teams'))
    .json()
    .find((each: { team_number: number }) => each.team_number === 700);
  expect(team.judge_breakdown).toEqual({ [ruth.name]: newest.weighted_total });
  expect(team.all_scores).toHaveLength(50);
});
