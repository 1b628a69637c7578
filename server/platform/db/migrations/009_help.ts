import { type Kysely, sql } from 'kysely';

/** Mentors, and what participants ask them. The requests of a mentor who is removed wait again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mentors (
      user_id uuid primary key references users on delete cascade,
      topics text[] not null,
      on_duty boolean not null default false
    )`.execute(db);
  await sql`
    create table help_requests (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      topic text not null,
      text text not null,
      location text not null,
      wanted_id uuid references mentors on delete set null,
      mentor_id uuid references mentors on delete set null,
      note text not null default '',
      called boolean not null default false,
      created_at timestamptz not null,
      claimed_at timestamptz,
      ended_at timestamptz,
      solved boolean not null default false,
      rating smallint check (rating between 1 and 5),
      check (not solved or ended_at is not null),
      check (rating is null or solved)
    )`.execute(db);
  await sql`create unique index help_requests_open on help_requests (user_id) where ended_at is null`.execute(
    db,
  );
  await sql`create index on help_requests (user_id)`.execute(db);
  await sql`create index on help_requests (wanted_id) where wanted_id is not null`.execute(db);
  await sql`create index on help_requests (mentor_id) where mentor_id is not null`.execute(db);
}
