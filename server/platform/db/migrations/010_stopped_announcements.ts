import { type Kysely, sql } from 'kysely';

/** Lets a sent announcement be stopped: `stopped` receivers got no email, because it was still waiting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table announcements add column stopped_at timestamptz`.execute(db);
  await sql`alter table announcement_receivers drop constraint announcement_receivers_state_check,
    add constraint announcement_receivers_state_check
      check (state in ('none', 'waiting', 'queued', 'unsubscribed', 'noAddress', 'stopped'))`.execute(db);
}
