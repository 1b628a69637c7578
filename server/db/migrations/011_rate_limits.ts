import { type Kysely, sql } from 'kysely';

/** Counts what is limited for every copy of the program together. Lost in a crash of the database, which is harmless. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_limits (
    key text primary key,
    count int not null,
    ends_at timestamptz not null
  )`.execute(db);
  await sql`create index on rate_limits (ends_at)`.execute(db);
}
