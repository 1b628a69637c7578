import { type Kysely, sql } from 'kysely';

/** Shifts of volunteers who scanned a code: their accounts have a name and nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shifts (
      user_id uuid primary key references users on delete cascade,
      checkpoint text not null,
      started_at timestamptz not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index on check_ins (checked_in_by, checked_in_at)`.execute(db);
}
