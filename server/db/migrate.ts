import { promises as fs } from 'node:fs';
import path from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import type { Db } from './open.ts';

const folder = path.join(import.meta.dirname, 'migrations');

const noSuchTable = '42P01';

const silent = new Logger(() => () => undefined);

/** Milliseconds that a migration waits for a table that somebody else uses. */
const longestWait = 10_000;

/** Lists the migrations of this program by name, in their order. */
export async function listKnownMigrations(): Promise<string[]> {
  const files = (await fs.readdir(folder)).filter((name) => /^\d{3}_\w+\.ts$/.test(name)).sort();
  return files.map((name) => name.slice(0, -3));
}

/** Applies the missing migrations, up to `last`, and returns the names of those applied. */
async function applyMissing(db: Db, last: string | undefined, lockTimeout: number): Promise<string[]> {
  const known = await loadMigrations(lockTimeout);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (error) throw error;
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

async function loadMigrations(lockTimeout: number): Promise<Record<string, Migration>> {
  const loaded: Record<string, Migration> = {};
  for (const name of await listKnownMigrations()) {
    const migration: Migration = await import(path.join(folder, `${name}.ts`));
    loaded[name] = {
      up: async (db) => {
        // Behind a long transaction, a waiting change of a table would make everybody else wait too.
        await sql`select set_config('lock_timeout', ${String(lockTimeout)}, true)`.execute(db);
        await migration.up(db);
      },
    };
  }
  return loaded;
}

/** The database was created by a newer version of the program. */
export class NewerSchema extends Error {}

/** How a database's schema differs from this program's, by the names of migrations. */
interface SchemaState {
  applied: string[];
  /** What this program would still apply. */
  missing: string[];
  /** What only a newer program knows. */
  unknown: string[];
}

export async function getSchemaState(db: Db): Promise<SchemaState> {
  const known = await listKnownMigrations();
  const applied = await listApplied(db);
  return {
    applied,
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/**
 * Brings the schema up to date, each migration once even when two copies start together (the migrator takes an advisory
 * lock), and then the job queue's own. Throws NewerSchema when the database knows migrations that this program lacks.
 * With `last`, a database that is empty or older only goes up to that migration. Waits `lockTimeout` milliseconds (10,000)
 * for a table in use, and otherwise changes nothing.
 */
export async function migrate(
  { db, pool }: { db: Db; pool: pg.Pool },
  last?: string,
  lockTimeout = longestWait,
): Promise<string[]> {
  const known = await listKnownMigrations();
  const { applied, missing, unknown } = await getSchemaState(db);
  const beyond = [...unknown, ...(last && !known.includes(last) ? [last] : [])];
  if (beyond.length > 0)
    throw new NewerSchema(
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
