import { type Kysely, sql } from 'kysely';

/** Judges can have an email address, to which organizers write. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table judges add column email text`.execute(db);
}
