import { type RawBuilder, sql } from 'kysely';
import type { WaitlistOrder } from '../../../contract/apply/places.ts';
import { seesApplicant } from '../../people-data/blind-review.ts';
import { canBeOffered } from '../../people-data/places.queries.ts';
import { anyOf } from '../../platform/db/any-of.ts';
import type { Db } from '../../platform/db/open.ts';
import { findSetting, upsertSetting } from '../../platform/db/settings.ts';
import { waitlistOrderKey } from '../apply.tables.ts';

const orders: Record<WaitlistOrder, RawBuilder<unknown>> = {
  date: sql`w.since, a.created_at, a.id`,
  rating: sql`(select avg(rating) from reviews r where r.application_id = a.id) desc nulls last, w.since, a.created_at, a.id`,
  hand: sql`w.position nulls last, w.since, a.created_at, a.id`,
};

/** Returns the columns that sort the waitlist, of `waitlist` as w and `applications` as a. */
export function orderOfWaitlist(order: WaitlistOrder): RawBuilder<unknown> {
  return orders[order];
}

/** Returns the order that organizers chose; by date by default. */
export async function selectWaitlistOrder(db: Db): Promise<WaitlistOrder> {
  return (await findSetting(db, waitlistOrderKey)) ?? 'date';
}

export const upsertWaitlistOrder = (trx: Db, order: WaitlistOrder) =>
  upsertSetting(trx, waitlistOrderKey, order);

/** Selects the people on the waitlist who can be offered a place, the next one first. */
export async function selectWaiting(db: Db, order: WaitlistOrder) {
  const { rows } = await sql<{ id: string; since: Date }>`select a.id, w.since
    from waitlist w join applications a on a.id = w.application_id
    where ${canBeOffered} order by ${orderOfWaitlist(order)}`.execute(db);
  return rows;
}

/** Returns the waitlist position of an application, from 1; undefined if it is not on it. */
export async function findPosition(db: Db, id: string, order: WaitlistOrder): Promise<number | undefined> {
  // Includes people with a held rejection: a vanishing position would give it away.
  const { rows } = await sql<{ place: number }>`select place from (
      select a.id, row_number() over (order by ${orderOfWaitlist(order)})::int as place
      from waitlist w join applications a on a.id = w.application_id where ${canBeOffered} or a.id = ${id}
    ) as waiting where id = ${id}`.execute(db);
  return rows[0]?.place;
}

/** Selects names and average ratings of applications, and whether the reader may see them while review is blind. */
export async function selectWaitingPeople(db: Db, ids: readonly string[], readerId: string) {
  const { rows } = await sql<{ id: string; name: string; rating: number | null; hidden: boolean }>`
    select a.id, u.name, (select avg(rating)::float from reviews r where r.application_id = a.id) as rating,
      not ${seesApplicant('a.id', readerId)} as hidden
    from applications a join users u on u.id = a.user_id where a.id = any(${ids})`.execute(db);
  return rows;
}

/** Sorts applications with a held approval as if they had waited since it was decided. */
export async function sortForPlaces(db: Db, ids: readonly string[], order: WaitlistOrder): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id
    from applications a
      join lateral (select decided_at as since, null::integer as position from held_decisions h
        where h.application_id = a.id) w on true
    where a.id = any(${ids}) order by ${orders[order]}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Puts applications on the waitlist; one that is already on it keeps its position. */
export async function insertWaiting(
  trx: Db,
  ids: readonly string[],
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  await sql`insert into waitlist (application_id, since, decided_by, decided_at)
    select id, ${at}::timestamptz, ${by}::uuid, ${at}::timestamptz from unnest(${ids}::uuid[]) as id
    on conflict (application_id) do nothing`.execute(trx);
}

export async function deleteWaiting(trx: Db, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('waitlist').where('application_id', '=', anyOf(ids)).execute();
}

/** Stores manual positions, from 1. */
export async function updatePositions(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`update waitlist set position = each.n
    from unnest(${ids}::uuid[]) with ordinality as each (id, n) where application_id = each.id`.execute(trx);
}
