import { type Kysely, sql } from 'kysely';

/** A share of the review lasts until it is done or given back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_claims drop column until`.execute(db);
}
