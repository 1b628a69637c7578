import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { type Db, openDatabase } from './open.ts';

const folder = join(import.meta.dirname, 'migrations');

const load = async (file: string): Promise<[name: string, migration: Migration]> => [
  file.replace('.ts', ''),
  await import(pathToFileURL(join(folder, file)).href),
];

/** The migrations of this program, which are the files in `migrations/`, in order. Released ones never change. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(readdirSync(folder).sort().map(load)),
);

export const listKnownMigrations = () => Object.keys(migrations);

const noSuchTable = '42P01';
const notPermitted = '42501';

const queue = 'graphile_worker';

/** How long a migration waits for a table in use, in milliseconds. */
const longestWait = 10_000;

/** The first migrations of versions that are no longer upgraded from. */
const predecessors = ['001_people_to_door', '001_initial'];

/** Throws a sentence if these migrations belong to an earlier schema, whose data this program cannot read. */
export function refusePredecessor(applied: string[], what = 'This database'): void {
  if (predecessors.some((name) => applied.includes(name)))
    throw new Error(
      `${what} is from an earlier version of the program, which this one cannot upgrade. Nothing was changed. Keep that version to use the data or to export them, or start this one with an empty data folder (DATA_DIR) or an empty database (DATABASE_URL).`,
    );
}

/**
 * Returns the migrations that were applied to a database, those that this program would still apply (`missing`), and those
 * that only a newer program knows (`unknown`). Throws a sentence for a database with an earlier schema.
 */
export async function getSchemaState(db: Db) {
  const known = listKnownMigrations();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch((error: { code?: string }) => {
      if (error.code === noSuchTable) return { rows: [] };
      throw error;
    });
  const applied = rows.map(({ name }) => name);
  refusePredecessor(applied);
  return {
    applied,
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** Returns the migrations that a database still needs; none for an empty one, which has no data to lose. */
export async function listPendingMigrations(db: Db): Promise<string[]> {
  const { applied, missing } = await getSchemaState(db);
  return applied.length === 0 ? [] : missing;
}

/**
 * Returns why the program cannot use this database: its schema is older or newer. Undefined if it can. Throws when the
 * database is unavailable or refuses writes.
 */
export async function findUnreadiness(db: Db): Promise<string | undefined> {
  // A read-only database refuses even a write that affects no row.
  await sql`update settings set value = value where false`.execute(db);
  const { missing, unknown } = await getSchemaState(db);
  if (unknown.length > 0)
    return `The database has a newer schema (${unknown.join(', ')}): another version of the program has migrated it.`;
  if (missing.length > 0)
    return `The database has an older schema (${missing.join(', ')} not applied). Restart the program to migrate it.`;
  return undefined;
}

/**
 * Brings the schema up to date, each migration once even when two instances start together (the migrator takes an advisory
 * lock), and then the job queue's own. Throws a sentence when the database knows migrations that this program lacks.
 * With `last`, a database that is empty or older only goes up to that migration. Waits `lockTimeout` milliseconds (10,000)
 * for a table in use, and otherwise changes nothing.
 */
export async function migrate(
  { db, pool }: { db: Db; pool: pg.Pool },
  last?: string,
  lockTimeout = longestWait,
): Promise<string[]> {
  const known = listKnownMigrations();
  const { applied, missing, unknown } = await getSchemaState(db);
  const beyond = [...unknown, ...(last && !known.includes(last) ? [last] : [])];
  if (beyond.length > 0)
    throw new Error(
      `This database was created by a newer version of the program (${beyond.join(', ')}). Start that version instead.`,
    );
  const isReached = missing.length === 0 || (last && (applied.at(-1) ?? '') >= last);
  const names = isReached ? [] : await applyMissing(db, last, lockTimeout);
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  return names;
}

/** Applies the missing migrations, up to `last`, and returns the names of those applied. */
async function applyMissing(db: Db, last: string | undefined, lockTimeout: number): Promise<string[]> {
  const waiting = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      up: async (trx) => {
        // Behind a long transaction, a waiting schema change would block everybody else.
        await sql`select set_config('lock_timeout', ${String(lockTimeout)}, true)`.execute(trx);
        await up(trx);
      },
    },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(waiting) } });
  const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (error) throw error;
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

/**
 * Brings the schema up to date as its owner and lets the program's role use it. With migrations pending, `prepare` is
 * called with them first, and given what migrates. Throws sentences for the operator.
 */
export async function upgradeSchema(
  { connection, owner }: { connection: pg.ClientConfig; owner: pg.ClientConfig },
  log: (line: string) => void,
  prepare: (pending: string[], apply: () => Promise<void>) => Promise<void> = (_, apply) => apply(),
): Promise<void> {
  await withMaintenancePool(owner, async (maintenance) => {
    const { db } = maintenance;
    await assertOwnDatabase(db);
    const pending = await listPendingMigrations(db);
    const apply = async () => {
      const names = await migrate(maintenance);
      const ends = new Set([names[0], names.at(-1)]);
      if (names.length > 0) log(`Migrated: ${[...ends].join(' to ')}.`);
    };
    try {
      await (pending.length > 0 ? prepare(pending, apply) : apply());
      await grantToProgram(db, await withMaintenancePool(connection, (program) => getRole(program.db)));
    } catch (error) {
      if ((error as { code?: string }).code !== notPermitted) throw error;
      throw new Error(
        `The database role may not change the schema: ${(error as Error).message}. Name the role that owns the tables in DATABASE_OWNER_URL (docs/operations.md, Database roles).`,
      );
    }
  });
}

/** Throws a sentence when the database is in use by another program. */
async function assertOwnDatabase(db: Db): Promise<void> {
  const { applied, missing, unknown } = await getSchemaState(db);
  const known = missing.length + applied.length - unknown.length;
  const isOurs = applied.length > 0 && unknown.length < applied.length;
  if (isOurs || known === 0) return;
  const { rows } = await sql<{ name: string; database: string }>`
    select relname as name, current_database() as database from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and (${applied.length > 0} or relname not like 'kysely\\_%')
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    order by relname`.execute(db);
  if (rows.length === 0) return;
  const names = rows.slice(0, 3).map(({ name }) => name);
  throw new Error(
    `The database ${rows[0]!.database} holds tables of another program (${names.join(', ')}${rows.length > 3 ? ', …' : ''}) and none of this one. Create a database of its own for the site and name it in DATABASE_URL.`,
  );
}

async function getRole(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]!.role;
}

/** Opens a pool without time limits for an action such as a migration. */
export async function withMaintenancePool<T>(
  connection: pg.ClientConfig,
  use: (maintenance: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const maintenance = openDatabase(connection, { max: 1, maintenance: true });
  try {
    return await use(maintenance);
  } finally {
    await maintenance.db.destroy();
  }
}

export const oneRoleWarning =
  'The database role of the running program owns its tables, so a flaw in the program could change or drop them. Give them to a second role and name it in DATABASE_OWNER_URL (docs/operations.md, Database roles).';

/** Whether the role of this connection could alter or drop the site's tables, or create new ones. */
export async function canChangeSchema(db: Db): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select has_schema_privilege(current_schema(), 'create') or exists (
      select from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and pg_has_role(relowner, 'usage')
    ) as can`.execute(db);
  return rows[0]!.can;
}

/**
 * Lets the role of the running program read and write the rows of every table, and nothing else. `db` belongs to the role
 * that owns the tables. Repeats are harmless, but not two at once.
 */
async function grantToProgram(db: Db, role: string): Promise<void> {
  const quote = pg.escapeIdentifier;
  const { rows } = await sql<{ schema: string; version: number; owner: string; database?: string }>`
    select current_schema() as schema, current_setting('server_version_num')::int as version,
      current_user as owner, (select datname from pg_database
        where datname = current_database() and pg_has_role(datdba, 'usage')) as database`.execute(db);
  const { schema, version, owner, database } = rows[0]!;
  if (owner === role) return;
  const to = quote(role);
  // From version 17 on, a role can update statistics after a large import without owning the tables.
  const rights = `select, insert, update, delete${version >= 170_000 ? ', maintain' : ''}`;
  const statements = [schema, queue].flatMap((name) => [
    `grant usage on schema ${quote(name)} to ${to}`,
    `grant ${rights} on all tables in schema ${quote(name)} to ${to}`,
    `grant usage, select, update on all sequences in schema ${quote(name)} to ${to}`,
  ]);
  await db.transaction().execute(async (trx) => {
    // The queue enables row security on its tables, which hides their rows from everybody but the owner.
    const { rows: hidden } = await sql<{ name: string }>`
      select relname as name from pg_class c
      where relnamespace = ${queue}::regnamespace and relrowsecurity
        and not exists (select from pg_policy where polrelid = c.oid)`.execute(trx);
    for (const statement of [
      ...statements,
      `revoke insert, update, delete on kysely_migration, kysely_migration_lock, ${queue}.migrations from ${to}`,
      ...(database ? [`revoke temporary on database ${quote(database)} from public`] : []),
      ...hidden.map(
        ({ name }) => `create policy overnight on ${queue}.${quote(name)} using (true) with check (true)`,
      ),
    ])
      await sql.raw(statement).execute(trx);
  });
}
