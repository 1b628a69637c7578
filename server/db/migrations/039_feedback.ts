import { type Kysely, sql } from 'kysely';

const statements = [
  // No person and no time: what is not stored cannot be linked.
  `create table feedback_answers (
    id uuid primary key default gen_random_uuid(),
    answers jsonb not null
  )`,
  'create table feedback_given (mark bytea primary key)',
];

/** Creates the anonymous answers to the feedback form, and the marks of who has answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
