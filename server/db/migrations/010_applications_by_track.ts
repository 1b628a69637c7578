import { type Kysely, sql } from 'kysely';

/** Adds an index for the organizers' list in the order of tracks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on applications (track, created_at, id)`.execute(db);
  await sql`create index on applications (status, track, created_at, id)`.execute(db);
}
