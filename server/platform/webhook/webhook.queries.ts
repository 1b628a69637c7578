import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { WebhookAnswer, WebhookMessage } from './send-webhook.ts';

export async function insertDelivery(trx: Db, { data, ...message }: WebhookMessage): Promise<void> {
  await trx
    .insertInto('webhook_deliveries')
    .values({ ...message, data: JSON.stringify(data) })
    .execute();
}

export function findDelivery(db: Db, id: string) {
  return db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

export function selectDeliveries(db: Db, limit: number) {
  return db
    .selectFrom('webhook_deliveries')
    .select(['id as _id', 'type', 'text', 'at', 'state', 'attempts', 'answer'])
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Stores the result; `state` is the new state. */
export async function updateDelivery(
  db: Db,
  id: string,
  { answer, status, state }: WebhookAnswer & { state: 'waiting' | 'delivered' | 'failed' },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state, answer: [status || '', answer].filter(Boolean).join(' '), attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .execute();
}

/** Makes a delivery wait again; returns whether there is one that did not. */
export async function updateToWaiting(trx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0 })
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
