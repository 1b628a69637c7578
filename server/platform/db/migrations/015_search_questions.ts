import { type Kysely, sql } from 'kysely';

/** The last questions of organizers to the search, to show what a change of its terms does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_questions (
      id uuid primary key default gen_random_uuid(),
      text text not null,
      user_id uuid not null references users on delete cascade,
      at timestamptz not null
    )`.execute(db);
  await sql`create index on search_questions (user_id)`.execute(db);
}
