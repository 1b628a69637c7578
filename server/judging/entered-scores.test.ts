import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Score, TeamAggregate } from '../../contract/judging/judging.ts';
import type { JudgingProgress } from '../../contract/judging/judging-admin.ts';
import { signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { rubricScores, scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';

let site: TestApp;
let grace: TestActor;
let rita: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
  rita = await signInReviewer(site);
  await site.services.db
    .insertInto('demo_tables')
    .values([
      { number: 53, name: 'Quiet Lanterns', track: 'hacker' },
      { number: 54, name: 'Night Owls', track: 'hacker' },
      { number: 55, name: 'Ledger Inc', track: 'startup' },
    ])
    .execute();
});
afterAll(() => site.close());

const marks = (mark: number) => rubricScores('hacker', Array(5).fill(mark));
async function score(judge: TestActor, table: number, mark: number): Promise<Score> {
  const body = scoreBody({ team_number: table, scores: marks(mark) });
  return (await judge.call('POST', '/scores', body)).json();
}
const usernameOf = async ({ id }: TestActor) =>
  (
    await site.services.db
      .selectFrom('judges')
      .where('id', '=', id)
      .select('username')
      .executeTakeFirstOrThrow()
  ).username;
const findTeam = async (number: number) =>
  (await rita.call('GET', '/scores/teams'))
    .json<TeamAggregate[]>()
    .find(({ team_number }) => team_number === number);
const move = (...moves: { id: number; to: number }[]) =>
  grace.call('POST', '/judging/scores/move', { moves });
const listActions = async (action: string) =>
  (
    await site.services.db
      .selectFrom('audit')
      .where('action', '=', action)
      .select('detail')
      .orderBy('id')
      .execute()
  ).map(({ detail }) => detail);

test('a score from paper counts as the judge’s, once, and is marked wherever scores are listed', async () => {
  const ana = await signInJudge(site);
  const path = `/judging/judges/${await usernameOf(ana)}/scores`;
  const body = scoreBody({ team_number: 54, scores: marks(8) });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  await grace.call('PUT', '/judging/pause', { paused: true });
  expect((await grace.call('POST', path, body, { headers })).statusCode).toBe(200);
  await grace.call('PUT', '/judging/pause', { paused: false });
  expect((await grace.call('POST', path, body, { headers })).statusCode).toBe(200);
  const team = (await findTeam(54))!;
  expect(team).toMatchObject({ judge_breakdown: { [ana.name]: 80 }, judge_count: 1 });
  expect(team.all_scores.map(({ entered }) => entered)).toEqual([{ by: 'Grace Hopper', paper: true }]);
  expect((await ana.call('GET', '/scores/mine')).json()).toMatchObject([{ entered: { paper: true } }]);
  expect((await rita.call('GET', '/scores/export.csv')).body).toContain(`${ana.name}: 80.00 (paper)`);
  expect((await rita.call('GET', '/scores/export.json')).body).toContain('"paper": true');
  const { groups } = (await grace.call('GET', '/results')).json();
  expect(groups[0].ranking[0].marks).toEqual([{ judge: ana.name, mark: 80, paper: true }]);
  expect(await listActions('score.entered')).toEqual([{ table: 54, total: 80 }]);
  // What the judge scores afterwards counts instead.
  await score(ana, 54, 3);
  expect((await rita.call('GET', '/scores/export.csv')).body).toContain(`${ana.name}: 30.00"`);
});

test('a paper score needs a judge who is not removed and has no conflict with the table', async () => {
  const ana = await signInJudge(site);
  const username = await usernameOf(ana);
  const enter = () =>
    grace.call('POST', `/judging/judges/${username}/scores`, scoreBody({ team_number: 53 }));
  await ana.call('POST', '/judge/skip', { track: 'hacker', teamNumber: 53, reason: 'conflict' });
  expect((await enter()).json()).toMatchObject({
    code: 'judge_has_conflict',
    message: `${ana.name} said that they know the team of table 53. Lift the conflict first.`,
  });
  await grace.call('DELETE', `/judging/judges/${username}?scores=void`);
  expect((await enter()).statusCode).toBe(404);
});

test('scores of a wrong table are moved with their comments and times, once', async () => {
  const [ana, ben] = [await signInJudge(site), await signInJudge(site)];
  const first = await score(ana, 530, 2);
  const second = await score(ana, 530, 9);
  const third = await score(ben, 530, 5);
  await site.services.db
    .insertInto('score_comments')
    .values({ score_id: third._id, comment: 'Go on!' })
    .execute();
  const { tables } = (await grace.call('GET', '/judging/progress')).json<JudgingProgress>();
  const { scores } = tables.find(({ teamNumber }) => teamNumber === 530)!;
  expect(scores).toEqual([first._id, second._id, third._id]);
  const moves = scores.map((id) => ({ id, to: 53 }));
  expect((await move(...moves)).json()).toMatchObject({ moved: 3 });
  expect((await move(...moves)).json()).toMatchObject({ moved: 0 });
  expect(await findTeam(530)).toBeUndefined();
  const team = (await findTeam(53))!;
  expect(team).toMatchObject({
    team_names: ['quiet lanterns'],
    judge_breakdown: { [ana.name]: 90, [ben.name]: 50 },
  });
  expect(team.all_scores[0]).toMatchObject({
    created_at: third.created_at,
    comment: 'Go on!',
    entered: { by: 'Grace Hopper', from: 530 },
  });
  const [entry] = await listActions('scores.moved');
  expect(entry).toMatchObject({ moves: [{ from: 530, to: 53 }, { to: 53 }, { to: 53 }] });
  expect(await listActions('scores.moved')).toHaveLength(1);
});

test('a moved score never replaces another one of its judge: they change places, or nothing is moved', async () => {
  const [ana, ben] = [await signInJudge(site), await signInJudge(site)];
  const [wrong, right] = [await score(ana, 71, 2), await score(ana, 72, 9)];
  const other = await score(ben, 71, 4);
  const refused = await move({ id: other._id, to: 72 }, { id: wrong._id, to: 72 });
  expect(refused.json()).toMatchObject({
    code: 'table_scored_twice',
    message: `${ana.name} has also scored table 72. Void one of the two scores first.`,
  });
  expect(await findTeam(71)).toMatchObject({ judge_breakdown: { [ana.name]: 20, [ben.name]: 40 } });
  expect((await move({ id: wrong._id, to: 72 }, { id: right._id, to: 71 })).json()).toMatchObject({
    moved: 2,
  });
  expect(await findTeam(71)).toMatchObject({ judge_breakdown: { [ana.name]: 90, [ben.name]: 40 } });
  expect(await findTeam(72)).toMatchObject({ judge_breakdown: { [ana.name]: 20 } });
  expect((await move({ id: other._id, to: 55 })).json().code).toBe('other_rubric');
});

test('a score from paper stays marked when it is moved', async () => {
  const ana = await signInJudge(site);
  await grace.call('POST', `/judging/judges/${await usernameOf(ana)}/scores`, scoreBody({ team_number: 81 }));
  const [score] = (await ana.call('GET', '/scores/mine')).json<Score[]>();
  await move({ id: score!._id, to: 82 });
  expect((await findTeam(82))!.all_scores[0]?.entered).toEqual({ by: 'Grace Hopper', paper: true, from: 81 });
});

test('scores that wait on a phone are named before anything is decided, until they are sent or the judge is gone', async () => {
  const ana = await signInJudge(site);
  const report = (waiting: number) => ana.call('PUT', '/judge/waiting', { waiting });
  const listWaiting = async () => (await grace.call('GET', '/results')).json().readiness.waiting;
  await report(2);
  expect((await report(2)).statusCode).toBe(200);
  expect(await listWaiting()).toEqual([{ judge: ana.name, scores: 2 }]);
  await report(0);
  expect(await listWaiting()).toEqual([]);
  await report(1);
  await grace.call('DELETE', `/judging/judges/${await usernameOf(ana)}`);
  expect(await listWaiting()).toEqual([]);
});
