import { type Insertable, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';

type NewSubscription = Insertable<Tables['push_subscriptions']>;

/** Deletes another person's subscription with this endpoint, and another one of this session. */
export async function deleteReplaced(trx: Db, { user_id, session_hash, endpoint }: NewSubscription) {
  await trx
    .deleteFrom('push_subscriptions')
    .where(({ or, and, eb }) =>
      or([
        and([eb('endpoint', '=', endpoint), eb('user_id', '<>', user_id)]),
        and([eb('session_hash', '=', session_hash), eb('endpoint', '<>', endpoint)]),
      ]),
    )
    .execute();
}

export async function upsertSubscription(trx: Db, row: NewSubscription): Promise<void> {
  const { user_id: _, endpoint: __, host: ___, ...renewed } = row;
  await trx
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(renewed))
    .execute();
}

/** Deletes a person's subscriptions except the `max` saved last. */
export async function deleteOldest(trx: Db, userId: string, max: number): Promise<void> {
  await sql`delete from push_subscriptions where id in (select id from push_subscriptions
    where user_id = ${userId} order by saved_at desc, id offset ${max})`.execute(trx);
}

export async function deleteOfSession(db: Db, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_hash', '=', sessionHash).execute();
}

export async function deleteById(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Counts the subscriptions, and those made with another key than the site's. */
export async function countSubscriptions(db: Db, serverKey: string) {
  const { rows } = await sql<{ devices: number; outdated: number }>`select count(*)::int as devices,
    (count(*) filter (where server_key <> ${serverKey}))::int as outdated from push_subscriptions`.execute(
    db,
  );
  return rows[0]!;
}

export function selectOfUser(db: Db, userId: string) {
  return db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .select(['id as subscriptionId', 'endpoint', 'p256dh', 'auth', 'server_key as serverKey'])
    .execute();
}
