import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSite } from '../../platform/db/lease.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { migrate } from '../../platform/db/schema.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { becomeNewer, older } from '../../testing/test-migrations.ts';
import { backUpBeforeUpgrade } from './backup.service.ts';
import { restoreBackup } from './restore.service.ts';

let dataDir: string;
let database: TestDatabase;
let lines: string[];
const cleanups: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  dataDir = await fs.mkdtemp(path.join(tmpdir(), 'overnight-upgrade-'));
  lines = [];
  database = await createTestDatabase({ empty: true });
  const opened = openDatabase(database.connection, { max: 1, maintenance: true });
  await migrate(opened);
  await sql`insert into users (name) values ('Ada')`.execute(opened.db);
  await opened.db.destroy();
  const becomeOlder = becomeNewer();
  cleanups.push(async () => becomeOlder());
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await database.drop();
  await fs.rm(dataDir, { recursive: true });
});

async function open(settings: { migratesBesideInstances?: boolean } = {}, folder = dataDir) {
  const log = (line: string) => void lines.push(line);
  const site = await openSite(
    { dataDir, databaseUrl: database.url, ...settings },
    {
      log,
      backUp: (owner, pending) =>
        backUpBeforeUpgrade({ dataDir: folder, now: () => new Date() }, owner, pending, log),
    },
  );
  cleanups.push(() => site.close());
  return site;
}

const lastMigration = async () => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database.db,
  );
  return rows.at(-1)?.name;
};

test('an older database is backed up before it is migrated, and the backup is the way back', async () => {
  await open();
  expect(await lastMigration()).not.toBe(older);
  const said = lines.find((line) => line.startsWith('Backed up the tables before the upgrade: '));
  const file = /: (\/.*\.zip)\./.exec(said ?? '')?.[1] ?? '';
  expect(path.dirname(file)).toBe(path.join(dataDir, 'backups'));
  expect(path.basename(file)).toMatch(/^before-998_favorite_colors-.*\.zip$/);
  expect(lines.indexOf(said!)).toBeLessThan(lines.findIndex((line) => line.startsWith('Migrated: ')));

  const empty = await createTestDatabase({ empty: true });
  cleanups.push(empty.drop);
  const target = { connection: empty.owner, files: await openFileStore({ dataDir, s3: undefined }), dataDir };
  const { migrations } = await restoreBackup(target, file);
  expect(migrations.at(-1)).toBe(older);
  expect(await empty.db.selectFrom('users').select('name').execute()).toEqual([{ name: 'Ada' }]);

  lines = [];
  await open();
  expect(lines).toEqual([]);
});

test('a database that cannot be backed up is not migrated', async () => {
  await fs.writeFile(path.join(dataDir, 'backups'), 'a file where the folder should be');
  await expect(open()).rejects.toThrow(/could not be backed up to .*Nothing was changed\.$/);
  expect(await lastMigration()).toBe(older);
});

/** An instance of the older version: it holds the lock of a running site, and migrates nothing. */
async function runOlderCopy(): Promise<() => Promise<void>> {
  const { acquireLease } = await import('../../platform/db/lease.ts');
  const nothing = () => undefined;
  const lock = await acquireLease({
    connection: database.connection,
    exclusive: false,
    log: nothing,
  });
  cleanups.push(lock!.release);
  return lock!.release;
}

test('beside a running instance of an older version nothing is migrated, unless MIGRATE_BESIDE_RUNNING_COPIES says so', async () => {
  const stop = await runOlderCopy();
  await expect(open()).rejects.toThrow(
    /^Another instance of the site runs on this database with an older version.*MIGRATE_BESIDE_RUNNING_COPIES=yes/,
  );
  expect(await lastMigration()).toBe(older);
  await open({ migratesBesideInstances: true });
  expect(await lastMigration()).not.toBe(older);
  await stop();
});

test('an older instance that has stopped is no obstacle', async () => {
  const stop = await runOlderCopy();
  setTimeout(stop, 500);
  await open();
  expect(await lastMigration()).not.toBe(older);
});

test('three instances of the new version that start together migrate once and all run', async () => {
  await Promise.all([open(), open(), open()]);
  expect(lines.filter((line) => line.startsWith('Backed up'))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('Migrated: '))).toHaveLength(1);
});

test('a database with tables of another program is refused, and stays as it is', async () => {
  const foreign = await createTestDatabase({ empty: true });
  cleanups.push(foreign.drop);
  await foreign.changeSchema('create table invoices (id int); create view paid as select * from invoices');
  const listTables = async () =>
    (await sql`select from pg_class where relnamespace = current_schema()::regnamespace`.execute(foreign.db))
      .rows.length;
  const before = await listTables();
  await expect(openSite({ dataDir, databaseUrl: foreign.url }, { log: () => undefined })).rejects.toThrow(
    /holds tables of another program \(invoices, paid\) and none of this one/,
  );
  expect(await listTables()).toBe(before);
});
