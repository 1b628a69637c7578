import { afterEach, beforeEach, expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { scoreBody, signInJudge } from '../testing/judges.ts';
import { saveText, setDeadline, submitTestProject } from '../testing/projects.ts';
import { countAnswers, race } from '../testing/races.ts';
import { createTestTeam, expectInvariants } from '../testing/teams.ts';

let site: TestApp;
let grace: TestActor;
let leader: TestActor;
let member: TestActor;
let id: string;
beforeEach(async () => {
  site = await createTestApp();
  ({ grace, leader, member, id } = await enterProject(site));
});
afterEach(() => site.close());

/** A team of two with a submitted project, after its deadline. */
async function enterProject(app: TestApp) {
  setDeadline(app, 3_600_000);
  const admin = await signUpAdmin(app);
  const made = await createTestTeam(app, 2);
  for (const who of made.members) await createApplicant(app, who);
  await submitTestProject(made.leader);
  setDeadline(app, -3_600_000);
  const { id: project } = await app.services.db
    .selectFrom('projects')
    .select('id')
    .where('team_id', '=', made.id)
    .executeTakeFirstOrThrow();
  return {
    ...{ grace: admin, leader: made.leader, team: made.id, id: project },
    member: made.members.find((who) => who.id !== made.leader.id)!,
  };
}

const text = {
  title: 'Night Bus',
  repository: 'https://code.example/night-bus',
  demo: '',
  video: '',
  prizes: [],
};
const correct = (changes: object = {}, more: object = {}) =>
  grace.call('PUT', `/projects/${id}`, {
    ...{ version: 2, track: 'Hacker Track', text: { ...text, ...changes } },
    ...more,
  });
const opened = async () => (await grace.call('GET', `/projects/${id}`)).json();
const mailsTo = async (who: TestActor) =>
  (
    await site.services.db
      .selectFrom('mails')
      .select(['subject', 'text'])
      .where('recipient', '=', who.email)
      .execute()
  ).filter(({ subject }) => subject.includes('corrected'));
const logged = async () =>
  (
    await site.services.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'project.corrected')
      .execute()
  ).map(({ detail }) => (detail as { reason: string }).reason);

test('an organizer corrects title, links, track and prizes after the deadline: logged, and told to everybody on it', async () => {
  const [prize] = site.services.event.specialCategories;
  const changes = { title: 'Night Train', demo: 'https://night.example', prizes: [prize!.key] };
  expect((await correct(changes, { track: 'Clozyt Track' })).statusCode).toBe(200);
  expect(await opened()).toMatchObject({ version: 3, track: 'Clozyt Track', text: changes });
  const said = [
    'Title: Night Train (was Night Bus).',
    'Demo: https://night.example (was none).',
    'Track: Clozyt Track (was Hacker Track).',
    `Prizes: ${prize!.label} (was none).`,
  ];
  expect(await logged()).toEqual([said.join(' ')]);
  for (const who of [leader, member]) {
    const mails = await mailsTo(who);
    expect(mails).toHaveLength(1);
    for (const sentence of said) expect(mails[0]!.text).toContain(sentence);
  }
  // The same again changes nothing and tells nobody.
  expect((await correct(changes, { track: 'Clozyt Track' })).statusCode).toBe(200);
  expect([(await opened()).version, (await mailsTo(leader)).length]).toEqual([3, 1]);
  expect((await correct({ title: 'Other' })).json().code).toBe('project_changed');
});

test('what cannot be is refused, in a sentence', async () => {
  const refused: [object, object, number, string][] = [
    [{ title: '' }, {}, 409, 'project_incomplete'],
    [{ demo: 'night' }, {}, 409, 'project_link_invalid'],
    [{ prizes: ['best-owl'] }, {}, 400, 'invalid_input'],
    [{}, { track: 'Owl Track' }, 400, 'unknown_track'],
  ];
  for (const [changes, more, status, code] of refused) {
    const answer = await correct(changes, more);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  }
  expect(
    (await grace.call('PUT', `/projects/${crypto.randomUUID()}`, { version: 1, track: 'Hacker Track', text }))
      .statusCode,
  ).toBe(404);
  expect(await logged()).toEqual([]);
});

test('scores hold the track, published results the prizes too, and the page says why', async () => {
  const { json } = await grace.call('POST', '/judging/tables');
  expect(json()).toBeDefined();
  const { tableNumber } = await opened();
  const judge = await signInJudge(site);
  expect((await judge.call('POST', '/scores', scoreBody({ team_number: tableNumber }))).statusCode).toBe(201);
  expect((await correct({}, { track: 'Clozyt Track' })).json().code).toBe('project_track_judged');
  expect((await opened()).fixed).toEqual({ track: expect.stringContaining('Remove those scores first') });
  expect((await correct({ title: 'Night Train' })).statusCode).toBe(200);
  await site.services.db.insertInto('settings').values({ key: 'results', value: '{}' }).execute();
  const prizes = [site.services.event.specialCategories[0]!.key];
  expect((await correct({ title: 'Night Train', prizes }, { version: 3 })).json().code).toBe(
    'project_published',
  );
  expect(Object.keys((await opened()).fixed)).toEqual(['track', 'prizes']);
});

test('an organizer adds somebody to the team and removes somebody, never the last', async () => {
  const ben = await signUp(site, { name: 'Ben Lee' });
  const add = (person: string) => grace.call('POST', `/projects/${id}/members`, { person });
  const remove = (who: TestActor) => grace.call('DELETE', `/projects/${id}/members/${who.id}`);
  expect((await add('nobody@example.org')).json().code).toBe('unknown_person');
  expect((await add(grace.id)).json().code).toBe('requester_not_hacker');
  const { leader: other } = await createTestTeam(site, 1);
  expect((await add(other.email)).json().code).toBe('requester_in_team');
  for (let turn = 0; turn < 2; turn += 1) expect((await add(ben.email)).statusCode).toBe(200);
  expect((await opened()).people.map(({ name }: { name: string }) => name)).toContain('Ben Lee');
  expect((await mailsTo(ben))[0]!.text).toContain('New on the team: Ben Lee.');
  for (let turn = 0; turn < 2; turn += 1) expect((await remove(leader)).statusCode).toBe(200);
  expect((await remove(member)).statusCode).toBe(200);
  expect((await remove(ben)).json().code).toBe('project_last_member');
  expect(await logged()).toHaveLength(3);
  await expectInvariants(site);
});

test('somebody who entered alone has no team to add to', async () => {
  setDeadline(site, 3_600_000);
  const ada = await signUp(site, { name: 'Ada' });
  await createApplicant(site, ada);
  await saveText(ada, 0, { title: 'Alone' });
  const { projects } = (await grace.call('GET', '/projects')).json();
  const alone = projects.find(({ title }: { title: string }) => title === 'Alone')._id;
  const answer = await grace.call('POST', `/projects/${alone}/members`, { person: leader.id });
  expect(answer.json().code).toBe('project_without_team');
});

race(
  'an organizer corrects while a member saves, adds and removes at once: the team keeps its seats, and no text is lost',
  async (app) => {
    const made = await enterProject(app);
    setDeadline(app, 3_600_000);
    const people = [await signUp(app), await signUp(app), await signUp(app)];
    const answers = await app.together([
      () =>
        made.grace.call('PUT', `/projects/${made.id}`, {
          version: 2,
          track: 'Hacker Track',
          text: { ...text, title: 'A' },
        }),
      () => saveText(made.leader, 2, { title: 'B' }),
      ...people.map(
        ({ id: person }) =>
          () =>
            made.grace.call('POST', `/projects/${made.id}/members`, { person }),
      ),
    ]);
    expect(countAnswers(answers.slice(0, 2))).toEqual({ 200: 1, 409: 1 });
    expect(countAnswers(answers.slice(2))).toEqual({ 200: 2, 409: 1 });
    await expectInvariants(app);
  },
  { paused: ['projects', 'team_members'], pauses: 6 },
);

test('once the results are published, only an organizer adds somebody to a team with a submitted project', async () => {
  const team = await createTestTeam(site, 1);
  const { inviteCode } = (
    await leader.call('GET', `/teams/${(await leader.call('GET', '/auth/user')).json().user.team}`)
  ).json();
  const late = await signUp(site);
  await createApplicant(site, late, { status: 'approved' });
  await site.services.db.insertInto('settings').values({ key: 'results', value: '{}' }).execute();
  const refused = await late.call('POST', '/teams/join', { inviteCode });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'team_decided']);
  const invitation = (await late.call('POST', '/teams/invitation', { inviteCode })).json();
  expect(invitation).toMatchObject({ isDecided: true, refusal: refused.json().message });
  expect(invitation.team.can.ask).toBe(false);
  const added = await grace.call('POST', `/projects/${id}/members`, { person: late.id });
  expect(added.statusCode).toBeLessThan(300);
  const { team: teamId } = (await leader.call('GET', '/auth/user')).json().user;
  const removed = await leader.call('DELETE', `/teams/${teamId}/kick/${late.id}`);
  expect([removed.statusCode, removed.json().code]).toEqual([409, 'team_decided']);
  const another = await signUp(site);
  await createApplicant(site, another, { status: 'approved' });
  const other = (await team.leader.call('GET', `/teams/${team.id}`)).json().inviteCode;
  expect((await another.call('POST', '/teams/join', { inviteCode: other })).statusCode).toBe(200);
});
