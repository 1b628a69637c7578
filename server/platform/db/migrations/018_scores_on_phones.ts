import { type Kysely, sql } from 'kysely';

/** How many scores wait on the device of a judge's session, as it last reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table judge_sessions add column waiting int not null default 0`.execute(db);
}
