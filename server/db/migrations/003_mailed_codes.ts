import { type Kysely, sql } from 'kysely';

/** Tells the codes that went out by mail, which are limited, from those of the command line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_codes add column mailed boolean not null default true`.execute(db);
}
