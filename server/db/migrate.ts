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

async function loadMigrations(): Promise<Record<string, Migration>> {
  const files = (await fs.readdir(folder)).filter((name) => /^\d{3}_\w+\.ts$/.test(name)).sort();
  const loaded: Record<string, Migration> = {};
  for (const name of files) {
    const migration: Migration = await import(path.join(folder, name));
    loaded[name.slice(0, -3)] = {
      up: async (db) => {
        // Behind a long transaction, a waiting change of a table would make everybody else wait too.
        await sql`set local lock_timeout = '10s'`.execute(db);
        await migration.up(db);
      },
    };
  }
  return loaded;
}

/** The database was created by a newer version of the program. */
export class NewerSchema extends Error {}

/**
 * Brings the schema up to date, each migration once even when two copies start together (the migrator takes an advisory
 * lock), and then the job queue's own. Throws NewerSchema when the database knows migrations that this program lacks.
 * With `last`, a database that is empty or older only goes up to that migration.
 */
export async function migrate({ db, pool }: { db: Db; pool: pg.Pool }, last?: string): Promise<string[]> {
  const known = await loadMigrations();
  const applied = await listApplied(db);
  const unknown = [...applied, ...(last ? [last] : [])].filter((name) => !(name in known));
  if (unknown.length > 0)
    throw new NewerSchema(
      `This database was created by a newer version of the program (${unknown.join(', ')}). Start that version instead.`,
    );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const newest = applied.at(-1) ?? '';
  const { error, results = [] } =
    last && newest < last ? await migrator.migrateTo(last) : last ? {} : await migrator.migrateToLatest();
  if (error) throw error;
  await runMigrations({ pgPool: pool, logger: silent });
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

/** Returns the migrations that a database still needs; none for an empty one, which loses nothing by a migration. */
export async function listPendingMigrations(db: Db): Promise<string[]> {
  const applied = await listApplied(db);
  if (applied.length === 0) return [];
  return Object.keys(await loadMigrations()).filter((name) => !applied.includes(name));
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
