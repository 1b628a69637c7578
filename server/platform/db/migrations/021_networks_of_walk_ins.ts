import { type Kysely, sql } from 'kysely';

/** Stores a keyed hash of the network that a walk-in who waits registered from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table walk_ins add column network bytea`.execute(db);
}
