import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Publication } from '../../contract/judging/results.ts';
import { signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { rubricScores, scoreBody, signInJudge } from '../testing/judges.ts';
import { decide, toDecision } from '../testing/results.ts';
import { findGalleryContent } from './gallery.service.ts';

let site: TestApp;
let grace: TestActor;
let alan: TestActor;
let judges: TestActor[];
const hacker = 'track:hacker';
const scam = 'special:scamPrevention';
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
  alan = await signUpAdmin(site, 'Alan Turing');
  site.services.event.judgeComments = {};
  judges = [];
  for (const name of ['Ana', 'Ben', 'Cy']) judges.push(await signInJudge(site, { name }));
  const tables = [1, 2, 3, 4].map((number) => ({ number, name: `Team ${number}`, track: 'hacker' as const }));
  await site.services.db.insertInto('demo_tables').values(tables).execute();
  for (const [table, marks] of [
    [1, [8, 6, 7]],
    [2, [7, 7, 7]],
    [3, [5, 5, 5]],
  ] as const)
    for (const [at, mark] of marks.entries()) {
      const body = scoreBody({
        team_number: table,
        scores: rubricScores('hacker', Array(5).fill(mark)),
        special_categories: { scamPrevention: mark },
        comment: at === 0 && table === 1 ? 'Bold.' : undefined,
      });
      expect((await judges[at]!.call('POST', '/scores', body)).statusCode).toBe(201);
    }
});
afterAll(() => site.close());

const load = async (who = grace): Promise<Publication> => (await who.call('GET', '/results')).json();
const find = async (who: TestActor, key: string) => {
  const publication = await load(who);
  const { decision } = publication.groups.find((group) => group.key === key)!;
  const seen = { group: key, version: publication.version, revision: decision?.revision ?? 0 };
  return { publication, decision, seen };
};
const code = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode === 200 ? 200 : JSON.parse(body).code;

test('the page says what is not ready, and shows each judge’s marks', async () => {
  const { readiness, organizers, groups } = await load();
  expect([organizers, readiness]).toEqual([2, { fewScores: [4], oneJudge: [], noTable: [], waiting: [] }]);
  expect(groups[0]!.ranking.slice(0, 2)).toMatchObject([
    {
      id: '1',
      tied: true,
      average: '70.0',
      marks: [
        { judge: 'Ana', mark: 80, comment: 'Bold.' },
        { judge: 'Ben', mark: 60 },
        { judge: 'Cy', mark: 70 },
      ],
    },
    { id: '2', tied: true },
  ]);
  expect(groups.find(({ key }) => key === scam)!.ranking[0]!.marks[0]!.mark).toBe(8);
});

test('one organizer decides with a reason, the other one locks it, and nothing moves it until it is unlocked', async () => {
  const { publication, seen } = await find(grace, hacker);
  const broken = { places: 2, order: [['2'], ['1']] };
  expect((await decide(grace, publication, hacker, broken)).statusCode).toBe(400);
  expect(code(await decide(grace, publication, hacker, { ...broken, reason: 'Steadier marks.' }))).toBe(200);
  // Decided by Grace: it is hers to change and Alan's to confirm.
  const own = await find(grace, hacker);
  expect(own.decision).toMatchObject({
    revision: 1,
    decidedBy: 'Grace Hopper',
    lockRefusal: 'decision_own',
    locked: null,
  });
  expect(code(await grace.call('POST', '/results/lock', own.seen))).toBe('decision_own');
  expect(code(await alan.call('POST', '/results/lock', seen))).toBe('decision_changed');
  expect((await find(alan, hacker)).decision!.lockRefusal).toBeUndefined();
  for (const _ of [1, 2]) expect(code(await alan.call('POST', '/results/lock', own.seen))).toBe(200);

  const { publication: after, decision } = await find(grace, hacker);
  expect(decision!.locked).toMatchObject({ by: 'Alan Turing', isOutdated: false });
  expect(decision!.locked!.winners.map(({ id, place, tied }) => [id, place, tied])).toEqual([
    ['2', 1, false],
    ['1', 2, false],
  ]);
  // The ranking by the scores is kept beside it.
  expect(after.groups[0]!.ranking.map(({ id, place }) => [id, place])).toEqual([
    ['1', 1],
    ['2', 1],
    ['3', 3],
  ]);
  expect(code(await decide(grace, after, hacker, { places: 1 }))).toBe('decision_locked');

  for (const locked of [[], [`${hacker} 2`], [`${hacker} 1`, `${scam} 1`]])
    expect((await grace.call('PUT', '/results', { locked })).statusCode).not.toBe(200);
  expect(code(await grace.call('PUT', '/results', { locked: [`${hacker} 1`] }))).toBe(200);
  const shown = await findGalleryContent(site.services, '/projects/results');
  expect(shown?.kind === 'results' && shown.groups[0]!.winners.map(({ name }) => name)).toEqual([
    'Table 2',
    'Table 1',
  ]);

  expect((await grace.call('POST', '/results/unlock', { group: hacker, reason: ' ' })).statusCode).toBe(400);
  for (const _ of [1, 2])
    expect(
      code(await grace.call('POST', '/results/unlock', { group: hacker, reason: 'A late score.' })),
    ).toBe(200);
  expect((await find(grace, hacker)).decision).toMatchObject({
    revision: 2,
    reason: 'Steadier marks.',
    locked: null,
  });
  expect((await load()).isOutdated).toBe(true);
  const acts = await site.services.db
    .selectFrom('audit')
    .where('action', 'in', ['results.decided', 'results.locked', 'results.unlocked'])
    .select(['action', 'actor_id', 'detail'])
    .orderBy('id')
    .execute();
  expect(acts).toMatchObject([
    { action: 'results.decided', actor_id: grace.id, detail: { reason: 'Steadier marks.' } },
    { action: 'results.locked', actor_id: alan.id },
    { action: 'results.unlocked', actor_id: grace.id, detail: { reason: 'A late score.' } },
  ]);
});

test('where a project wins one prize, a second one cannot be locked', async () => {
  const { projects } = site.services.event;
  if (projects) projects.onePrizePerProject = true;
  for (const [key, expected] of [
    [hacker, 200],
    [scam, 'one_prize'],
  ] as const) {
    const { publication } = await find(grace, key);
    await decide(grace, publication, key, { places: 1 });
    expect(code(await alan.call('POST', '/results/lock', (await find(alan, key)).seen))).toBe(expected);
  }
  const { publication } = await find(grace, scam);
  const excluded = ['1', '2'].map((id) => ({ id, reason: 'Wins the track.' }));
  expect(code(await decide(grace, publication, scam, { places: 1, excluded }))).toBe(200);
  const { seen } = await find(alan, scam);
  expect(code(await alan.call('POST', '/results/lock', seen))).toBe(200);
  if (projects) projects.onePrizePerProject = false;
});

test('a place in a track by the score of one judge needs a reason, which the log has', async () => {
  const body = scoreBody({ team_number: 4, scores: rubricScores('hacker', Array(5).fill(10)) });
  await judges[0]!.call('POST', '/scores', body);
  await grace.call('POST', '/results/unlock', { group: hacker, reason: 'A late score.' });
  const { publication } = await find(grace, hacker);
  const alone = { places: 1, order: null };
  const { confirmed } = toDecision(publication.groups[0]!, alone);
  expect(confirmed.filter((key) => key.endsWith(' 4') && !key.startsWith('no-'))).toEqual(['one-judge 4']);
  const others = confirmed.map((key) => key.replace('one-judge', 'few-scores'));
  expect(code(await decide(grace, publication, hacker, { ...alone, confirmed: others }))).toBe(
    'results_undecided',
  );
  const refused = await decide(grace, publication, hacker, { ...alone, confirmed, reason: '' });
  expect([refused.statusCode, JSON.parse(refused.body).fields]).toEqual([400, { reason: 'is missing' }]);
  const reason = 'The others saw it on the film.';
  expect(code(await decide(grace, publication, hacker, { ...alone, confirmed, reason }))).toBe(200);
  const { detail } = await site.services.db
    .selectFrom('audit')
    .where('action', '=', 'results.decided')
    .where('subject', '=', hacker)
    .select('detail')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(detail).toMatchObject({ reason, confirmed });
});
