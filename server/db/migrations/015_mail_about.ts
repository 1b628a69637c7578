import { type Kysely, sql } from 'kysely';

/** Says whose name stands in an email to somebody else, so that it goes when that account goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column about_id uuid references users on delete cascade`.execute(db);
  await sql`create index on mails (about_id) where about_id is not null`.execute(db);
}
