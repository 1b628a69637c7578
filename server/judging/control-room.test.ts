import { expect, test } from 'vitest';
import type { JudgingProgress } from '../../contract/judging/judging-admin.ts';
import { signUpAdmin } from '../testing/actors.ts';
import { createTestApp } from '../testing/app.ts';
import { scoreBody, signInJudge } from '../testing/judges.ts';
import { computePace, isBehind } from './judging-pace.ts';

const minute = 60_000;

test('a table with more scores than it needs makes up for no other, and whoever has done their share is not behind', () => {
  const tables = [['a', 'b', 'c', 'd'], []].map((judges) => ({ track: 'hacker' as const, judges }));
  expect(computePace(tables, [], Date.now()).missing).toBe(3);
  const group = [4, 8, 8].map((scored) => ({ scored }));
  expect([4, 5].map((share) => isBehind({ scored: 4, share }, group))).toEqual([false, true]);
});

test('the control room says when judging is done, who is behind or silent, and which table has no judge left', async () => {
  const site = await createTestApp();
  const { db } = site.services;
  const grace = await signUpAdmin(site);
  const start = Date.now();
  site.services.now = () => new Date(start);
  const tables = Array.from({ length: 6 }, (_, at) => ({
    number: at + 1,
    name: `Team ${at + 1}`,
    track: 'hacker' as const,
  }));
  await db.insertInto('demo_tables').values(tables).execute();
  const judges = [];
  for (const name of ['Ana', 'Ben', 'Cy']) judges.push(await signInJudge(site, { name }));
  await grace.call('POST', '/judging/judges', { count: 1 });
  const [ana, ben, cy] = judges as [(typeof judges)[0], (typeof judges)[0], (typeof judges)[0]];
  const progress = async (): Promise<JudgingProgress> =>
    (await grace.call('GET', '/judging/progress')).json();
  const judge = async (name: string) => (await progress()).judges.find((each) => each.name === name)!;
  const score = async (who: typeof ana, number: number, after: number) => {
    site.services.now = () => new Date(start + after * minute);
    const body = scoreBody({ team_number: number, team_name: `Team ${number}` });
    expect((await who.call('POST', '/scores', body)).statusCode).toBe(201);
  };

  const before = await progress();
  expect(before.pace).toEqual({ missing: 18, doneAt: null, idle: ['hacker'] });
  expect(before.judges.map(({ signedIn, silentSince }) => [signedIn, silentSince])).toEqual([
    [true, null],
    [true, null],
    [true, null],
    [false, null],
  ]);
  for (const [at, who] of [ana, ana, ana, ana, ben, ben].entries()) await score(who, (at % 4) + 1, 2 * at);
  // 6 scores in 10 minutes, 12 to go: 20 minutes more.
  expect((await progress()).pace).toEqual({
    missing: 12,
    doneAt: new Date(start + 30 * minute).toISOString(),
    idle: [],
  });
  // The four have 6 scores, so that nobody with 0 is two behind the average of 1.5.
  expect((await progress()).judges.map(({ behind }) => behind)).toEqual([false, false, false, false]);
  await score(ana, 5, 12);
  await score(ben, 3, 13);
  const later = await progress();
  expect(later.judges.map(({ name, scored, share, behind }) => [name, scored, share, behind])).toEqual([
    ['Ana', 5, 5, false],
    ['Ben', 3, 5, false],
    ['Cy', 0, 4, true],
    ['Judge 1', 0, 5, true],
  ]);
  // Ana has done her share; Cy came with the first score and has done nothing since; a skip is a sign of life.
  expect(later.judges[0]!.silentSince).toBeNull();
  expect((await judge('Ben')).silentSince).toBe(new Date(start + 13 * minute).toISOString());
  const since = Date.parse((await judge('Cy')).silentSince!);
  expect(since).toBeLessThan(start + 12 * minute);
  site.services.now = () => new Date(start + 20 * minute);
  await cy.call('POST', '/judge/skip', { track: 'hacker', teamNumber: 6, reason: 'conflict' });
  expect((await judge('Cy')).silentSince).toBe(new Date(start + 20 * minute).toISOString());
  // Without a score for half an hour nothing tells the pace.
  site.services.now = () => new Date(start + 60 * minute);
  expect((await progress()).pace.doneAt).toBeNull();

  const listWithoutJudge = async () =>
    (await progress()).tables.filter(({ withoutJudge }) => withoutJudge).map(({ teamNumber }) => teamNumber);
  expect(await listWithoutJudge()).toEqual([]);
  const { judges: all } = await progress();
  for (const { username } of all.filter(({ name }) => name !== 'Ana' && name !== 'Cy'))
    await grace.call('DELETE', `/judging/judges/${username}`);
  await score(cy, 5, 61);
  // Table 5 has both judges that are left; Cy knows table 6, where Ana can still go.
  expect(await listWithoutJudge()).toEqual([5]);
  // With a score of the other track, the tables of both are Cy's.
  await db.insertInto('demo_tables').values({ number: 7, name: 'Team 7', track: 'startup' }).execute();
  const scores = { viability: 7, prototype: 7, innovation: 7, pitch: 7, market: 7 };
  const startup = scoreBody({ team_number: 7, team_name: 'Team 7', track: 'startup', scores });
  expect((await cy.call('POST', '/scores', startup)).statusCode).toBe(201);
  expect(await judge('Cy')).toMatchObject({ scored: 2, share: 7 });
  // A judge of one track has the share that their own page counts, and leaves others less.
  await grace.call('POST', '/judging/judges/import', {
    list: 'name,track\nDee,hacker\nEve,hacker\nFay,hacker',
  });
  const total = async (track: string) =>
    (await cy.call('GET', `/judge/next?track=${track}`)).json().total as number;
  expect((await judge('Cy')).share).toBe((await total('hacker')) + (await total('startup')));
  expect((await judge('Cy')).share).toBeLessThan(7);
  expect((await judge('Dee')).share).toBeLessThan(6);
  await site.close();
});
