import { type Kysely, sql } from 'kysely';

/** Tells addresses that the settings trust from confirmed ones, and lets a browser be at the provider in several tabs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column email_trusted boolean not null default false,
    add constraint users_trusted_check check (email_verified or not email_trusted)`.execute(db);
  await sql`alter table oidc_flows drop constraint oidc_flows_pkey, add primary key (cookie_hash, state)`.execute(
    db,
  );
}
