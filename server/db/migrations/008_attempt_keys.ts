import { type Kysely, sql } from 'kysely';

/** Adds the key under which a station sends a refused scan, so that a repeat is not counted again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table check_in_attempts add column key uuid`.execute(db);
  await sql`create unique index attempt_once on check_in_attempts (key, reason)`.execute(db);
  await sql`create index on check_in_attempts (checkpoint, at desc)`.execute(db);
}
