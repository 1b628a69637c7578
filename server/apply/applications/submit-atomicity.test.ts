import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FileStore } from '../../platform/files/store.ts';
import { signUp, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { submitForm } from '../../testing/forms.ts';
import { createGeneratedPdf } from '../../testing/pdf.ts';
import { listFiles } from '../../testing/personal-data.ts';
import { createTestTeam } from '../../testing/teams.ts';

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const newTeam = { teamPreference: 'createTeam', teamName: 'Night Owls' };
const both = { resume: createGeneratedPdf('pdf-min'), pitchDeck: createGeneratedPdf('pdf-min') };
const mine = async (actor: TestActor) => (await actor.call('GET', '/applications/me')).json().data;

test('createTeam creates a team of four', async () => {
  const ada = await signUp(site);
  expect((await submitForm(ada, { ...newTeam, teamName: ' Night \u200b Owls ' })).statusCode).toBe(201);
  const { team } = (await mine(ada)).user;
  expect((await ada.call('GET', `/teams/${team}`)).json()).toMatchObject({
    name: 'Night Owls',
    maxMembers: 4,
    creator: { _id: ada.id },
    members: [{ _id: ada.id }],
  });
});

test('createTeam on the Clozyt Track creates a team of two', async () => {
  const ada = await signUp(site);
  const { data } = (await submitForm(ada, { ...newTeam, track: 'Clozyt Track' })).json();
  expect((await ada.call('GET', `/teams/${data.user.team}`)).json().maxMembers).toBe(2);
});

test('lookingForTeam creates a join request', async () => {
  const { id, leader } = await createTestTeam(site, 2);
  const ada = await signUp(site);
  const wish = { teamPreference: 'lookingForTeam', selectedTeam: id };
  expect((await submitForm(ada, wish)).statusCode).toBe(201);
  const asked = (await leader.call('GET', '/teams/join-requests')).json();
  expect(asked.map((request: { requester: { name: string } }) => request.requester.name)).toEqual([ada.name]);
});

test('unknown, full and Clozyt teams are refused, and no application is stored', async () => {
  const full = await createTestTeam(site, 2, { maxMembers: 2 });
  const clozyt = await createTestTeam(site, 2);
  for (const member of clozyt.members) await createApplicant(site, member, { track: 'Clozyt Track' });
  const ask = async (selectedTeam: string) => {
    const ada = await signUp(site);
    const answer = await submitForm(ada, { teamPreference: 'lookingForTeam', selectedTeam });
    expect((await ada.call('GET', '/applications/me')).statusCode).toBe(404);
    const { message, fields } = answer.json();
    expect(fields).toEqual({ selectedTeam: message });
    return [answer.statusCode, message];
  };
  expect(await ask(crypto.randomUUID())).toEqual([404, 'That team is gone. Choose another.']);
  expect(await ask("1' OR '1'='1")).toEqual([404, 'That team is gone. Choose another.']);
  expect(await ask(full.id)).toEqual([409, 'This team is full.']);
  expect(await ask(clozyt.id)).toEqual([
    409,
    'Cannot join this team: Clozyt Track teams are limited to 2 members maximum. This team already has 2 members.',
  ]);
});

test('the preference is stored; a team overrides it', async () => {
  const preferenceOf = async ({ id }: TestActor) => {
    const row = await site.services.db
      .selectFrom('users')
      .select('team_preference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.team_preference;
  };
  const [ada, bob] = [await signUp(site), await signUp(site)];
  const { id, leader, members } = await createTestTeam(site, 2);
  await submitForm(ada);
  await submitForm(bob, { teamPreference: 'lookingForTeam', selectedTeam: id });
  for (const member of members) expect((await submitForm(member)).statusCode).toBe(201);
  expect(await Promise.all([ada, bob, leader].map(preferenceOf))).toEqual([
    'solo',
    'lookingForTeam',
    'hasTeam',
  ]);
});

test('a team member cannot create or ask another team, nor exceed the limit of a track', async () => {
  const { members } = await createTestTeam(site, 3);
  const other = await createTestTeam(site, 1);
  const [ada] = members as [TestActor];
  const refused = async (fields: Record<string, string>) => (await submitForm(ada, fields)).json().code;
  expect(await refused(newTeam)).toBe('already_in_team');
  expect(await refused({ teamPreference: 'lookingForTeam', selectedTeam: other.id })).toBe('already_in_team');
  expect(await refused({ track: 'Clozyt Track' })).toBe('track_limited');
  expect((await ada.call('GET', '/applications/me')).statusCode).toBe(404);
});

const leftOvers = async () => {
  const { kept, owned, staged } = await listFiles(site);
  const teams = await site.services.db.selectFrom('teams').select('id').execute();
  const mails = await site.services.db.selectFrom('mails').select('id').execute();
  return { orphans: kept.length - owned.length, staged, teams: teams.length, mails: mails.length };
};

const failed = [503, 'An error occurred while submitting your application'];
let original: FileStore;
beforeAll(() => {
  original = site.services.files;
});
afterEach(() => {
  site.services.files = original;
});

test('when the second file cannot be stored, nothing is left', async () => {
  const ada = await signUp(site);
  const before = await leftOvers();
  let calls = 0;
  site.services.files = {
    ...original,
    keep: async (file, key) => {
      calls += 1;
      if (calls === 2) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      await original.keep(file, key);
    },
  };
  const answer = await submitForm(ada, { ...newTeam, track: 'Startup Track' }, both);
  expect([answer.statusCode, answer.json().message]).toEqual(failed);
  expect(await leftOvers()).toEqual({ ...before, orphans: 0, staged: [] });
});

test('when the database refuses at the end, nothing is left', async () => {
  const ada = await signUp(site);
  const before = await leftOvers();
  await site.database.changeSchema(`
    create function no() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create constraint trigger no after insert on applications
      deferrable initially deferred for each row execute function no()`);
  const answer = await submitForm(ada, { ...newTeam, track: 'Startup Track' }, both);
  await site.database.changeSchema('drop function no() cascade');
  expect([answer.statusCode, answer.json().message]).toEqual(failed);
  expect(await leftOvers()).toEqual({ ...before, orphans: 0, staged: [] });
  expect((await submitForm(ada, newTeam)).statusCode).toBe(201);
});

test('when the connection breaks at the commit, the files stay for the sweep', async () => {
  const ada = await signUp(site);
  const { orphans } = await leftOvers();
  await site.database.changeSchema(`
    create function gone() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create constraint trigger gone after insert on applications
      deferrable initially deferred for each row execute function gone()`);
  const answer = await submitForm(ada);
  await site.database.changeSchema('drop function gone() cascade');
  expect([answer.statusCode, answer.json().message]).toEqual(failed);
  expect((await leftOvers()).orphans).toBe(orphans + 1);
  expect((await submitForm(ada)).statusCode).toBe(201);
});
