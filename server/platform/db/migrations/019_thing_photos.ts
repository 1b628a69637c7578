import { type Kysely, sql } from 'kysely';

/** Photos of the things that are lent, small enough for a row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table thing_photos (
      thing text primary key,
      photo bytea not null,
      at timestamptz not null
    )`.execute(db);
}
