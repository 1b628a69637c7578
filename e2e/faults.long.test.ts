import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { test as base, expect } from 'vitest';
import { toApplicationRow } from '../server/testing/applicants.ts';
import { FaultySite } from './soak/faulty-site.ts';
import { Load } from './soak/load.ts';
import { openSlowClients } from './soak/slow-clients.ts';
import { findLosses } from './soak/verify.ts';

// The short versions of `npm run soak`: each fault a few times, under a load that repeats what it got no answer to.
// They mostly wait for one to come back: they run side by side, each on a machine of its own.
const test = base
  .extend('site', async ({ task: _task }, { onCleanup }) => {
    const site = new FaultySite();
    onCleanup(() => site.stop());
    return site;
  })
  .extend('load', ({ site }) => new Load(site)).concurrent;

interface Machine {
  site: FaultySite;
  load: Load;
}

async function openSite({ site, load }: Machine, environment: Record<string, string> = {}): Promise<void> {
  await site.start(environment);
  await load.prepare(60);
}

async function acknowledgedMore(load: Load, count: number): Promise<void> {
  const before = load.journal.length;
  while (load.journal.length < before + count) await pause(20);
}

test('the program is killed under load: nothing acknowledged is lost or doubled', async ({ site, load }) => {
  await openSite({ site, load });
  load.start(10, 50);
  for (let kills = 0; kills < 3; kills += 1) {
    await acknowledgedMore(load, 15);
    await site.killProgram();
  }
  await acknowledgedMore(load, 10);
  await load.finish();
  expect(load.statuses.get('no answer')).toBeGreaterThan(0);
  // What a killed program had half received is removed by the next start.
  await site.restartProgram();
  expect(await findLosses(site, load)).toEqual([]);
});

test('the database is killed under load: the program lives on, and nothing is lost', async ({
  site,
  load,
}) => {
  await openSite({ site, load });
  load.start(10, 50);
  for (let kills = 0; kills < 2; kills += 1) {
    await acknowledgedMore(load, 15);
    await site.killDatabase();
  }
  await acknowledgedMore(load, 10);
  await load.finish();
  expect(site.isRunning()).toBe(true);
  expect(await findLosses(site, load)).toEqual([]);
});

test('the database freezes: calls are refused, public pages are served, and it all goes on afterwards', async ({
  site,
  load,
}) => {
  await openSite({ site, load });
  load.start(10, 50);
  await acknowledgedMore(load, 10);
  const { resume } = site.suspendDatabase();
  for (const address of ['/', '/schedule', '/healthz'])
    expect((await fetch(site.url + address)).status, address).toBe(200);
  const refused = await fetch(`${site.url}/api/teams/search?query=a`, {
    headers: { cookie: `sid=${'x'.repeat(43)}` },
  });
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
  resume();
  await site.waitUntilReady();
  await acknowledgedMore(load, 10);
  await load.finish();
  expect(await findLosses(site, load)).toEqual([]);
});

test('no room for files: applications are refused without a trace, and taken when there is room', async ({
  site,
  load,
  skip,
  expect,
}) => {
  if (!site.limitFiles(8)) return skip('Only root can mount a small file system.');
  await openSite({ site, load });
  load.start(5, 50);
  await acknowledgedMore(load, 10);
  const { free } = site.fillDisk();
  const submitted = load.burst(10);
  const refusals = () => (load.statuses.get(503) ?? 0) + (load.statuses.get(507) ?? 0);
  await expect.poll(refusals).toBeGreaterThan(10);
  free();
  await submitted;
  await load.finish();
  expect(await findLosses(site, load)).toEqual([]);
});

test('no room for the database: public pages are served, and all goes on when there is room', async ({
  site,
  load,
  skip,
}) => {
  if (!site.limitDatabase(500)) return skip('Only root can mount a small file system.');
  await site.start();
  await load.prepare(400);
  load.start(10, 50);
  await acknowledgedMore(load, 10);
  const { free } = site.fillDisk('database');
  const refusals = () => load.statuses.get(503) ?? 0;
  await expect.poll(refusals, { timeout: 120_000 }).toBeGreaterThan(5);
  for (const address of ['/', '/schedule', '/healthz'])
    expect((await fetch(site.url + address)).status, address).toBe(200);
  free();
  await site.waitUntilReady();
  await acknowledgedMore(load, 10);
  await load.finish();
  expect(site.isRunning()).toBe(true);
  expect(await findLosses(site, load)).toEqual([]);
});

test('a mail server that never answers holds up no call', async ({ site, load }) => {
  const silent = createServer((socket) => socket.resume().on('error', () => undefined)).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((listening) => silent.once('listening', listening));
  const { port } = silent.address() as { port: number };
  await openSite({ site, load }, { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'site@example.org' });
  load.start(10, 50);
  await acknowledgedMore(load, 60);
  await load.finish();
  expect(load.journal.filter(({ kind }) => kind === 'mail').length).toBeGreaterThan(4);
  const expected = [/^The mail server/];
  expect(await findLosses(site, load, { expected })).toEqual([]);
  silent.close();
});

test('slow clients are cut off, and nobody else waits for them', async ({ site, load, expect }) => {
  await openSite({ site, load });
  const slow = openSlowClients(site.url, 60);
  await pause(500);
  await load.burst(40);
  expect(load.journal).toHaveLength(40);
  // Those in the head of a request; a body may take a minute.
  await expect.poll(slow.openCount, { timeout: 120_000, interval: 500 }).toBeLessThanOrEqual(30);
  slow.close();
  expect(await findLosses(site, load)).toEqual([]);
});

test('the clock jumps an hour ahead and back: nothing is lost or doubled, and no call is a 500', async ({
  site,
  load,
}) => {
  await openSite({ site, load });
  load.start(10, 50);
  for (const offset of [3_600_000, -3_600_000, 0]) {
    site.moveClock(offset);
    await acknowledgedMore(load, 30);
  }
  await load.finish();
  expect(load.statuses.has(500)).toBe(false);
  expect(await findLosses(site, load)).toEqual([]);
});

test('the program is killed while it deletes by age: nobody is half deleted, and the next start completes it', async ({
  site,
  expect,
  onTestFinished,
}) => {
  await site.start();
  const [organizer] = await site.createUsers(1, 'admin');
  const people = await site.createUsers(1000);
  const longAgo = new Date(Date.now() - 400 * 24 * 3_600_000);
  await site.db
    .insertInto('applications')
    .values(people.map(({ id }) => ({ ...toApplicationRow(id), created_at: longAgo })))
    .execute();
  await site.db.updateTable('users').set({ created_at: longAgo }).where('role', '=', 'hacker').execute();
  const ids = people.map(({ id }) => id).sort();
  const count = async () => ({
    accounts: (await site.db.selectFrom('users').where('role', '=', 'hacker').select('id').execute()).length,
    applications: (await site.db.selectFrom('applications').select('id').execute()).length,
    counted: (await site.db.selectFrom('retained_counts').where('what', '=', 'status').selectAll().execute())
      .map((row) => row.count)
      .reduce((sum, each) => sum + each, 0),
  });
  // The third batch has deleted applications when it waits for this row.
  const lock = await site.db.startTransaction().execute();
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock);
  await lock.selectFrom('users').where('id', '=', ids[500]!).select('id').forUpdate().execute();
  await sql`select graphile_worker.add_job('apply-retention', '{}')`.execute(site.db);
  const countWaiting = async () => {
    const waiting = sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%delete from "users"%'`;
    return (await waiting.execute(site.db)).rows.length;
  };
  // An open transaction would keep a failed test from ending.
  onTestFinished(async () => {
    if (!lock.isRolledBack) await lock.rollback().execute();
  });
  await expect.poll(countWaiting).toBe(1);
  const started = site.killProgram();
  await lock.rollback().execute();
  expect(await count()).toEqual({ accounts: 600, applications: 600, counted: 400 });
  await started;
  await expect.poll(count).toEqual({ accounts: 0, applications: 0, counted: 1000 });
  const left = await site.db.selectFrom('users').select('id').execute();
  expect(left).toEqual([{ id: organizer!.id }]);
  expect(await site.command('doctor')).toBe('');
});

test('the journal notices what is lost or doubled', async ({ site, load }) => {
  await openSite({ site, load });
  await load.burst(3);
  const [first, second] = load.journal;
  if (first?.kind !== 'application' || second?.kind !== 'application') throw new Error('no applications');
  await site.db.deleteFrom('applications').where('user_id', '=', first.userId).execute();
  load.journal.push({ kind: 'score', key: 'never-sent' });
  expect(await findLosses(site, load)).toEqual(
    expect.arrayContaining([`lost: application ${first.userId}`, 'lost: score never-sent']),
  );
});
