import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { endpoints } from '../testing/calls.ts';
import { harbourDocument } from '../testing/default-event.ts';
import { rubricScores, scoreBody, signInJudge } from '../testing/judges.ts';
import { projectText, saveText, setDeadline, submitTestProject } from '../testing/projects.ts';
import { createTestTeam } from '../testing/teams.ts';
import { unzip } from '../testing/zip.ts';

/** An event that says nothing about projects. */

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(() => setDeadline(site, 3_600_000));

async function approved(): Promise<TestActor> {
  const ada = await signUp(site);
  await createApplicant(site, ada);
  return ada;
}

async function team(members: number) {
  const made = await createTestTeam(site, members);
  for (const member of made.members) await createApplicant(site, member);
  return made;
}

const mine = async (who: TestActor) => (await who.call('GET', '/projects/mine')).json();
const submit = (who: TestActor, version: number) => who.call('POST', '/projects/mine/submit', { version });
const code = (answer: { json: () => { code: string } }) => answer.json().code;

const acceptLate = (on: boolean) =>
  site.services.db
    .insertInto('settings')
    .values({ key: 'projects', value: JSON.stringify({ acceptsLate: on }) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: JSON.stringify({ acceptsLate: on }) }),
    )
    .execute();

test('only approved participants enter a project', async () => {
  expect((await saveText(anonymous(site), 0)).statusCode).toBe(401);
  const ada = await signUp(site);
  expect(code(await saveText(ada, 0))).toBe('project_not_approved');
  await createApplicant(site, ada, { status: 'pending' });
  expect(code(await saveText(ada, 0))).toBe('project_not_approved');
  expect((await mine(ada)).can).toEqual({ edit: false, submit: false, withdraw: false });
  expect((await mine(await approved())).can).toEqual({ edit: true, submit: false, withdraw: false });
});

test('a team has one project, which every member reads and changes', async () => {
  const { leader, members } = await team(2);
  expect(await mine(leader)).toMatchObject({ version: 0, team: 'Night Owls', track: 'Hacker Track' });
  expect((await saveText(leader, 0, { title: 'First' })).json()).toMatchObject({ version: 1 });
  expect((await saveText(members[1]!, 1, { title: 'Second' })).json()).toMatchObject({ version: 2 });
  expect(await mine(leader)).toMatchObject({
    version: 2,
    text: { ...projectText, title: 'Second' },
    descriptionHtml: '<p>It <em>knows</em> the timetable.</p>\n',
  });
});

test('who saves an older version gets the stored one, and nothing is lost', async () => {
  const { leader, members } = await team(2);
  await saveText(leader, 0, { title: 'From the leader' });
  const refused = await saveText(members[1]!, 0, { title: 'From the member' });
  expect([refused.statusCode, code(refused)]).toEqual([409, 'project_changed']);
  expect(refused.json().current).toMatchObject({ version: 1, text: { title: 'From the leader' } });
  expect(await mine(leader)).toMatchObject({ text: { title: 'From the leader' } });
});

test('a draft may be unfinished; what is submitted has a title, one line, and links to the web', async () => {
  const ada = await approved();
  expect(code(await submit(ada, 0))).toBe('project_incomplete');
  expect((await saveText(ada, 0, { title: '', repository: 'htt' })).statusCode).toBe(200);
  expect(code(await submit(ada, 1))).toBe('project_incomplete');
  await saveText(ada, 1, { repository: 'javascript:alert(1)' });
  expect(code(await submit(ada, 2))).toBe('project_link_invalid');
  expect(code(await submit(ada, 1))).toBe('project_changed');
  await saveText(ada, 2);
  expect((await submit(ada, 3)).json()).toMatchObject({
    late: false,
    can: { edit: true, submit: false, withdraw: true },
  });
  expect(code(await saveText(ada, 4, { tagline: '' }))).toBe('project_incomplete');
  expect((await saveText(ada, 4, { title: 'Better' })).json()).toMatchObject({ version: 5 });
  expect((await mine(ada)).submittedAt).not.toBeNull();
});

test('after the deadline nothing changes; late projects are accepted by a switch, and marked', async () => {
  const [inTime, late, early] = [await approved(), await approved(), await approved()];
  await submitTestProject(inTime);
  await saveText(late, 0);
  setDeadline(site, 1000);
  expect((await submitTestProject(early)).late).toBe(false);
  site.advance(2000);
  expect(code(await saveText(late, 1))).toBe('project_closed');
  expect(code(await submit(late, 1))).toBe('project_closed');
  await acceptLate(true);
  expect((await submit(late, 1)).json()).toMatchObject({ late: true, can: { edit: true } });
  expect((await saveText(late, 2)).json()).toMatchObject({ late: true, version: 3 });
  expect(code(await saveText(inTime, 2))).toBe('project_closed');
  await acceptLate(false);
  expect(code(await saveText(late, 3))).toBe('project_closed');
  site.advance(-2000);
});

const withdraw = (who: TestActor, version: number) =>
  who.call('POST', '/projects/mine/withdraw', { version });
const remove = (who: TestActor, version: number) => who.call('DELETE', '/projects/mine', { version });

test('a team withdraws its submission and deletes its project, until the deadline and before judges score it', async () => {
  const { id, leader, members } = await team(2);
  const { version } = await submitTestProject(leader);
  const [, member] = members as [TestActor, TestActor];
  expect(code(await withdraw(member, version - 1))).toBe('project_changed');
  expect((await withdraw(member, version)).json()).toMatchObject({
    submittedAt: null,
    text: projectText,
    can: { edit: true, submit: true, withdraw: true },
  });
  expect((await submit(leader, version + 1)).json()).toMatchObject({ version: version + 2 });
  // Scored: it stays, until the score is voided.
  const { db } = site.services;
  const table = { number: 7, name: 'Night Owls', track: 'hacker' as const, team_id: id };
  await db.insertInto('demo_tables').values(table).execute();
  const judge = await signInJudge(site);
  const score = await judge.call(
    'POST',
    '/scores',
    scoreBody({ team_number: 7, scores: rubricScores('hacker', [7, 7, 7, 7, 7]) }),
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  );
  expect(score.statusCode).toBe(201);
  for (const way of [withdraw, remove]) expect(code(await way(leader, version + 2))).toBe('project_judged');
  expect((await mine(leader)).can.withdraw).toBe(false);
  const admin = await signUpAdmin(site);
  const voided = await admin.call('POST', `/scores/${score.json()._id}/void`, { reason: 'Wrong table' });
  expect(voided.statusCode).toBe(200);
  setDeadline(site, -1000);
  for (const way of [withdraw, remove]) expect(code(await way(leader, version + 2))).toBe('project_closed');
  setDeadline(site, 3_600_000);
  expect(code(await remove(leader, version))).toBe('project_changed');
  expect((await remove(leader, version + 2)).json()).toMatchObject({ version: 0, text: { title: '' } });
  expect((await remove(leader, 0)).statusCode).toBe(200);
  expect(await mine(member)).toMatchObject({ version: 0, pictures: [] });
  expect((await saveText(member, 0)).json()).toMatchObject({ version: 1 });
});

test('leaving or losing a member changes nothing of the project', async () => {
  const { id, leader, members } = await team(3);
  const [, second, third] = members as [TestActor, TestActor, TestActor];
  const before = await submitTestProject(leader);
  await leader.call('DELETE', `/teams/${id}/leave`);
  expect((await second.call('DELETE', `/teams/${id}/kick/${third.id}`)).statusCode).toBe(200);
  expect(await mine(second)).toMatchObject({ version: before.version, text: before.text });
  for (const gone of [leader, third]) {
    expect(await mine(gone)).toMatchObject({ version: 0, team: null });
    expect(code(await saveText(gone, before.version))).toBe('project_changed');
    // At the version of their own, too, text of the team is not taken for it.
    const late = { version: 0, text: before.text, team: id };
    expect(code(await gone.call('PUT', '/projects/mine', late))).toBe('not_in_team');
  }
  await second.call('DELETE', `/teams/${id}/leave`);
  expect(await mine(second)).toMatchObject({
    version: before.version,
    submittedAt: before.submittedAt,
    team: null,
  });
});

test('a project that somebody began alone comes along into a team without one', async () => {
  const ada = await approved();
  await saveText(ada, 0, { title: 'Began alone' });
  await ada.call('POST', '/teams', { name: 'Together' });
  expect(await mine(ada)).toMatchObject({
    version: 1,
    text: { title: 'Began alone' },
    team: 'Together',
    solo: true,
  });
  const { inviteCode } = (
    await ada.call('GET', `/teams/${(await ada.call('GET', '/auth/user')).json().user.team}`)
  ).json();
  const grace = await approved();
  await grace.call('POST', '/teams/join', { inviteCode });
  expect(await mine(grace)).toMatchObject({ version: 0 });
  await saveText(ada, 1, { title: 'Now ours' });
  expect((await mine(ada)).solo).toBeUndefined();
  expect(await mine(grace)).toMatchObject({ version: 2, text: { title: 'Now ours' } });
});

test('only prizes of this event', async () => {
  const ada = await approved();
  expect((await saveText(ada, 0, { prizes: ['aiPersonas'] })).json().text.prizes).toEqual(['aiPersonas']);
  expect((await saveText(ada, 1, { prizes: ['best-pun'] })).statusCode).toBe(400);
});

test('a deleted account takes its own project along, and only its name out of the team’s', async () => {
  const ada = await approved();
  await submitTestProject(ada);
  const { leader, members } = await team(2);
  await submitTestProject(leader, { description: `Built by ${leader.name} at night.` });
  const about = unzip((await leader.call('GET', '/users/me/export')).rawPayload).get('about-me.json')!;
  expect(JSON.parse(about.toString()).projects).toMatchObject([{ title: projectText.title }]);
  for (const gone of [ada, leader]) expect((await gone.call('DELETE', '/users/me')).statusCode).toBe(200);
  const left = await site.services.db.selectFrom('projects').selectAll().execute();
  expect(left.filter(({ user_id, team_id }) => user_id === null && team_id === null)).toEqual([]);
  expect(left.filter((row) => JSON.stringify(row).includes(leader.name))).toEqual([]);
  expect(await mine(members[1]!)).toMatchObject({
    text: { description: 'Built by a former member at night.' },
  });
  await members[1]!.call('DELETE', '/users/me');
  const after = await site.services.db.selectFrom('projects').select('id').execute();
  expect(after).toHaveLength(left.length - 1);
});

test('an event without projects has no trace of them', async () => {
  const without = await createTestApp({}, { event: harbourDocument });
  const ada = await signUp(without);
  expect((await ada.call('GET', '/event')).json().projects).toBeUndefined();
  expect((await ada.call('GET', '/projects/mine')).statusCode).toBe(404);
  const documented = (await ada.call('GET', '/openapi.json')).json().paths;
  const about = endpoints.filter(({ path: each }) =>
    /^\/(projects|pictures|results|judge\/prize|scores\/prizes)\b/.test(each),
  );
  expect([about.length > 10, Object.keys(documented).length > 50]).toEqual([true, true]);
  const page = (await ada.call('GET', '/docs')).body;
  expect(page).toContain('team_full');
  // Pictures of the public page are left.
  expect(page).not.toMatch(/project_|pictures_|import_|results_|\/prize/);
  const organizer = await signUpAdmin(without);
  for (const { method, path: address } of about) {
    const { statusCode } = await organizer.call(method, address.replace(/:\w+/g, crypto.randomUUID()));
    expect([method, address, statusCode]).toEqual([method, address, 404]);
    expect(documented).not.toHaveProperty([address.replace(/:(\w+)/g, '{$1}')]);
  }
  await without.close();
});
