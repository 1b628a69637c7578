import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import type { Db } from './open.ts';

const folder = join(import.meta.dirname, 'migrations');

const load = async (file: string): Promise<[name: string, migration: Migration]> => [
  file.replace('.ts', ''),
  await import(pathToFileURL(join(folder, file)).href),
];

/** The migrations of this program, which are the files of `migrations/`, in their order. A released one is never changed. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(readdirSync(folder).sort().map(load)),
);

const noSuchTable = '42P01';

const silent = new Logger(() => () => undefined);

/** Milliseconds that a migration waits for a table that somebody else uses. */
const longestWait = 10_000;

/** Lists the migrations of this program by name, in their order. */
export const listKnownMigrations = () => Object.keys(migrations);

/** Applies the missing migrations, up to `last`, and returns the names of those applied. */
async function applyMissing(db: Db, last: string | undefined, lockTimeout: number): Promise<string[]> {
  const waiting = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      up: async (trx) => {
        // Behind a long transaction, a waiting change of a table would make everybody else wait too.
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

/** The first migrations of versions that nobody upgrades from. */
const predecessors = ['001_people_to_door', '001_initial'];

/** Throws a sentence when these migrations are those of an earlier schema, whose data this program cannot read. */
export function refusePredecessor(applied: string[], what = 'This database'): void {
  if (predecessors.some((name) => applied.includes(name)))
    throw new Error(
      `${what} is from an earlier version of the program, which this one cannot upgrade. Nothing was changed. Keep that version to use the data or to export them, or start this one with an empty data folder (DATA_DIR) or an empty database (DATABASE_URL).`,
    );
}

/** How a database's schema differs from this program's, by the names of migrations. */
interface SchemaState {
  applied: string[];
  /** What this program would still apply. */
  missing: string[];
  /** What only a newer program knows. */
  unknown: string[];
}

/** Throws a sentence for a database with an earlier schema. */
export async function getSchemaState(db: Db): Promise<SchemaState> {
  const known = listKnownMigrations();
  const applied = await listApplied(db);
  refusePredecessor(applied);
  return {
    applied,
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
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
  await runMigrations({ pgPool: pool, logger: silent });
  return names;
}

/** Returns the migrations that a database still needs; none for an empty one, which loses nothing by a migration. */
export async function listPendingMigrations(db: Db): Promise<string[]> {
  const { applied, missing } = await getSchemaState(db);
  return applied.length === 0 ? [] : missing;
}

async function listApplied(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`
    .execute(db)
    .catch((error: { code?: string }) => {
      if (error.code === noSuchTable) return { rows: [] };
      throw error;
    });
  return rows.map(({ name }) => name);
}
