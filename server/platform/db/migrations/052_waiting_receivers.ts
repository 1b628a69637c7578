import { type Kysely, sql } from 'kysely';

/** Orders the receivers who wait for an email, so that a batch of them is read without sorting all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index announcement_receivers_waiting on announcement_receivers (announcement_id, user_id)
    where state = 'waiting'`.execute(db);
  await sql`drop index announcement_receivers_announcement_id_idx`.execute(db);
}
