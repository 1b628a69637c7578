import { type Kysely, sql } from 'kysely';

/** Vectors are read from the table when a search found nobody: no copy keeps them in memory, so none asks what changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profile_vectors drop column changed`.execute(db);
}
