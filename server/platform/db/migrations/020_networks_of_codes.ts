import { type Kysely, sql } from 'kysely';

/** Speeds up counting the codes that a network asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on email_codes (network, created_at)`.execute(db);
}
