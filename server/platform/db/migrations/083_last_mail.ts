import { type Kysely, sql } from 'kysely';

/** The email that says that an account is deleted goes with its address as soon as it is delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column is_last boolean not null default false`.execute(db);
}
