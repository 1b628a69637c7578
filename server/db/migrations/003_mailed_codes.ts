import { type Kysely, sql } from 'kysely';

/** Distinguishes mailed codes, which are limited, from those of the command line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_codes add column mailed boolean not null default true`.execute(db);
}
