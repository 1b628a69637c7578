import { type Kysely, sql } from 'kysely';

/** Says which emails have the schedule attached as a calendar file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column with_calendar boolean not null default false`.execute(db);
}
