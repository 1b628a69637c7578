import { type Kysely, sql } from 'kysely';

/** When an organizer marked a problem from a station as done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table check_in_attempts add done_at timestamptz`.execute(db);
}
