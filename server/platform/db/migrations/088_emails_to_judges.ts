import { type Kysely, sql } from 'kysely';

/** Emails to judges are beside the announcements: to how many, because judges are no users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table announcements add column judges integer`.execute(db);
}
