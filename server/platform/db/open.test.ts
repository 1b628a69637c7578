import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type MuteProxy, startMuteProxy } from '../../testing/mute-proxy.ts';
import { withServer } from '../../testing/postgres.ts';
import { openSite } from './lease.ts';
import { type Db, openDatabase } from './open.ts';

const cleanups: (() => Promise<unknown>)[] = [];
// These tests mostly wait, so they run concurrently, each on a database of its own.
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function openThroughProxy(): Promise<{ database: TestDatabase; proxy: MuteProxy }> {
  const database = await createTestDatabase();
  const proxy = await startMuteProxy(database.connection);
  cleanups.push(database.drop, proxy.close);
  return { database, proxy };
}

test.concurrent('connections to a database that stops answering are replaced', async ({ expect }) => {
  const { proxy } = await openThroughProxy();
  const { db } = openDatabase(proxy.connection, { max: 2, silenceLimit: 500 });
  cleanups.push(() => db.destroy());
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]?.one);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  const { end } = proxy.mute();
  const answers = await Promise.allSettled([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  end();
  await expect.poll(ask, { timeout: 10_000 }).toBe(1);
});

async function openHurried(): Promise<Db> {
  const { connection, drop } = await createTestDatabase();
  const { db } = openDatabase(connection, { max: 1, silenceLimit: 300 });
  cleanups.push(drop, () => db.destroy());
  return db;
}

/** Blocks the program. A turn's immediates are followed by its timers, and only then by what has arrived. */
async function holdUp(milliseconds: number): Promise<void> {
  await immediate();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test('an answer that came while the program was held up is read', async () => {
  const db = await openHurried();
  const answer = sql`select 1 from pg_sleep(0.2)`.execute(db);
  await pause(100);
  await holdUp(1000);
  expect((await answer).rows).toHaveLength(1);
});

test('a connection that was idle for that long answers what is asked at that moment', async () => {
  const db = await openHurried();
  const ask = () => sql`select 1 from pg_sleep(0.1)`.execute(db);
  await ask();
  // Of two late timers, the connection's runs first.
  const asked = pause(350).then(ask);
  await holdUp(1000);
  expect((await asked).rows).toHaveLength(1);
});

test.concurrent('a connection that only listens may be silent', async () => {
  const { proxy } = await openThroughProxy();
  const { db, pool } = openDatabase(proxy.connection, { silenceLimit: 1000 });
  cleanups.push(() => db.destroy());
  const client = await pool.connect();
  await client.query('listen anything');
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
});

test.concurrent('a database that has become read-only is unavailable until it is writable', async ({
  expect,
}) => {
  const site: TestApp = await createTestApp();
  cleanups.push(site.close);
  const name = String(site.database.connection.database);
  const ready = async () => (await site.app.inject('/readyz')).statusCode;
  expect(await ready()).toBe(200);
  const { admin } = inject('testServer');
  const toggle = (value: 'on' | 'off') =>
    withServer(admin, `alter database "${name}" set default_transaction_read_only = ${value}`);
  await toggle('on');
  await withServer(admin, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  await expect.poll(ready).toBe(503);
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/auth/email/start',
    payload: { email: 'ada@example.org' },
    headers: { origin: site.services.config.publicUrl.origin },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
  await toggle('off');
  await expect.poll(ready).toBe(200);
});

test.concurrent('the start waits for a database that says nothing yet', async () => {
  const { database, proxy } = await openThroughProxy();
  const { end } = proxy.mute();
  const url = new URL(database.url.replace('@/', '@localhost/'));
  const databaseUrl = `postgres://${url.username}@127.0.0.1:${proxy.connection.port}${url.pathname}`;
  const lines: string[] = [];
  const opening = openSite(
    { dataDir: '/nowhere', databaseUrl },
    { log: (line) => void (lines.push(line) === 1 && end()) },
  );
  await (await opening).close();
  expect(lines[0]).toContain('does not answer yet');
});
