import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { memoryFolder, withServer } from '../../testing/postgres.ts';
import { becomeNewer } from '../../testing/test-migrations.ts';
import { openSite } from './lease.ts';
import { type Db, openDatabase } from './open.ts';
import { canChangeSchema, migrate } from './schema.ts';

const log = () => undefined;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** What the role of the running program must not be able to do. */
const changes = [
  'alter table users add column owned boolean',
  'drop table scores',
  'truncate rate_limits',
  'create table planted (id int)',
  'create schema planted',
  'create temporary table planted (id int)',
  'create or replace function now_and_then() returns int language sql as $$ select 1 $$',
  'create trigger planted before insert on users for each row execute function team_has_room()',
  'drop index admitted_once',
  'alter table graphile_worker._private_jobs disable row level security',
  'drop schema graphile_worker cascade',
  "insert into kysely_migration (name, timestamp) values ('999_planted', '')",
  'alter role current_user superuser',
  'set role overnight_owner',
];

async function listAllowed(db: Db): Promise<string[]> {
  const allowed: string[] = [];
  for (const statement of changes)
    await db
      .transaction()
      .execute(async (trx) => {
        await sql.raw(statement).execute(trx);
        allowed.push(statement);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
  return allowed;
}

function createFolder(): string {
  const dataDir = join(memoryFolder(), `overnight-roles-${crypto.randomUUID().slice(0, 8)}`);
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function startSite(dataDir: string) {
  const site = await openSite({ dataDir, databaseUrl: undefined }, { log });
  cleanups.push(() => site.close());
  return site;
}

test('the role of the running program cannot change the schema of the built-in database', async () => {
  const site = await startSite(createFolder());
  expect(await listAllowed(site.db)).toEqual([]);
  expect(await canChangeSchema(site.db)).toBe(false);
  const owner = openDatabase(site.owner, { max: 1 });
  expect((await listAllowed(owner.db)).length).toBeGreaterThan(5);
  expect(await canChangeSchema(owner.db)).toBe(true);
  await owner.db.destroy();
});

test('with DATABASE_OWNER_URL the role of DATABASE_URL cannot change the schema; without it migrations are refused to it', async ({
  skip,
}) => {
  const { admin, owner, program } = inject('testServer');
  if (owner.user === program.user) return skip('The server of TEST_DATABASE_URL has one role.');
  const role = `program_${crypto.randomUUID().slice(0, 8)}`;
  await withServer(admin, `create role ${role} login`);
  cleanups.push(() => withServer(admin, `drop role ${role}`));
  const database = await createTestDatabase({ empty: true });
  cleanups.push(database.drop);
  const dataDir = createFolder();
  const opened = openDatabase(database.owner, { max: 1, maintenance: true });
  await migrate(opened);
  await opened.db.destroy();
  await database.changeSchema(`grant select on all tables in schema public to ${role}`);
  cleanups.push(becomeNewer());

  const databaseUrl = database.ownerUrl.replace(`${owner.user}@`, `${role}@`);
  await expect(openSite({ dataDir, databaseUrl }, { log })).rejects.toThrow(
    /^The database role may not change the schema: .*DATABASE_OWNER_URL/,
  );
  const settings = { dataDir, databaseUrl, databaseOwnerUrl: database.ownerUrl };
  const site = await openSite(settings, { log });
  expect(await listAllowed(site.db)).toEqual([]);
  await site.db.insertInto('users').values({ name: 'Ada' }).execute();
  await site.close();
  // A start with nothing to migrate no longer needs the owner.
  const again = await openSite({ dataDir, databaseUrl }, { log });
  expect(await again.db.selectFrom('users').select('name').execute()).toEqual([{ name: 'Ada' }]);
  await again.close();
});

test('the roles of compose.yaml: the site starts, and its program cannot change the schema', async ({
  skip,
}) => {
  const { admin, owner, program } = inject('testServer');
  if (owner.user === program.user) return skip('The server of TEST_DATABASE_URL has one role.');
  const compose = readFileSync(join(import.meta.dirname, '../../../deploy/compose.yaml'), 'utf8');
  const statement = /content: (create role overnight .*);/.exec(compose)?.[1];
  const role = `overnight_${crypto.randomUUID().slice(0, 8)}`;
  await withServer(admin, statement!.replace('role overnight ', `role ${role} `));
  cleanups.push(() => withServer(admin, `drop role ${role}`));
  const database = await createTestDatabase({ empty: true });
  cleanups.push(database.drop);
  const databaseUrl = database.ownerUrl.replace(`${owner.user}@`, `${role}@`);
  const site = await openSite(
    { dataDir: createFolder(), databaseUrl, databaseOwnerUrl: database.ownerUrl },
    { log },
  );
  expect(await listAllowed(site.db)).toEqual([]);
  await site.db.insertInto('users').values({ name: 'Ada' }).execute();
  await site.close();
});
