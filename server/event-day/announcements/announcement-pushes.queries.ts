import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import { receiverFacts, usersWithTeams } from './segment.queries.ts';

/** How many devices one statement inserts. */
const rowsAtOnce = 2000;

/** Inserts a push for every device of an announcement's receivers, in batches as receivers are; returns how many. */
export async function insertPushes(trx: Db, announcementId: string, at: Date): Promise<number> {
  const devices = await trx
    .selectFrom('announcement_receivers as receiver')
    .innerJoin('push_subscriptions', 'push_subscriptions.user_id', 'receiver.user_id')
    .where('receiver.announcement_id', '=', announcementId)
    .select('push_subscriptions.id')
    .execute();
  let inserted = 0;
  for (let from = 0; from < devices.length; from += rowsAtOnce) {
    const ids = devices.slice(from, from + rowsAtOnce).map(({ id }) => id);
    const { numAffectedRows } = await sql`
      insert into announcement_pushes (announcement_id, user_id, subscription_id, next_at)
      select ${announcementId}, user_id, id, ${at} from push_subscriptions where id = any(${ids})`.execute(
      trx,
    );
    inserted += Number(numAffectedRows);
  }
  return inserted;
}

/**
 * Gives up what is still waiting of announcements from before a moment; what another run is working on is left to the next
 * one.
 */
export async function failPushesBefore(db: Db, moment: Date): Promise<void> {
  await sql`update announcement_pushes set state = 'failed' where id in (
    select p.id from announcement_pushes p join announcements a on a.id = p.announcement_id
    where p.state = 'waiting' and a.created_at <= ${moment} for update of p skip locked)`.execute(db);
}

/**
 * Takes up to `max` due pushes and counts the try; until `leaseEnds` no other run takes them. Returns them with text,
 * device and receiver.
 */
export async function claimPushes(
  db: Db,
  { now, leaseEnds, max }: { now: Date; leaseEnds: Date; max: number },
) {
  const { rows } = await sql<{
    id: string;
  }>`update announcement_pushes set tries = tries + 1, next_at = ${leaseEnds}
    where id in (select id from announcement_pushes where state = 'waiting' and subscription_id is not null
      and next_at <= ${now} order by next_at, id limit ${max} for update skip locked)
    returning id`.execute(db);
  if (rows.length === 0) return [];
  return usersWithTeams(db)
    .innerJoin('announcement_pushes as push', 'push.user_id', 'users.id')
    .innerJoin('announcements', 'announcements.id', 'push.announcement_id')
    .innerJoin('push_subscriptions as device', 'device.id', 'push.subscription_id')
    .where(
      'push.id',
      'in',
      rows.map(({ id }) => id),
    )
    .select([
      'push.id',
      'push.tries',
      'announcements.id as announcementId',
      'announcements.subject',
      'announcements.text',
      'announcements.created_at as createdAt',
      'device.id as subscriptionId',
      'device.endpoint',
      'device.host',
      'device.p256dh',
      'device.auth',
      'device.server_key as serverKey',
      ...receiverFacts,
    ])
    .execute();
}

export type ClaimedPush = Awaited<ReturnType<typeof claimPushes>>[number];

/** Records the result of a push. */
export async function updatePush(
  db: Db,
  id: string,
  change: { state: 'accepted' | 'failed' } | { next_at: Date },
): Promise<void> {
  await db.updateTable('announcement_pushes').set(change).where('id', '=', id).execute();
}

/** Delays everything that waits for the devices of one push service until a moment; what is queued later is tried once. */
export async function delayPushesOfHost(db: Db, host: string, until: Date): Promise<void> {
  // In the same order: several pushes to the service fail at once, and each delays the same rows.
  await sql`update announcement_pushes set next_at = ${until} where id in (
    select p.id from announcement_pushes p join push_subscriptions device on device.id = p.subscription_id
    where p.state = 'waiting' and p.next_at < ${until} and device.host = ${host} order by p.id for update of p)`.execute(
    db,
  );
}

/** Counts an announcement's devices by state; devices removed while it waited are not counted. */
export async function countPushes(db: Db): Promise<Map<string, DeviceCounts>> {
  const { rows } = await sql<DeviceCounts & { id: string }>`select announcement_id as id,
      (count(*) filter (where state = 'accepted'))::int as accepted,
      (count(*) filter (where state = 'waiting' and subscription_id is not null))::int as waiting,
      (count(*) filter (where state = 'failed'))::int as failed
    from announcement_pushes group by announcement_id`.execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** On how many devices an announcement was accepted, is waiting, or was given up. */
export interface DeviceCounts {
  accepted: number;
  waiting: number;
  failed: number;
}
