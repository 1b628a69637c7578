import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { memoryFolder } from '../../testing/postgres.ts';
import { becomeNewer, older } from '../../testing/test-migrations.ts';
import { acquireLease, isLeased, openRunningSite, openSite, type Site } from './lease.ts';
import { openDatabase } from './open.ts';
import { migrate } from './schema.ts';

let dataDir: string;
let external: TestDatabase | undefined;
const open: Site[] = [];
const log = () => undefined;

beforeEach(() => {
  dataDir = join(memoryFolder(), `overnight-site-${crypto.randomUUID().slice(0, 8)}`);
});
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
  await external?.drop();
  external = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function own(opening = openSite): Promise<Site> {
  const site = await opening({ dataDir, databaseUrl: undefined }, { log });
  open.push(site);
  return site;
}

const lockFile = () => join(dataDir, 'postgres/postmaster.pid');
const pid = () => Number(readFileSync(lockFile(), 'utf8').split('\n')[0]);
const isUp = () => existsSync(lockFile());
const one = (site: Site) => sql<{ one: number }>`select 1 as one`.execute(site.db).then(({ rows }) => rows);

async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(50))
    if (await isTrue().catch(() => false)) return;
  throw new Error('It did not happen within 10 s.');
}

test('a second site on the same data folder is refused, and the first one goes on', async () => {
  const first = await own();
  await expect(own()).rejects.toThrow(
    `The data folder ${dataDir} is in use by another running instance of the site. Stop that one first, or set DATA_DIR.`,
  );
  expect(await one(first)).toEqual([{ one: 1 }]);
});

test('a command works beside the running site and does not stop its server', async () => {
  const site = await own();
  const command = await own(openRunningSite);
  expect(await one(command)).toEqual([{ one: 1 }]);
  await command.close();
  expect(await one(site)).toEqual([{ one: 1 }]);
});

test('a command without a site stops the server that it started, unless a site has started meanwhile', async () => {
  const alone = await own(openRunningSite);
  expect(isUp()).toBe(true);
  await alone.close();
  expect(isUp()).toBe(false);

  const command = await own(openRunningSite);
  const site = await own();
  await command.close();
  expect(await one(site)).toEqual([{ one: 1 }]);
});

test('a killed server is started and locked again', async () => {
  const site = await own();
  process.kill(pid(), 'SIGKILL');
  await eventually(async () => (await one(site)).length === 1 && (await isLeased(site.connection)));
  await site.close();
  expect(isUp()).toBe(false);
});

test('a lost lock is acquired again', async () => {
  const site = await own();
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'overnight site'`;
  expect((await sql.raw(end).execute(site.db)).rows).toHaveLength(1);
  await eventually(() => isLeased(site.connection));
});

test('a lock whose server says nothing more is noticed and acquired again', async () => {
  external = await createTestDatabase();
  const { host = '', port = 5432 } = external.connection;
  const sockets: Socket[] = [];
  let isSilent = false;
  const relay = createServer((client) => {
    const server = connect(join(host, `.s.PGSQL.${port}`));
    sockets.push(client, server);
    client.on('data', (chunk) => isSilent || server.write(chunk));
    server.on('data', (chunk) => isSilent || client.write(chunk));
    for (const end of [client, server]) end.on('error', () => undefined);
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const lines: string[] = [];
  const lock = await acquireLease({
    connection: { ...external.connection, host: '127.0.0.1', port: (relay.address() as AddressInfo).port },
    exclusive: false,
    onTaken: () => lines.push('lost'),
    log: (line) => void lines.push(line),
    probeEvery: 100,
  });
  expect(lock).toBeDefined();
  isSilent = true;
  await eventually(async () => lines[0] === 'The connection to the database was lost.');
  isSilent = false;
  await eventually(async () => lines.at(-1) === 'The database is back.');
  await lock?.release();
  for (const socket of sockets) socket.destroy();
  relay.close();
});

test('an external database accepts several instances, and is locked until the last one stops', async () => {
  external = await createTestDatabase();
  const wanted = { dataDir, databaseUrl: external.url };
  const [first, second] = [await openSite(wanted, { log }), await openSite(wanted, { log })];
  await first.close();
  expect(await isLeased(external.connection)).toBe(true);
  await second.close();
  expect(await isLeased(external.connection)).toBe(false);
});

test('while the external database is locked exclusively, no site starts', async () => {
  external = await createTestDatabase();
  const restoring = new pg.Client(external.connection);
  await restoring.connect();
  await restoring.query(`select pg_advisory_lock(${0x6f7665726e697465n})`);
  await expect(openSite({ dataDir, databaseUrl: external.url }, { log })).rejects.toThrow(
    /This database is being restored from a backup/,
  );
  await restoring.end();
});

test('an external database that cannot be reached is waited for, then reported', async () => {
  const databaseUrl = 'postgres://nobody@127.0.0.1:9/none';
  await expect(openSite({ dataDir, databaseUrl }, { log, timeout: 100 })).rejects.toThrow(
    /^The database of DATABASE_URL cannot be used: connect ECONNREFUSED/,
  );
});

test('a command never migrates a database of an older version', async () => {
  external = await createTestDatabase({ empty: true });
  const opened = openDatabase(external.connection, { max: 1, maintenance: true });
  await migrate(opened);
  await opened.db.destroy();
  onTestFinished(becomeNewer());
  const wanted = { dataDir, databaseUrl: external.url };
  await expect(openRunningSite(wanted, { log })).rejects.toThrow(
    /^This database belongs to an older version of the program \(998_favorite_colors, 998_pets not applied/,
  );
  const bare = await openRunningSite(wanted, { log, anySchema: true });
  open.push(bare);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    bare.db,
  );
  expect(rows.at(-1)).toEqual({ name: older });
});

test('a certificate of DATABASE_URL that is missing is named', async () => {
  const databaseUrl = 'postgres://me@127.0.0.1/db?sslrootcert=/none/ca.pem';
  await expect(openSite({ dataDir, databaseUrl }, { log })).rejects.toThrow(
    /^DATABASE_URL cannot be used: ENOENT.*\/none\/ca\.pem/,
  );
});

test('a wrong password or a missing database is reported at once', async () => {
  external = await createTestDatabase();
  const { database } = external.connection;
  const databaseUrl = external.url.replace(database!, 'no_such_database');
  await expect(openSite({ dataDir, databaseUrl }, { log })).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: database "no_such_database" does not exist',
  );
});
