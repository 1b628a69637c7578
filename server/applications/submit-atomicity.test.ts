import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FileStore } from '../files/store.ts';
import { type Actor, person } from '../testing/actors.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { applied } from '../testing/applicants.ts';
import { apply } from '../testing/forms.ts';
import { generated } from '../testing/pdf.ts';
import { filesOf } from '../testing/personal-data.ts';
import { teamOf } from '../testing/teams.ts';

let site: TestApp;

beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

const newTeam = { teamPreference: 'createTeam', teamName: 'Night Owls' };
const both = { resume: generated('pdf-min'), pitchDeck: generated('pdf-min') };
const mine = async (actor: Actor) => (await actor.call('GET', '/applications/me')).json().data;

test('createTeam makes the team, of four', async () => {
  const ada = await person(site);
  expect((await apply(ada, { ...newTeam, teamName: ' Night \u200b Owls ' })).statusCode).toBe(201);
  const { team } = (await mine(ada)).user;
  expect((await ada.call('GET', `/teams/${team}`)).json()).toMatchObject({
    name: 'Night Owls',
    maxMembers: 4,
    creator: { _id: ada.id },
    members: [{ _id: ada.id }],
  });
});

test('createTeam on the Clozyt Track makes a team of two', async () => {
  const ada = await person(site);
  const { data } = (await apply(ada, { ...newTeam, track: 'Clozyt Track' })).json();
  expect((await ada.call('GET', `/teams/${data.user.team}`)).json().maxMembers).toBe(2);
});

test('lookingForTeam asks the team', async () => {
  const { id, leader } = await teamOf(site, 2);
  const ada = await person(site);
  const wish = { teamPreference: 'lookingForTeam', selectedTeam: id };
  expect((await apply(ada, wish)).statusCode).toBe(201);
  const asked = (await leader.call('GET', '/teams/join-requests')).json();
  expect(asked.map((request: { requester: { name: string } }) => request.requester.name)).toEqual([ada.name]);
});

test('unknown, full and Clozyt teams are refused, and so is no application', async () => {
  const full = await teamOf(site, 2, { maxMembers: 2 });
  const clozyt = await teamOf(site, 2);
  for (const member of clozyt.members) await applied(site, member, { track: 'Clozyt Track' });
  const ask = async (selectedTeam: string) => {
    const ada = await person(site);
    const answer = await apply(ada, { teamPreference: 'lookingForTeam', selectedTeam });
    expect((await ada.call('GET', '/applications/me')).statusCode).toBe(404);
    return [answer.statusCode, answer.json().message];
  };
  expect(await ask(crypto.randomUUID())).toEqual([404, 'Not found.']);
  expect(await ask("1' OR '1'='1")).toEqual([404, 'Not found.']);
  expect(await ask(full.id)).toEqual([409, 'This team is full.']);
  expect(await ask(clozyt.id)).toEqual([
    409,
    'Cannot join this team: Clozyt Track teams are limited to 2 members maximum. This team already has 2 members.',
  ]);
});

test('the preference is kept; a team goes before it', async () => {
  const preferenceOf = async ({ id }: Actor) => {
    const row = await site.services.db
      .selectFrom('users')
      .select('team_preference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.team_preference;
  };
  const [ada, bob] = [await person(site), await person(site)];
  const { id, leader, members } = await teamOf(site, 2);
  await apply(ada);
  await apply(bob, { teamPreference: 'lookingForTeam', selectedTeam: id });
  for (const member of members) expect((await apply(member)).statusCode).toBe(201);
  expect(await Promise.all([ada, bob, leader].map(preferenceOf))).toEqual([
    'solo',
    'lookingForTeam',
    'hasTeam',
  ]);
});

test('who is in a team cannot make or ask another, nor bring it over the limit of a track', async () => {
  const { members } = await teamOf(site, 3);
  const other = await teamOf(site, 1);
  const [ada] = members as [Actor];
  const refused = async (fields: Record<string, string>) => (await apply(ada, fields)).json().code;
  expect(await refused(newTeam)).toBe('already_in_team');
  expect(await refused({ teamPreference: 'lookingForTeam', selectedTeam: other.id })).toBe('already_in_team');
  expect(await refused({ track: 'Clozyt Track' })).toBe('track_limited');
  expect((await ada.call('GET', '/applications/me')).statusCode).toBe(404);
});

const leftOvers = async () => {
  const { kept, owned, staged } = await filesOf(site);
  const teams = await site.services.db.selectFrom('teams').select('id').execute();
  return { orphans: kept.length - owned.length, staged, teams: teams.length };
};

const failed = [503, 'An error occurred while submitting your application'];
let original: FileStore;
beforeAll(() => {
  original = site.services.files;
});
afterEach(() => {
  site.services.files = original;
});

test('when the second file cannot be kept, nothing is left', async () => {
  const ada = await person(site);
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
  const answer = await apply(ada, { ...newTeam, track: 'Startup Track' }, both);
  expect([answer.statusCode, answer.json().message]).toEqual(failed);
  expect(await leftOvers()).toEqual({ ...before, orphans: 0, staged: [] });
});

test('when the database refuses at the end, nothing is left', async () => {
  const ada = await person(site);
  const before = await leftOvers();
  const { db } = site.services;
  await sql`create function no() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db);
  await sql`create constraint trigger no after insert on applications
    deferrable initially deferred for each row execute function no()`.execute(db);
  const answer = await apply(ada, { ...newTeam, track: 'Startup Track' }, both);
  await sql`drop function no() cascade`.execute(db);
  expect([answer.statusCode, answer.json().message]).toEqual(failed);
  expect(await leftOvers()).toEqual({ ...before, orphans: 0, staged: [] });
  expect((await apply(ada, newTeam)).statusCode).toBe(201);
});

test('when the connection breaks at the commit, the files stay for the sweep', async () => {
  const ada = await person(site);
  const { orphans } = await leftOvers();
  const { db } = site.services;
  await sql`create function gone() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(db);
  await sql`create constraint trigger gone after insert on applications
    deferrable initially deferred for each row execute function gone()`.execute(db);
  const answer = await apply(ada);
  await sql`drop function gone() cascade`.execute(db);
  expect([answer.statusCode, answer.json().message]).toEqual(failed);
  expect((await leftOvers()).orphans).toBe(orphans + 1);
  expect((await apply(ada)).statusCode).toBe(201);
});
