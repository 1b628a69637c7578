import { type Kysely, sql } from 'kysely';

/** When somebody was removed from the event, and what their application was before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add removed_at timestamptz, add application_before_removal jsonb`.execute(db);
}
