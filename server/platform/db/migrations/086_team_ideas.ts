import { type Kysely, sql } from 'kysely';

/** What a team wants to build, in one line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table teams add column idea text not null default ''`.execute(db);
}
