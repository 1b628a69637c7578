import { type Kysely, sql } from 'kysely';

/** The log names who downloads scores, where they opened the results without the shared password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_sessions add column opened_by uuid references users on delete cascade`.execute(
    db,
  );
  await sql`create index on review_sessions (opened_by) where opened_by is not null`.execute(db);
}
