import { type Kysely, sql } from 'kysely';

/** Lets the organisers' list run along an index when it is in the order of the tracks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on applications (track, created_at, id)`.execute(db);
  await sql`create index on applications (status, track, created_at, id)`.execute(db);
}
