import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Publication } from '../../contract/judging/results.ts';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { scoreBody, signInJudge } from '../testing/judges.ts';
import { setDeadline, submitTestProject } from '../testing/projects.ts';

let site: TestApp;
let organizer: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  organizer = await signUpAdmin(site);
  setDeadline(site, 3_600_000);
});
afterEach(() => site.close());

/** Approves somebody and submits a project that they built alone. */
async function submittedAlone(title: string): Promise<TestActor> {
  const builder = await signUp(site);
  await createApplicant(site, builder);
  await submitTestProject(builder, { title });
  return builder;
}

const numberTables = (who = 'submitted') => organizer.call('POST', `/judging/tables?who=${who}`);
const mine = async (who: TestActor) => (await who.call('GET', '/projects/mine')).json();
const tableOf = async (who: TestActor) =>
  (await who.call('GET', '/applications/me')).json().data.tableNumber as number | undefined;

async function createTeam(leader: TestActor, name: string): Promise<{ id: string; inviteCode: string }> {
  const { _id, inviteCode } = (await leader.call('POST', '/teams', { name })).json();
  return { id: _id, inviteCode };
}

async function join(who: TestActor, inviteCode: string): Promise<void> {
  expect((await who.call('POST', '/teams/join', { inviteCode })).statusCode).toBe(200);
}

/** What judges are shown, by table. */
async function listJudged(): Promise<[number, string, string | undefined][]> {
  const judge = await signInJudge(site);
  const tables = (await judge.call('GET', '/judge/tables')).json();
  return tables.map(
    ({
      teamNumber,
      teamName,
      project,
    }: {
      teamNumber: number;
      teamName: string;
      project?: { title: string };
    }) => [teamNumber, teamName, project?.title],
  );
}

test('two people who each submitted alone and then form a team have one project and one table', async () => {
  const jada = await submittedAlone('Night Radio');
  const javier = await submittedAlone('Night Compass');
  await numberTables();
  const [hers, his] = [await tableOf(jada), await tableOf(javier)];
  expect(new Set([hers, his, undefined]).size).toBe(3);
  const { inviteCode } = await createTeam(jada, 'Amber Pixels');
  await join(javier, inviteCode);
  await numberTables();
  await numberTables('approved');
  for (const member of [jada, javier]) {
    expect(await mine(member)).toMatchObject({
      team: 'Amber Pixels',
      text: { title: 'Night Radio' },
      tableNumber: hers,
    });
    expect((await mine(member)).solo).toBeUndefined();
    expect(await tableOf(member)).toBe(hers);
  }
  expect(await listJudged()).toEqual([[hers, 'Amber Pixels', 'Night Radio']]);
});

test('who submitted alone brings project and table into a team without them, also after the deadline', async () => {
  const leader = await signUp(site);
  await createApplicant(site, leader);
  const { inviteCode } = await createTeam(leader, 'Late Shift');
  const newcomer = await submittedAlone('Lantern');
  await numberTables();
  const table = await tableOf(newcomer);
  setDeadline(site, -1000);
  await join(newcomer, inviteCode);
  expect(await mine(leader)).toMatchObject({ text: { title: 'Lantern' }, tableNumber: table });
  expect(await listJudged()).toEqual([[table, 'Late Shift', 'Lantern']]);
});

test('whom the leader removes keeps the project and the table that they brought, and nobody else’s', async () => {
  const leader = await signUp(site);
  await createApplicant(site, leader, { track: 'Startup Track' });
  const { id, inviteCode } = await createTeam(leader, 'Late Shift');
  const [maker, other] = [await submittedAlone('Lantern'), await signUp(site)];
  await createApplicant(site, other, { track: 'Startup Track' });
  await numberTables();
  const table = await tableOf(maker);
  const { track } = await mine(maker);
  setDeadline(site, -1000);
  await join(other, inviteCode);
  await join(maker, inviteCode);
  const remove = (who: TestActor) => leader.call('DELETE', `/teams/${id}/kick/${who.id}`);
  expect((await remove(other)).statusCode).toBe(200);
  expect(await mine(leader)).toMatchObject({ text: { title: 'Lantern' }, tableNumber: table });
  expect((await remove(maker)).statusCode).toBe(200);
  const kept = { text: { title: 'Lantern' }, tableNumber: table, team: null, track };
  expect(await mine(maker)).toMatchObject(kept);
  expect(await mine(leader)).toMatchObject({ version: 0 });
  expect(await listJudged()).toEqual([[table, maker.name, 'Lantern']]);
  const log = (await organizer.call('GET', '/log')).body;
  expect(log.match(/team\.member_removed/g)).toHaveLength(2);
});

test('organizers are told of a winner whose people have another project in a team', async () => {
  const [maker, friend] = [await submittedAlone('Lantern'), await submittedAlone('Compass')];
  await numberTables();
  const numbers = [(await tableOf(maker))!, (await tableOf(friend))!];
  const judge = await signInJudge(site);
  for (const team_number of numbers)
    expect((await judge.call('POST', '/scores', scoreBody({ team_number }))).statusCode).toBe(201);
  const concerns = async () =>
    ((await organizer.call('GET', '/results')).json() as Publication).groups.flatMap(({ ranking }) =>
      ranking.map(({ id, concerns: found }) => [Number(id), found.includes('other-project')]),
    );
  expect((await concerns()).map(([, is]) => is)).toEqual([false, false]);
  const { inviteCode } = await createTeam(friend, 'Amber Pixels');
  await join(maker, inviteCode);
  expect(new Map((await concerns()) as [number, boolean][])).toEqual(
    new Map([
      [numbers[0], true],
      [numbers[1], false],
    ]),
  );
});

test('who leaves a team has their project and table again; the last member keeps those of the team', async () => {
  const jada = await submittedAlone('Night Radio');
  const javier = await submittedAlone('Night Compass');
  await numberTables();
  const [hers, his] = [await tableOf(jada), await tableOf(javier)];
  const { id, inviteCode } = await createTeam(jada, 'Amber Pixels');
  await join(javier, inviteCode);
  for (const member of [javier, jada]) await member.call('DELETE', `/teams/${id}/leave`);
  expect(await mine(javier)).toMatchObject({
    text: { title: 'Night Compass' },
    tableNumber: his,
    team: null,
  });
  expect(await mine(jada)).toMatchObject({ text: { title: 'Night Radio' }, tableNumber: hers, team: null });
  const judged = await listJudged();
  expect(judged).toHaveLength(2);
  // Tables are numbered by name, and these names end in a number.
  expect(judged).toContainEqual([hers, jada.name, 'Night Radio']);
  expect(judged).toContainEqual([his, javier.name, 'Night Compass']);
});

test('a table made alone stays retired when its owner, in a team by then, is checked in', async () => {
  const jada = await submittedAlone('Night Radio');
  const javier = await submittedAlone('Night Compass');
  await numberTables();
  const his = await tableOf(javier);
  const { inviteCode } = await createTeam(jada, 'Amber Pixels');
  await join(javier, inviteCode);
  site.advance(1000);
  await organizer.call('POST', '/applications/check-in', { userId: javier.id });
  await numberTables('checked-in');
  expect((await listJudged()).map(([number]) => number)).not.toContain(his);
});

test('a project keeps a track that members of its team have when the founder leaves', async () => {
  const [founder, other] = [await signUp(site), await signUp(site)];
  await createApplicant(site, founder, { track: 'Startup Track' });
  await createApplicant(site, other, { track: 'Hacker Track' });
  const { id, inviteCode } = await createTeam(founder, 'Two Tracks');
  await join(other, inviteCode);
  // It is the leader's from the start, whoever writes first.
  for (const who of [founder, other])
    expect(await mine(who)).toMatchObject({ version: 0, track: 'Startup Track' });
  await submitTestProject(other);
  const team = async (who: TestActor) => (await who.call('GET', `/teams/${id}`)).json();
  for (const who of [founder, other])
    expect((await team(who)).tracks).toEqual(['Startup Track', 'Hacker Track']);
  expect((await mine(other)).track).toBe('Startup Track');
  expect((await founder.call('DELETE', `/teams/${id}/leave`)).statusCode).toBe(200);
  expect((await mine(other)).track).toBe('Hacker Track');
  expect((await team(other)).tracks).toBeUndefined();
});
