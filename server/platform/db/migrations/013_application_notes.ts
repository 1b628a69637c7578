import { type Kysely, sql } from 'kysely';

/** What the team writes about an application. A note outlives its writer's account; a mention ends once it is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table application_notes (
      id uuid primary key,
      application_id uuid not null references applications on delete cascade,
      user_id uuid references users on delete set null,
      text text not null check (text <> ''),
      at timestamptz not null
    )`.execute(db);
  await sql`create index on application_notes (application_id, at)`.execute(db);
  await sql`create index on application_notes (user_id) where user_id is not null`.execute(db);
  await sql`
    create table note_mentions (
      note_id uuid not null references application_notes on delete cascade,
      user_id uuid not null references users on delete cascade,
      primary key (user_id, note_id)
    )`.execute(db);
  await sql`create index on note_mentions (note_id)`.execute(db);
}
