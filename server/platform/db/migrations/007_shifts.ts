import { type Kysely, sql } from 'kysely';

/**
 * Shifts of volunteers who scanned a code, whose accounts have a name and nothing else; and announcements that are written
 * before they are sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shifts (
      user_id uuid primary key references users on delete cascade,
      checkpoint text not null,
      started_at timestamptz not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index on check_ins (checked_in_by, checked_in_at)`.execute(db);
  await sql`alter table announcements add column send_at timestamptz,
    add column waits boolean not null default false, add check (send_at is not null or not waits)`.execute(
    db,
  );
}
