import { type Kysely, sql } from 'kysely';

/** Counts how often a judge was renamed: results show the present name, so they change with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table judges add column renames int not null default 0`.execute(db);
}
