import { type Kysely, sql } from 'kysely';

/** What the limits of teams count is in `rate_limits`, with that of all other limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table team_attempts`.execute(db);
}
