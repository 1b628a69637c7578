import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Score, TeamAggregate } from '../../contract/judging/judging.ts';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { rubricScores, scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';

let site: TestApp;
let grace: TestActor;
let rita: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
  rita = await signInReviewer(site);
});
afterAll(() => site.close());

async function score(judge: TestActor, team: number, mark: number, more: object = {}): Promise<Score> {
  const body = scoreBody({
    team_number: team,
    scores: rubricScores('hacker', Array(5).fill(mark)),
    ...more,
  });
  return (await judge.call('POST', '/scores', body)).json();
}
const voidScore = (id: number, reason = 'Wrong table') =>
  grace.call('POST', `/scores/${id}/void`, { reason });
const list = async (): Promise<TeamAggregate[]> => (await rita.call('GET', '/scores/teams')).json();
const findTeam = async (number: number) => (await list()).find(({ team_number }) => team_number === number);

test('a corrected score counts, and a voided one does not; both stay in the history', async () => {
  const [ana, ben] = [await signInJudge(site), await signInJudge(site)];
  const first = await score(ana, 1, 2);
  const second = await score(ana, 1, 8);
  await score(ben, 1, 4);
  expect(await findTeam(1)).toMatchObject({ avg_total_score: 60, judge_count: 2 });
  expect((await voidScore(second._id)).statusCode).toBe(200);
  // The earlier one counts again.
  const team = (await findTeam(1))!;
  expect(team).toMatchObject({ avg_total_score: 30, judge_count: 2, judge_breakdown: { [ana.name]: 20 } });
  expect(team.all_scores.map(({ _id, voided }) => [_id, voided?.reason])).toContainEqual([
    second._id,
    'Wrong table',
  ]);
  expect(team.all_scores.find(({ _id }) => _id === second._id)?.voided?.by).toBe('Grace Hopper');
  await voidScore(first._id);
  expect(await findTeam(1)).toMatchObject({ avg_total_score: 40, judge_count: 1 });
  // The judge is free to score the table again.
  expect((await ana.call('GET', '/scores/mine')).json()).toEqual([]);
  await score(ana, 1, 6);
  expect(await findTeam(1)).toMatchObject({ avg_total_score: 50, judge_count: 2 });
  const exported = await rita.call('GET', '/scores/export.csv');
  expect(exported.body).toContain('"50.00"');
});

test('a judge withdraws a score of their own, and nobody else’s; not while judging is paused', async () => {
  const [ana, ben] = [await signInJudge(site), await signInJudge(site)];
  const right = await score(ana, 41, 3);
  const wrong = await score(ana, 41, 9);
  const withdraw = (judge: TestActor, { _id }: Score) => judge.call('POST', `/scores/${_id}/withdraw`);
  expect((await withdraw(ben, wrong)).statusCode).toBe(404);
  await grace.call('PUT', '/judging/pause', { paused: true });
  expect((await withdraw(ana, wrong)).json().code).toBe('judging_paused');
  await grace.call('PUT', '/judging/pause', { paused: false });
  expect((await withdraw(ana, wrong)).statusCode).toBe(200);
  expect((await withdraw(ana, wrong)).statusCode).toBe(200);
  const team = (await findTeam(41))!;
  expect(team).toMatchObject({ avg_total_score: 30, judge_count: 1 });
  expect(team.all_scores[0]?.voided).toMatchObject({ by: null, reason: 'Withdrawn by the judge' });
  expect((await ana.call('GET', '/scores/mine')).json()).toEqual([
    expect.objectContaining({ _id: right._id }),
  ]);
});

test('a judge is dropped with all scores, also those sent at that moment', async () => {
  const [ana, ben] = [await signInJudge(site), await signInJudge(site)];
  await score(ben, 51, 4);
  await score(ana, 51, 8);
  const { username } = await site.services.db
    .selectFrom('judges')
    .where('id', '=', ana.id)
    .select('username')
    .executeTakeFirstOrThrow();
  await Promise.all([
    grace.call('DELETE', `/judging/judges/${username}?scores=void`),
    ...[1, 2, 3].map((mark) => score(ana, 51, mark)),
  ]);
  expect(await findTeam(51)).toMatchObject({ avg_total_score: 40, judge_breakdown: { [ben.name]: 40 } });
  expect((await ana.call('GET', '/scores/mine')).statusCode).toBe(401);
});

test('a number of which every score is voided leaves the ranking, not the list of scores', async () => {
  const { _id } = await score(await signInJudge(site), 777, 9);
  expect(await findTeam(777)).toBeDefined();
  await voidScore(_id);
  expect(await findTeam(777)).toBeUndefined();
  const all: Score[] = (await rita.call('GET', '/scores')).json();
  expect(all.find((one) => one._id === _id)?.voided).toMatchObject({ reason: 'Wrong table' });
});

test('voiding needs a reason and a score, is recorded once, and cannot be raced', async () => {
  const { _id } = await score(await signInJudge(site), 5, 5);
  expect((await voidScore(_id, '  ')).statusCode).toBe(400);
  expect((await voidScore(999_999)).statusCode).toBe(404);
  const answers = await Promise.all(['one', 'two', 'three'].map((reason) => voidScore(_id, reason)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  // The reason is data of its own: nothing is read from the audit.
  await sql`update audit set detail = '{}' where subject = ${String(_id)}`.execute(site.services.db);
  const all: Score[] = (await rita.call('GET', '/scores')).json();
  expect(all.find((one) => one._id === _id)?.voided?.reason).toBeOneOf(['one', 'two', 'three']);
  const acts = site.services.db.selectFrom('audit').where('subject', '=', String(_id));
  expect(await acts.select('action').execute()).toEqual([{ action: 'score.voided' }]);
});

test('a table whose score was voided is suggested again', async () => {
  const { db } = site.services;
  await db.deleteFrom('demo_tables').execute();
  await db.insertInto('demo_tables').values({ number: 40, name: 'Owls', track: 'hacker' }).execute();
  await db.updateTable('judges').set({ removed_at: new Date() }).execute();
  const ruth = await signInJudge(site);
  const { _id } = await score(ruth, 40, 5);
  expect((await ruth.call('GET', '/judge/next')).json().reason).toBe('done');
  await voidScore(_id);
  expect((await ruth.call('GET', '/judge/next')).json().next.teamNumber).toBe(40);
});

test('a comment is refused unless the event wants it, and is shown to organizers with its score', async () => {
  const ruth = await signInJudge(site);
  const comment = ' Lovely demo.\r\nWork on the story. ';
  const body = scoreBody({ team_number: 60, comment });
  expect((await ruth.call('POST', '/scores', body)).statusCode).toBe(400);
  Object.assign(site.services.event, { judgeComments: {} });
  const stored = (await ruth.call('POST', '/scores', body)).json();
  expect(stored.comment).toBe('Lovely demo.\nWork on the story.');
  expect((await ruth.call('POST', '/scores', body)).json()).toEqual(stored);
  expect((await ruth.call('GET', '/scores/mine')).json()).toEqual([stored]);
  expect((await findTeam(60))?.all_scores[0]?.comment).toBe(stored.comment);
  expect((await ruth.call('POST', '/scores', scoreBody({ comment: 'x'.repeat(501) }))).statusCode).toBe(400);
});

test('a team reads what judges wrote from the moment that the event names, without voided ones and names', async () => {
  const { db, event } = site.services;
  await db.deleteFrom('demo_tables').execute();
  const ada = await signUp(site);
  await db
    .insertInto('demo_tables')
    .values({ number: 90, name: 'Owls', track: 'hacker', user_id: ada.id })
    .execute();
  const later = new Date(site.services.now().getTime() + 60_000).toISOString();
  Object.assign(event, { judgeComments: { teamsFrom: later } });
  const [ana, ben] = [await signInJudge(site), await signInJudge(site)];
  await score(ana, 90, 5, { comment: 'First thought' });
  const kept = await score(ana, 90, 6, { comment: 'Second thought' });
  const { _id } = await score(ben, 90, 7, { comment: 'Meant for others' });
  await voidScore(_id);
  const read = async (who: TestActor) => (await who.call('GET', '/scores/comments')).json();
  expect(await read(ada)).toEqual([]);
  site.advance(61_000);
  expect(await read(ada)).toEqual([{ _id: kept._id, comment: 'Second thought' }]);
  expect(await read(await signUp(site))).toEqual([]);
});
