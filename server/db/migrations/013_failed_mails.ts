import { type Kysely, sql } from 'kysely';

/** Records the mails that were given up, and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column failed_at timestamptz, add column failure text,
    add check (failed_at is null or sent_at is null)`.execute(db);
  await sql`create index on mails (failed_at) where failed_at is not null`.execute(db);
}
