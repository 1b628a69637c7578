import { type Kysely, sql } from 'kysely';

/** Stores the names that people had before, so that the log shows what they were called at the time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table former_names (
    user_id uuid not null references users on delete cascade,
    name text not null,
    -- By the clock of the audit.
    until timestamptz not null default clock_timestamp(),
    primary key (user_id, until)
  )`.execute(db);
}
