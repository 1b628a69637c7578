import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { createAttendee } from '../../testing/attendees.ts';

let site: TestApp;
let admin: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  admin = await signUpAdmin(site);
});
afterAll(() => site.close());

async function list(query = '') {
  const answer = await admin.call('GET', `/applications${query}`);
  const rows = answer.json<Application[]>();
  return {
    ids: rows.map((row) => row._id),
    names: rows.map((row) => row.user.name),
    total: answer.headers['x-total-count'],
    rows,
  };
}

test('the list: newest first, filtered, in pages, counted', async () => {
  const people: TestActor[] = [];
  for (const status of ['pending', 'approved', 'pending', 'rejected', 'pending'] as const)
    people.push(await createAttendee(site, { status }));
  // Two of the same moment are ordered by id.
  await site.services.db
    .updateTable('applications')
    .set({ created_at: new Date(0) })
    .execute();
  const all = await list();
  expect(all.ids).toEqual([...all.ids].sort().reverse());
  expect([all.ids.length, all.total]).toEqual([5, '5']);
  const first = await list('?limit=2');
  const second = await list(`?limit=2&after=${first.ids[1]}`);
  const third = await list(`?limit=2&after=${second.ids[1]}`);
  expect([...first.ids, ...second.ids, ...third.ids]).toEqual(all.ids);
  expect([first.total, second.total]).toEqual(['5', '5']);
  const pending = await list('?status=pending&limit=2');
  expect([pending.rows.map((row) => row.status), pending.total]).toEqual([['pending', 'pending'], '3']);
  const counts = await admin.call('GET', '/applications/counts');
  expect(counts.json()).toEqual({ all: 5, pending: 3, approved: 1, rejected: 1 });
  await site.services.db.deleteFrom('users').where('id', '=', people[0]!.id).execute();
  await site.services.db.updateTable('applications').set({ major: 'History' }).execute();
  const fewer = await admin.call('GET', '/applications/counts');
  expect(fewer.json()).toEqual({ all: 4, pending: 2, approved: 1, rejected: 1 });
  for (const wrong of [
    'limit=0',
    'limit=501',
    'limit=x',
    'after=x',
    'status=open',
    'sort=name',
    'offset=-1',
    'offset=x',
    `q=${'x'.repeat(101)}`,
    'status=pending&status=pending',
  ])
    expect((await admin.call('GET', `/applications?${wrong}`)).statusCode).toBe(400);
});

test('the list can be searched, sorted and paged; the total counts all matches', async () => {
  await site.services.db.deleteFrom('users').where('role', '=', 'hacker').execute();
  const people = [
    ['Ada Lovelace', 'Hacker Track', 'Mathematics'],
    ['Grace Hopper', 'Startup Track', 'Mathematics'],
    ['100% Real_Name', 'Hacker Track', 'Art History'],
    ['Chloé Dupont', 'Clozyt Track', 'Physics'],
  ] as const;
  for (const [day, [name, track, major]] of people.entries()) {
    const person = await createAttendee(site, { status: 'pending' });
    await site.services.db
      .updateTable('users')
      .set({ name, email: `person${day}@example.edu` })
      .where('id', '=', person.id)
      .execute();
    await site.services.db
      .updateTable('applications')
      .set({ track, major, created_at: new Date(Date.UTC(2025, 8, day + 1)) })
      .where('user_id', '=', person.id)
      .execute();
  }
  const [ada, hopper, real, chloe] = people.map(([name]) => name);
  expect((await list()).names).toEqual([chloe, real, hopper, ada]);
  expect((await list('?sort=oldest')).names).toEqual([ada, hopper, real, chloe]);
  expect((await list('?sort=track')).names).toEqual([chloe, ada, real, hopper]);
  for (const sort of ['newest', 'oldest', 'track']) {
    const all = await list(`?sort=${sort}`);
    const first = await list(`?sort=${sort}&limit=2`);
    const after = await list(`?sort=${sort}&limit=2&after=${first.ids[1]}`);
    const offset = await list(`?sort=${sort}&limit=2&offset=2`);
    expect([...first.ids, ...after.ids]).toEqual(all.ids);
    expect(offset.ids).toEqual(after.ids);
    expect([first.total, after.total, offset.total]).toEqual(['4', '4', '4']);
  }
  const found = async (q: string, more = '') => {
    const { names, total } = await list(`?q=${encodeURIComponent(q)}${more}`);
    return [names, total];
  };
  expect(await found('math')).toEqual([[hopper, ada], '2']);
  expect(await found('velac')).toEqual([[ada], '1']);
  expect(await found('  lovelace   MATH ')).toEqual([[ada], '1']);
  expect(await found('PERSON3@')).toEqual([[chloe], '1']);
  for (const q of ['chloé', 'Chloe', 'çhloë']) expect(await found(q)).toEqual([[chloe], '1']);
  expect(await found('%')).toEqual([[real], '1']);
  expect(await found('_')).toEqual([[real], '1']);
  expect(await found('\\')).toEqual([[], '0']);
  expect(await found(' ')).toEqual([[chloe, real, hopper, ada], '4']);
  expect(await found('math', '&status=approved')).toEqual([[], '0']);
  expect(await found('math', '&limit=1&offset=1')).toEqual([[ada], '2']);
  expect((await list('?limit=2&offset=9')).total).toBe('4');
  expect((await list(`?after=${crypto.randomUUID()}`)).ids).toEqual([]);
});

/** Changes a person's name while their application is being inserted; returns whom a search for the new name finds. */
async function renameDuringInsert(name: string): Promise<string[]> {
  const { db } = site.services;
  const person = await signUp(site);
  let renaming: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await createApplicant({ ...site, services: { ...site.services, db: trx } }, person);
    let ended = false;
    renaming = db
      .updateTable('users')
      .set({ name })
      .where('id', '=', person.id)
      .execute()
      .then(() => {
        ended = true;
      });
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(ended || rows.length > 0).toBe(true);
    }, 20_000);
  });
  await renaming;
  return (await list(`?q=${encodeURIComponent(name)}`)).names;
}

test('the list finds a name that was changed while the application was inserted', async () => {
  expect(await renameDuringInsert('Quilla Brightwater')).toEqual(['Quilla Brightwater']);
  // Without the trigger's lock, neither transaction sees the other's row.
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef('insert_application_words'::regproc) as source`.execute(site.services.db);
  await site.database.changeSchema(rows[0]!.source.replace('for share', ''));
  expect(await renameDuringInsert('Wenna Stillwater')).toEqual([]);
  await site.database.changeSchema(rows[0]!.source);
});

test('filters add up: track, team, checked in, rated by the reader; under blind review none of them tells who is hidden', async () => {
  await site.services.db.deleteFrom('users').where('role', '=', 'hacker').execute();
  const [inTeam, arrived, rated] = await Promise.all(
    [1, 2, 3].map(() => createAttendee(site, { status: 'approved' })),
  );
  const { db } = site.services;
  await inTeam!.call('POST', '/teams', { name: 'Night Owls' });
  await admin.call('POST', '/applications/check-in', { userId: arrived!.id });
  const { id } = await db
    .updateTable('applications')
    .set({ track: 'Startup Track' })
    .where('user_id', '=', rated!.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await admin.call('PUT', `/applications/${id}/review`, { rating: 4 })).statusCode).toBe(200);

  const who = async (query: string) => {
    const { rows, total } = await list(`?${query}`);
    expect(total).toBe(String(rows.length));
    return rows.map(({ user }) => user._id).sort();
  };
  const ids = (...people: (TestActor | undefined)[]) => people.map((person) => person!.id).sort();
  expect(await who('team=yes')).toEqual(ids(inTeam));
  expect(await who('team=no')).toEqual(ids(arrived, rated));
  expect(await who('checkedIn=yes')).toEqual(ids(arrived));
  expect(await who('rated=no&team=no')).toEqual(ids(arrived));
  expect(await who('rated=yes')).toEqual(ids(rated));
  expect(await who('track=Startup+Track&status=approved&checkedIn=no')).toEqual(ids(rated));
  expect(await who('track=Startup+Track&team=yes')).toEqual([]);

  await admin.call('PUT', '/reviews/blind', { blind: true });
  expect(await who('team=yes')).toEqual([]);
  expect(await who('team=no')).toEqual(ids(rated));
  expect(await who('checkedIn=yes')).toEqual([]);
  await admin.call('PUT', '/reviews/blind', { blind: false });
});

test('organizers share saved views; of two saved at once both stay, and there are at most fifty', async () => {
  const save = (name: string, search = 'status=pending') =>
    admin.call('PUT', '/applications/views', { name, search });
  const names = async () =>
    (await admin.call('GET', '/applications/views')).json<{ name: string }[]>().map(({ name }) => name);
  expect(await names()).toEqual([]);
  const all = Array.from({ length: 52 }, (_, index) => `View ${10 + index}`);
  const answers = await Promise.all(all.map((name) => save(name)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
  const [kept = ''] = await names();
  expect(await names()).toHaveLength(50);
  // An existing name is replaced, and a repeat is harmless.
  expect((await save(kept, 'team=no')).json()).toContainEqual({ name: kept, search: 'team=no' });
  for (const time of [1, 2]) {
    const left = await admin.call('DELETE', `/applications/views?name=${encodeURIComponent(kept)}`);
    expect([time, left.json<unknown[]>().length]).toEqual([time, 49]);
  }
  for (const blank of ['\u200B', '\uFFFC\uFFF9', '\u061C\u206A'])
    expect((await save(blank)).statusCode).toBe(400);
});
