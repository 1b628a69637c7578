import { type Kysely, sql } from 'kysely';

/** A guardian's no, the consent to be named in the gallery, and the id that verifies a certificate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table guardians add column declined_at timestamptz,
    add check (confirmed_at is null or declined_at is null)`.execute(db);
  await sql`alter table users add column named_in_gallery boolean not null default false,
    add column certificate_id uuid not null unique default gen_random_uuid()`.execute(db);
}
