import { type Kysely, sql } from 'kysely';

/** What a volunteer wrote about somebody who needs an organizer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table check_in_attempts add note text`.execute(db);
}
