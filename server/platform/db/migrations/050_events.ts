import { type Kysely, sql } from 'kysely';

/**
 * Creates the table of the event's versions. The fingerprint of an event in files, which agreed settings had, gets a row of its
 * own until that event is converted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table events (
    version int primary key check (version > 0),
    document jsonb not null,
    sections text[] not null check (cardinality(sections) > 0),
    origin text not null check (origin in ('save', 'import', 'seed')),
    at timestamptz not null default now(),
    by uuid references users on delete set null
  )`.execute(db);
  await sql`create index on events (by) where by is not null`.execute(db);
  await sql`insert into settings (key, value)
    select 'old-event', value -> 'event' from settings where key = 'agreed-settings' and value ? 'event'
    on conflict do nothing`.execute(db);
  await sql`update settings set value = value - 'event' where key = 'agreed-settings'`.execute(db);
}
