import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Found, Home } from '../../../contract/operations/home.ts';
import { anonymous, signUpAdmin, signUpAll, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { acceptLateProjects, submitTestProject } from '../../testing/projects.ts';

let site: TestApp;
let grace: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
});
afterAll(() => site.close());

const getHome = async () => (await grace.call('GET', '/home')).json<Home>();
const find = async (q: string) =>
  (await grace.call('GET', `/find?q=${encodeURIComponent(q)}`)).json<Found[]>();

test('home counts what waits for an organizer, and forgets what is done', async () => {
  expect(await getHome()).toMatchObject({
    ...{ applications: 0, pending: 0, oldestAt: null, held: 0, failedMails: 0, arrived: 0, expected: 0 },
    ...{ tables: 0, unscored: 0, sendsMail: false, organizers: 1, stations: 0 },
    projectsDueAt: new Date((site.services.event.projects || { deadline: 0 }).deadline).toISOString(),
  });
  const ada = await createAttendee(site, { name: 'Ada Lovelace', status: 'pending' });
  await createAttendee(site, { name: 'Alan Turing', status: 'approved' });
  await site.services.db
    .insertInto('mails')
    .values({
      ...{ recipient: 'ada@example.org', subject: 'Hello', text: 'Hello', html: 'Hello' },
      ...{ user_id: ada.id, failed_at: new Date(), failure: '550 no such mailbox' },
    })
    .execute();
  // A failed email with a code does not count: people ask for another code.
  await anonymous(site).call('POST', '/auth/email/start', { email: 'ada@example.org' });
  await site.services.db
    .updateTable('mails')
    .set({ failed_at: new Date(), failure: '550 no such mailbox' })
    .where('code_id', 'is not', null)
    .execute();
  await grace.call('POST', '/judging/tables');
  const home = await getHome();
  expect(home).toMatchObject({
    ...{ applications: 2, pending: 1, failedMails: 1, arrived: 0, expected: 1 },
    ...{ tables: 1, unscored: 1, judgingPaused: false, resultsPublished: false },
  });
  const [{ _id, createdAt }] = (await grace.call('GET', '/applications?status=pending')).json();
  expect(home.oldestAt).toBe(createdAt);

  const { event } = site.services;
  site.services.event = { ...event, holdDecisions: true };
  await grace.call('PUT', `/applications/${_id}`, { status: 'approved' });
  expect(await getHome()).toMatchObject({ pending: 0, oldestAt: null, held: 1, expected: 1 });
  await grace.call('POST', '/applications/release');
  site.services.event = event;
  await grace.call('PUT', '/judging/pause', { paused: true });
  expect(await getHome()).toMatchObject({ pending: 0, oldestAt: null, expected: 2, judgingPaused: true });
});

test('home counts the submitted projects without a table', async () => {
  const lone = await createAttendee(site, { name: 'Mary Somerville', status: 'approved' });
  await acceptLateProjects(site);
  await submitTestProject(lone, { title: 'Comets' });
  expect(await getHome()).toMatchObject({ submitted: 1, withoutTable: 1 });
  await grace.call('POST', '/judging/tables?who=submitted');
  expect(await getHome()).toMatchObject({ submitted: 1, withoutTable: 0 });
});

test('home says since when background jobs are late, not when they run or wait for their next try', async () => {
  const { pool } = site.database;
  await pool.query('delete from graphile_worker._private_jobs');
  const add = async (minutes: number, changes = '') => {
    const added = await pool.query("select id from graphile_worker.add_job('deliver-mail', '{}')");
    const changed = await pool.query(
      `update graphile_worker._private_jobs set run_at = now() - make_interval(secs => $1) ${changes}
       where id = $2 returning run_at`,
      [minutes * 60, added.rows[0].id],
    );
    return changed.rows[0].run_at as Date;
  };
  await add(1);
  await add(50, ", locked_at = now(), locked_by = 'a runner'");
  await add(50, ', attempts = max_attempts');
  await add(-2, ', attempts = 3');
  expect((await getHome()).jobsDueSince).toBeNull();
  const oldest = await add(3);
  await add(2.5);
  expect((await getHome()).jobsDueSince).toBe(oldest.toISOString());
  // The site still works: a proxy must not take it out.
  expect((await site.app.inject('/readyz')).statusCode).toBe(200);
  await pool.query('delete from graphile_worker._private_jobs');
});

test('the palette finds people, teams and projects by parts of their names, and hides whom blind review hides', async () => {
  const leader = await createAttendee(site, { name: 'Katherine Johnson', status: 'approved' });
  expect((await leader.call('POST', '/teams', { name: 'Orbit Owls' })).statusCode).toBe(201);
  const [person, ofLeader] = await find('katherine');
  expect(person).toMatchObject({ kind: 'applicant', name: 'Katherine Johnson', detail: leader.email });
  const team = { kind: 'team', key: person?.key, name: 'Orbit Owls', detail: 'Katherine Johnson' };
  expect(ofLeader).toEqual(team);
  expect(await find('owls')).toEqual([team]);
  expect((await find('Johnson, Katherine')).map(({ kind }) => kind)).toEqual(['applicant', 'team']);
  expect(await find(',')).toEqual([]);
  expect(await find('  ')).toEqual([]);
  expect(await find('50%')).toEqual([]);

  await grace.call('PUT', '/reviews/blind', { blind: true });
  expect(await find('katherine')).toEqual([]);
  expect(await find('owls')).toEqual([]);
  await grace.call('PUT', '/reviews/blind', { blind: false });
});

test('the palette finds the people of the event for the roles that open their pages', async () => {
  const { db } = site.services;
  const crew = await signUpAll(site, {
    staff: { name: 'Crew Lead', role: 'check-in-lead' },
    judging: { name: 'Judging Lead', role: 'judging-lead' },
    reviewer: { name: 'Reviewer', role: 'application-reviewer' },
    volunteer: { name: 'Crew Helper', role: 'volunteer' },
    past: { name: 'Crew Past', role: 'volunteer' },
    mentor: { name: 'Crew Mentor', role: 'mentor' },
  });
  const at = site.services.now();
  const over = { user_id: crew.past.id, checkpoint: 'entrance', started_at: at, ends_at: at };
  await db.insertInto('shifts').values(over).execute();
  await grace.call('POST', '/judging/judges/import', { list: 'Crew Judge\nCrew Gone' });
  await db.updateTable('judges').set({ removed_at: at }).where('name', '=', 'Crew Gone').execute();
  await createAttendee(site, { name: 'Crew Applicant', status: 'pending' });

  const listFound = async (by: TestActor) => {
    const found = (await by.call('GET', '/find?q=crew')).json<Found[]>();
    return found.map(({ key, name }) => [name, key]);
  };
  const { username } = await db
    .selectFrom('judges')
    .where('name', '=', 'Crew Judge')
    .select('username')
    .executeTakeFirstOrThrow();
  const judge = ['Crew Judge', username];
  const helpers = [
    ['Crew Helper', crew.volunteer.id],
    ['Crew Mentor', crew.mentor.id],
  ];
  const applicant = ['Crew Applicant', expect.any(String)];
  expect(await listFound(grace)).toEqual([
    applicant,
    helpers[0],
    judge,
    ['Crew Lead', crew.staff.id],
    helpers[1],
  ]);
  expect(await listFound(crew.staff)).toEqual(helpers);
  expect(await listFound(crew.judging)).toEqual([judge]);
  expect(await listFound(crew.reviewer)).toEqual([applicant]);
});

test('the palette finds a project by its table', async () => {
  const maker = await createAttendee(site, { name: 'Solo Maker', status: 'approved' });
  await acceptLateProjects(site);
  await submitTestProject(maker, { title: 'Tin Bus' });
  await site.services.db
    .insertInto('demo_tables')
    .values({ number: 955, name: 'Solo Maker', track: 'hacker', user_id: maker.id })
    .execute();
  expect(await find('table 955')).toEqual([
    { kind: 'project', key: 'Tin Bus', name: 'Tin Bus', detail: 'table 955' },
  ]);
});
