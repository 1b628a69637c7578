import { type Kysely, sql } from 'kysely';

/**
 * Every time that a thing was handed out to somebody, or came in (without a user). Whoever is in the last scan of a thing has
 * it: so one person at most, in whatever order stations send what they scanned without a network.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table loan_scans (
      id uuid primary key,
      thing text not null,
      user_id uuid references users on delete cascade,
      at timestamptz not null,
      by uuid references users on delete set null
    )`.execute(db);
  await sql`create index on loan_scans (thing, at desc, id)`.execute(db);
  await sql`create index on loan_scans (user_id) where user_id is not null`.execute(db);
  await sql`create index on loan_scans (by) where by is not null`.execute(db);
  await sql`
    create table thing_reservations (
      thing text primary key,
      user_id uuid not null unique references users on delete cascade,
      until timestamptz not null
    )`.execute(db);
}
