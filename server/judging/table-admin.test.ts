import { afterEach, beforeEach, expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { scoreBody, signInJudge } from '../testing/judges.ts';
import { createTestTeam } from '../testing/teams.ts';

let site: TestApp;
let grace: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterEach(() => site.close());

const assign = async (who = 'checked-in') =>
  (await grace.call('POST', `/judging/tables?who=${who}`)).json() as { assigned: number; total: number };
const retire = (numbers: number[], retired = true) =>
  grace.call('PUT', '/judging/tables/retired', { numbers, retired });
const move = (from: number, to: number) => grace.call('POST', '/judging/tables/move', { from, to });
const arrive = (who: TestActor) => grace.call('POST', '/applications/check-in', { userId: who.id });
const progress = async () => (await grace.call('GET', '/judging/progress')).json();
const listNames = async (judge: TestActor) =>
  (await judge.call('GET', '/judge/tables'))
    .json()
    .map(({ teamNumber, teamName }: { teamNumber: number; teamName: string }) => [teamNumber, teamName]);

async function approve(name: string): Promise<TestActor> {
  const who = await signUp(site, { name });
  await createApplicant(site, who);
  return who;
}

/** A team of two approved people, of whom nobody is there. */
async function approveTeam(name: string) {
  const team = await createTestTeam(site, 2, { name });
  for (const member of team.members) await createApplicant(site, member);
  return team;
}

test('numbers go to teams and lone hackers with somebody checked in; later ones are added, nobody changes', async () => {
  const owls = await approveTeam('Owls');
  const bats = await approveTeam('Bats');
  const lone = await approve('Lone');
  await approve('Absent');
  expect((await progress()).unnumbered).toEqual({ approved: 4, checkedIn: 0, submitted: 0 });
  await arrive(owls.members[1]!);
  await arrive(lone);
  expect((await progress()).unnumbered).toEqual({ approved: 4, checkedIn: 2, submitted: 0 });
  expect(await assign()).toEqual({ success: true, assigned: 2, total: 2 });
  const ruth = await signInJudge(site);
  const first = [
    [1, 'Owls'],
    [2, lone.name],
  ];
  expect(await listNames(ruth)).toEqual(first);
  await arrive(bats.leader);
  expect((await progress()).unnumbered).toEqual({ approved: 2, checkedIn: 1, submitted: 0 });
  expect(await assign()).toEqual({ success: true, assigned: 1, total: 3 });
  expect(await listNames(ruth)).toEqual([...first, [3, 'Bats']]);
});

test('a retired table is suggested to nobody, keeps its number, and comes back with its people', async () => {
  const people = [await approve('Ann'), await approve('Bea')];
  await arrive(people[0]!);
  expect(await assign('approved')).toMatchObject({ assigned: 2 });
  const { tables } = await progress();
  expect(tables.map(({ unattended = false }) => unattended)).toEqual([false, true]);
  expect((await retire([2, 77])).json()).toEqual({ success: true, changed: 1 });
  expect((await progress()).tables[1]).toMatchObject({ teamNumber: 2, retired: true, unattended: true });
  const ruth = await signInJudge(site);
  expect(await listNames(ruth)).toEqual([[1, people[0]!.name]]);
  await ruth.call('POST', '/scores', scoreBody({ team_number: 1 }));
  expect((await ruth.call('GET', '/judge/next')).json()).toMatchObject({ next: null, reason: 'done' });
  await createApplicant(site, await signUp(site, { name: 'Cy' }));
  expect(await assign('approved')).toMatchObject({ assigned: 1, total: 2 });
  site.advance(60_000);
  await arrive(people[1]!);
  expect(await assign()).toMatchObject({ assigned: 1, total: 3 });
  expect((await ruth.call('GET', '/judge/next')).json().next.teamNumber).toBe(2);
  await retire([2]);
  expect((await people[1]!.call('GET', '/applications/me')).json().data.tableNumber).toBeUndefined();
  expect((await retire([2], false)).json()).toEqual({ success: true, changed: 1 });
  expect((await people[1]!.call('GET', '/applications/me')).json().data.tableNumber).toBe(2);
});

test('a team moves to a free number or changes places with another, with its conflicts; never with scores', async () => {
  for (const name of ['Ann', 'Bea', 'Cy']) await approve(name);
  await assign('approved');
  const ruth = await signInJudge(site);
  const [[, ann], [, bea], [, cy]] = await listNames(ruth);
  await ruth.call('POST', '/judge/skip', { track: 'hacker', teamNumber: 1, reason: 'conflict' });
  expect((await move(1, 2)).statusCode).toBe(200);
  expect(await listNames(ruth)).toEqual([
    [1, bea],
    [2, ann],
    [3, cy],
  ]);
  // The conflict of interest is with Ann, not with a number.
  expect((await ruth.call('GET', '/judge/next')).json().next.teamNumber).toBe(1);
  expect((await move(2, 40)).statusCode).toBe(200);
  expect((await listNames(ruth)).at(-1)).toEqual([40, ann]);
  expect((await move(2, 3)).statusCode).toBe(404);
  await ruth.call('POST', '/scores', scoreBody({ team_number: 3 }));
  for (const [from, to] of [
    [3, 40],
    [40, 3],
  ] as const) {
    const refused = await move(from, to);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Table 3 already has scores, so its team cannot move.',
    ]);
  }
});

test('numbering, moving and retiring at once lose no team and repeat no number', async () => {
  for (let n = 0; n < 6; n += 1) await arrive(await approve(`Person ${n}`));
  await assign();
  for (let n = 0; n < 6; n += 1) await arrive(await approve(`Late ${n}`));
  const answers = await Promise.all([
    ...[assign(), assign(), assign()],
    ...[move(1, 2), move(2, 3), move(3, 1), move(4, 50)],
    ...[retire([5]), retire([5]), retire([5, 6])],
  ]);
  for (const answer of answers) if ('statusCode' in answer) expect(answer.statusCode).toBeOneOf([200, 404]);
  const rows = await site.services.db.selectFrom('demo_tables').select(['number', 'user_id']).execute();
  expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(12);
  expect(rows).toHaveLength(12);
});

test('everybody at a table is emailed its number once, and again after a move', async () => {
  const { members } = await approveTeam('Owls');
  for (const member of members) await arrive(member);
  await arrive(await approve('Lone'));
  await assign();
  expect((await progress()).notEmailed).toBe(2);
  const send = async () => (await grace.call('POST', '/judging/tables/emails')).json().sent;
  const sent = await Promise.all([send(), send()]);
  expect(sent.sort()).toEqual([0, 3]);
  expect((await progress()).notEmailed).toBe(0);
  const { db } = site.services;
  const listSubjects = () =>
    db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', members[0]!.email)
      .orderBy('id')
      .execute();
  expect(await listSubjects()).toEqual([{ subject: 'Your table: 1' }]);
  await move(1, 9);
  expect(await send()).toBe(2);
  expect((await listSubjects()).map(({ subject }) => subject).sort()).toEqual([
    'Your table: 1',
    'Your table: 9',
  ]);
});

test('badges and dashboards show the number', async () => {
  const ann = await approve('Ann');
  await arrive(ann);
  await assign();
  const { _id } = (await ann.call('GET', '/applications/me')).json().data;
  expect((await grace.call('POST', '/badges', { ids: [_id] })).json()).toMatchObject([{ tableNumber: 1 }]);
});
