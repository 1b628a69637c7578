import { type Kysely, sql } from 'kysely';

const statements = [
  `create table guardians (
    user_id uuid primary key references users on delete cascade,
    email text not null,
    link_id text not null,
    token_hash bytea not null unique,
    expires_at timestamptz not null,
    sent_at timestamptz not null,
    confirmed_at timestamptz
  )`,
];

/** Creates the guardians of people who are too young to take part on their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
