import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TeamAggregate } from '../../contract/judging/judging.ts';
import { rankTeams } from '../../contract/judging/ranking.ts';
import type { Publication } from '../../contract/judging/results.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { rubricScores, scoreBody, signInJudge, signInReviewer } from '../testing/judges.ts';
import { setDeadline, submitTestProject } from '../testing/projects.ts';
import { decide, publishPlaces, toDecision } from '../testing/results.ts';
import { createTestTeam } from '../testing/teams.ts';
import { findClosedContent, findGalleryContent } from './gallery.service.ts';

let site: TestApp;
let grace: TestActor;
let judge: TestActor;
const teams: { number: number; leader: TestActor }[] = [];
const soloName = 'Solo Sally';
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
  judge = await signInJudge(site);
  setDeadline(site, 3_600_000);
  for (const [at, title] of ['Night Bus', 'Paper Boat', ''].entries()) {
    const { leader, id } = await createTestTeam(site, 1);
    await createApplicant(site, leader, { track: at === 1 ? 'Clozyt Track' : 'Hacker Track' });
    if (title) await submitTestProject(leader, { title, prizes: at === 0 ? ['scamPrevention'] : [] });
    const row = { number: at + 1, name: 'Night Owls', track: 'hacker' as const, team_id: id };
    await site.services.db.insertInto('demo_tables').values(row).execute();
    teams.push({ number: at + 1, leader });
  }
  const solo = await signUp(site, { name: soloName });
  const row = { number: 4, name: soloName, track: 'startup' as const, user_id: solo.id };
  await site.services.db.insertInto('demo_tables').values(row).execute();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.services.db.deleteFrom('settings').where('key', 'in', ['results', 'projects']).execute();
  await site.services.db.deleteFrom('result_decisions').execute();
});

async function score(team: number, mark: number, more: object = {}) {
  const track = (more as { track?: 'startup' }).track ?? 'hacker';
  const scores = rubricScores(track, Array(5).fill(mark));
  const answer = await judge.call('POST', '/scores', scoreBody({ team_number: team, scores, ...more }));
  expect(answer.statusCode).toBe(201);
}
const preview = async (): Promise<Publication> => (await grace.call('GET', '/results')).json();
const publish = (places: Record<string, number>) => publishPlaces(grace, places);
async function results() {
  const content = await findGalleryContent(site.services, '/projects/results');
  if (content?.kind !== 'results') return undefined;
  return Object.fromEntries(
    content.groups.map(({ label, winners }) => [
      label,
      winners.map(({ place, tied, name, team }) => `${place}${tied ? '=' : ''} ${name}/${team}`),
    ]),
  );
}

test('winners are published by track and prize with ties, and nothing else of anybody', async () => {
  await score(1, 7, { special_categories: { scamPrevention: 4 } });
  await score(2, 7, { special_categories: { scamPrevention: 9 } });
  await score(3, 3);
  await score(4, 2, { track: 'startup' });
  await score(99, 1, { team_name: 'Typed Owls' });
  expect(await results()).toBeUndefined();
  const { groups, publishedAt } = await preview();
  expect(publishedAt).toBeNull();
  expect(groups.map(({ key, places }) => [key, places])).toEqual([
    ['track:hacker', 3],
    ['track:startup', 3],
    ['only:clozyt', 1],
    ['special:scamPrevention', 1],
  ]);
  const concerns = groups.map(({ key, ranking }) => [key, ...ranking.map((entry) => entry.concerns.join())]);
  expect(concerns).toEqual([
    [
      'track:hacker',
      'few-scores',
      'few-scores,other-track',
      'few-scores,no-project',
      'few-scores,no-project',
    ],
    ['track:startup', 'few-scores,no-project'],
    ['only:clozyt', 'few-scores'],
    ['special:scamPrevention', 'few-scores,one-judge,not-entered', 'few-scores,one-judge'],
  ]);
  expect(
    (await publish({ 'track:hacker': 3, 'only:clozyt': 1, 'special:scamPrevention': 1 })).statusCode,
  ).toBe(200);
  const { name } = teams[0]!.leader;
  const night = { name: 'Night Bus', people: [name], table: 1 };
  const locked = (await preview()).groups[0]!;
  expect([locked.ranking[0], locked.decision!.locked!.winners[0]]).toMatchObject([night, night]);
  expect((await grace.call('GET', '/results/show')).json().prizes.at(-1).winners.at(-1)).toMatchObject({
    ...night,
    makers: [],
  });
  expect((await preview()).groups[1]!.ranking[0]).toMatchObject({
    ...{ name: 'Table 4', people: [soloName], table: 4 },
  });
  expect(await results()).toEqual({
    'Hacker Track': ['1= Night Bus/Night Owls', '1= Paper Boat/Night Owls', '3 Night Owls/null'],
    'Clozyt Track': ['1 Paper Boat/Night Owls'],
    'Scam Prevention': ['1 Paper Boat/Night Owls'],
  });
  await publish({ 'track:hacker': 10, 'track:startup': 1 });
  expect(await results()).toMatchObject({
    'Hacker Track': [{}, {}, '3 Night Owls/null', '4 Typed Owls/null'].map(
      (each) => each && expect.anything(),
    ),
    'Startup Track': ['1 Table 4/null'],
  });
  const stored = await site.services.db
    .selectFrom('settings')
    .where('key', '=', 'results')
    .select('value')
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toMatch(`Owls|${soloName}|70`);
});

test('each concern needs a yes of its own, or an exclusion with a reason', async () => {
  const publication = await preview();
  const send = (more: object) =>
    decide(grace, publication, 'track:hacker', { places: 1, confirmed: [], ...more });
  const plain = await send({});
  expect([plain.statusCode, plain.json().code]).toEqual([409, 'results_undecided']);
  expect(plain.json().message).toBe(
    'Not decided yet. Confirm or exclude each of these first: Night Bus was decided by one judge, ' +
      'Paper Boat was decided by one judge, Paper Boat is in another track, Night Owls has 1 of 3 scores, ' +
      'Typed Owls has 1 of 3 scores.',
  );
  const keys = ['one-judge 1', 'one-judge 2', 'other-track 2', 'few-scores 3', 'few-scores 99'];
  for (const left of keys) {
    const confirmed = keys.filter((key) => key !== left);
    expect((await send({ confirmed })).json().code).toBe('results_undecided');
  }
  const excluded = [{ id: '2', reason: 'Belongs to the Clozyt Track.' }];
  for (const reason of ['', '  '])
    expect((await send({ confirmed: keys, excluded: [{ ...excluded[0], reason }] })).statusCode).toBe(400);
  expect((await send({ confirmed: keys, excluded })).statusCode).toBe(200);
  const { groups } = await preview();
  expect(groups[0]!.decision!.locked!.winners.map(({ name }) => name)).toEqual(['Night Bus']);
  expect(groups[0]!.ranking.map(({ name }) => name)).toContain('Paper Boat');
  const row = await site.services.db
    .selectFrom('audit')
    .where('action', '=', 'results.excluded')
    .select(['subject', 'detail'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ subject: 'track:hacker 2', detail: { reason: 'Belongs to the Clozyt Track.' } });
});

test('a table where nobody has been is listed, and one that is retired is not', async () => {
  const table = { number: 5, name: 'Unseen', track: 'hacker' as const };
  const { db } = site.services;
  await db.insertInto('demo_tables').values(table).execute();
  const listUnseen = async () =>
    toDecision((await preview()).groups[0]!, { places: 1 }).confirmed.filter((key) => key.endsWith(' 5'));
  expect(await listUnseen()).toEqual(['few-scores 5']);
  await grace.call('PUT', '/judging/tables/retired', { numbers: [5], retired: true });
  expect(await listUnseen()).toEqual([]);
  await db.deleteFrom('demo_tables').where('number', '=', 5).execute();
});

test('review, presentation and publication rank by the same two decimals', async () => {
  const other = await createTestApp();
  const organizer = await signUpAdmin(other);
  const judges = await Promise.all([1, 2, 3].map(() => signInJudge(other)));
  const send = async (at: number, team: number, marks: number[]) => {
    const body = scoreBody({ team_number: team, scores: rubricScores('hacker', marks) });
    expect((await judges[at]!.call('POST', '/scores', body)).statusCode).toBe(201);
  };
  // 50.25 of two judges is shown as 50.3, and so is 50.33 of three.
  for (const at of [0, 1]) await send(at, 1, [5, 5, 5 + at, 5 - at, 5]);
  for (const at of [0, 1, 2]) await send(at, 2, at === 2 ? [5, 5, 5, 5, 5] : [5, 5, 6, 4, 5]);
  const reviewer = await signInReviewer(other);
  const teams: TeamAggregate[] = (await reviewer.call('GET', '/scores/teams')).json();
  expect(teams.map((team) => [team.team_number, team.avg_total_score])).toEqual([
    [2, 50.3],
    [1, 50.3],
  ]);
  const ranks = rankTeams(teams).map(({ entry, rank, tied, precise }) => [
    entry.team_number,
    rank,
    tied,
    precise,
  ]);
  expect(ranks).toEqual([
    [2, 1, false, '50.33'],
    [1, 2, false, '50.25'],
  ]);
  const { groups }: Publication = (await organizer.call('GET', '/results')).json();
  expect(groups[0]!.ranking.map(({ place, tied }) => [place, tied])).toEqual([
    [1, false],
    [2, false],
  ]);
  expect((await reviewer.call('GET', '/scores/export.csv')).body.split('\r\n').slice(1, 3)).toEqual([
    expect.stringContaining('"2","hacker","50.33"'),
    expect.stringContaining('"1","hacker","50.25"'),
  ]);
  await other.close();
});

test('results that are taken back are being checked again, at their address', async () => {
  await grace.call('DELETE', '/results');
  const closed = () => findClosedContent(site.services, '/projects/results');
  await publish({ 'track:hacker': 1 });
  await grace.call('DELETE', '/results');
  expect(await closed()).toMatchObject({ what: 'results', wasOpen: true });
});

test('the gallery marks winners, and leads nowhere while it is closed', async () => {
  await publish({ 'track:hacker': 1 });
  const closed = await findGalleryContent(site.services, '/projects/results');
  expect(JSON.stringify(closed)).not.toMatch(/"project":"/);
  await grace.call('PUT', '/projects/switches', { galleryOpen: true });
  const list = await findGalleryContent(site.services, '/projects');
  expect(list).toMatchObject({
    hasResults: true,
    projects: [
      { title: 'Night Bus', awards: ['Hacker Track: tied for 1st place'] },
      { title: 'Paper Boat', awards: ['Hacker Track: tied for 1st place'] },
    ],
  });
  const [first] = list?.kind === 'list' ? list.projects : [];
  expect((await findGalleryContent(site.services, '/projects/results'))?.kind).toBe('results');
  await grace.call('PUT', `/projects/${first!.id}/hidden`, { hidden: true });
  expect((await results())?.['Hacker Track']).toContain('1= Night Owls/null');
  await grace.call('PUT', `/projects/${first!.id}/hidden`, { hidden: false });
});

test('what was not seen is not decided: a score in between is refused, and shown afterwards', async () => {
  const before = await preview();
  await score(3, 9);
  const late = await decide(grace, before, 'track:hacker', { places: 1 });
  expect([late.statusCode, late.json().code]).toEqual([409, 'results_changed']);
  await publish({ 'track:hacker': 1 });
  expect(await results()).toEqual({ 'Hacker Track': ['1 Night Owls/null'] });
  const isLockOutdated = async () => (await preview()).groups[0]!.decision!.locked!.isOutdated;
  expect(await isLockOutdated()).toBe(false);
  await score(1, 10);
  // What is locked stays until it is unlocked, and what is published until it is published anew.
  expect(await results()).toEqual({ 'Hacker Track': ['1 Night Owls/null'] });
  expect([await isLockOutdated(), (await preview()).isOutdated]).toEqual([true, false]);
  await grace.call('POST', '/results/unlock', { group: 'track:hacker', reason: 'A late score.' });
  expect((await preview()).isOutdated).toBe(true);
});

test('results are taken back, and both are recorded', async () => {
  await publish({ 'track:hacker': 1 });
  const { leader } = teams[0]!;
  expect((await leader.call('GET', '/projects/mine')).json()).toMatchObject({
    hasResults: true,
    awards: [{ label: 'Hacker Track', place: 1, tied: expect.any(Boolean) }],
  });
  expect((await grace.call('DELETE', '/results')).statusCode).toBe(200);
  expect(await results()).toBeUndefined();
  expect((await leader.call('GET', '/projects/mine')).json().hasResults).toBeUndefined();
  expect((await grace.call('DELETE', '/results')).statusCode).toBe(200);
  const actions = await site.services.db
    .selectFrom('audit')
    .where('action', 'like', 'results.%')
    .select('action')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['results.withdrawn', 'results.published']);
  expect((await anonymous(site).call('GET', '/results')).statusCode).toBe(401);
});

test('comments for teams follow the publishing where the event says so', async () => {
  const { event } = site.services;
  const { leader } = teams[0]!;
  event.judgeComments = { teamsFrom: 'results' };
  await score(1, 8, { comment: 'Lovely demo.' });
  const read = async () => (await leader.call('GET', '/scores/comments')).json();
  expect(await read()).toEqual([]);
  await publish({ 'track:hacker': 1 });
  expect(await read()).toMatchObject([{ comment: 'Lovely demo.' }]);
  await grace.call('DELETE', '/results');
  expect(await read()).toEqual([]);
  // A moment is respected whatever is published, and without either nobody reads any.
  event.judgeComments = { teamsFrom: new Date(site.services.now().getTime() - 1000).toISOString() };
  expect(await read()).toHaveLength(1);
  event.judgeComments = {};
  await publish({ 'track:hacker': 1 });
  expect(await read()).toEqual([]);
});
