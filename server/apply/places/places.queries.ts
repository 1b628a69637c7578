import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { WaitlistOrder } from '../../../contract/apply/places.ts';
import { seesApplicant } from '../../people-data/blind-review.ts';
import { wasCheckedIn } from '../../people-data/people-filter.ts';
import { anyOf } from '../../platform/db/any-of.ts';
import type { Db } from '../../platform/db/open.ts';
import { findSetting, upsertSetting } from '../../platform/db/settings.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { waitlistOrderKey } from '../apply.tables.ts';

/** Whether the person of `applications` as a is admitted at any checkpoint. */
export const isAdmitted = wasCheckedIn('a.user_id');

/** Who can be offered a place, from `applications` as a: nobody who is already admitted or has a held rejection. */
export const canBeOffered = sql`not ${isAdmitted} and not exists (
  select from held_decisions h where h.application_id = a.id and h.status = 'rejected')`;

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

/**
 * Whether a rejected application's place is still held, in `applications` as a with `places` as p, because the rejection
 * can still be undone at `now`.
 */
const isHeldByUndo = (now: Date) => sql`a.status = 'rejected' and p.lapsed_at is null and exists (
  select from undoable_decisions u where u.application_id = a.id and u.until > ${now}
    and u.previous #>> '{application,status}' = 'approved'
    and u.previous #>> '{application,attendance_declined}' = 'false')`;

/** Selects those of these applications whose place is held because their rejection can be undone. */
export async function selectHeldByUndo(db: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select a.id
    from applications a left join places p on p.application_id = a.id
    where a.id = any(${ids}::uuid[]) and ${isHeldByUndo(now)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Counts the taken places: by offers and confirmations, by people who came without a held place, and by rejections that can
 * still be undone at `now`.
 */
export async function countTakenPlaces(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select count(*)::int as taken
    from applications a left join places p on p.application_id = a.id
    where a.status = 'approved' and ((p.lapsed_at is null and not a.attendance_declined) or ${isAdmitted})
      or ${isHeldByUndo(now)}`.execute(db);
  return rows[0]!.taken;
}

/** Counts the people on the waitlist who can be offered a place, excluding one. */
export async function countWaitingPeople(db: Db, without: string | null): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting
    from waitlist w join applications a on a.id = w.application_id
    where ${canBeOffered} and a.id is distinct from ${without}`.execute(db);
  return rows[0]!.waiting;
}

/** Counts approved people by the state of their offers. */
export async function countOffers(db: Db) {
  const { rows } = await sql<{ offered: number; yes: number; no: number; silent: number }>`select
      count(*) filter (where p.lapsed_at is null and not attendance_confirmed and not attendance_declined
        and not ${isAdmitted})::int as offered,
      count(*) filter (where attendance_confirmed or (p.lapsed_at is null and not attendance_declined
        and ${isAdmitted}))::int as yes,
      count(*) filter (where attendance_declined)::int as no,
      count(*) filter (where p.lapsed_at is not null and not attendance_declined)::int as silent
    from applications a left join places p on p.application_id = a.id where a.status = 'approved'`.execute(
    db,
  );
  return rows[0]!;
}

/** Returns for each application whether it is on the waitlist, and the offer of its place with the answer. */
export async function selectPlaces(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    heldUntil: Date | null;
    lapsedAt: Date | null;
    waits: boolean;
    status: 'pending' | 'approved' | 'rejected';
    confirmed: boolean;
    declined: boolean;
    admitted: boolean;
  }>`select a.id, a.status, ${isAdmitted} as admitted, a.attendance_confirmed as confirmed, a.attendance_declined as declined, p.held_until as "heldUntil", p.lapsed_at as "lapsedAt", w.application_id is not null as waits
    from applications a left join places p on p.application_id = a.id left join waitlist w on w.application_id = a.id
    where a.id = any(${ids})`.execute(db);
  return rows;
}

/** Returns the approved people without a held place: all of them, or this one. */
export async function selectLostPlaces(db: Db, userId: string | null) {
  const { rows } = await sql<{ userId: string; declined: boolean }>`
    select a.user_id as "userId", a.attendance_declined as declined
    from applications a left join places p on p.application_id = a.id
    where a.status = 'approved' and (a.attendance_declined or p.lapsed_at is not null)
      and (${userId}::uuid is null or a.user_id = ${userId})`.execute(db);
  return rows;
}

type Place = Omit<Selectable<Tables['places']>, 'application_id' | 'beyond_capacity'> & {
  beyond_capacity?: boolean;
};

/** Stores offers of places, replacing earlier ones. */
export async function upsertPlaces(trx: Db, ids: readonly string[], offer: Place): Promise<void> {
  if (ids.length === 0) return;
  const place = { beyond_capacity: false, ...offer };
  await trx
    .insertInto('places')
    .values(ids.map((id) => ({ application_id: id, ...place })))
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(place))
    .execute();
}

/** Stores until when an open offer is held, and when to remind. */
export async function updateHeldUntil(
  trx: Db,
  id: string,
  { heldUntil, remindAt }: { heldUntil: Date; remindAt: Date },
): Promise<void> {
  await trx
    .updateTable('places')
    .set({ held_until: heldUntil, remind_at: remindAt })
    .where('application_id', '=', id)
    .where('lapsed_at', 'is', null)
    .execute();
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

/** Makes waitlisted applications pending; only rejected ones if `from` says so. */
export async function updateToPending(trx: Db, ids: readonly string[], from?: 'rejected'): Promise<void> {
  let query = trx
    .updateTable('applications')
    .set({ status: 'pending', reviewed_by: null, reviewed_at: null })
    .where('id', '=', anyOf(ids));
  if (from) query = query.where('status', '=', from);
  await query.execute();
}

/** Resets the answer of people whose place was given up. */
export async function updateLostAnswer(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('applications')
    .set({ attendance_confirmed: false, attendance_declined: false })
    .where('id', '=', id)
    .execute();
}

/** What a decision changes besides the application. */
export interface PlaceState {
  place: Selectable<Tables['places']> | null;
  waiting: Selectable<Tables['waitlist']> | null;
}

export async function selectPlaceStates(trx: Db, ids: readonly string[]): Promise<Map<string, PlaceState>> {
  const states = new Map(ids.map((id): [string, PlaceState] => [id, { place: null, waiting: null }]));
  for (const place of await trx
    .selectFrom('places')
    .selectAll()
    .where('application_id', '=', anyOf(ids))
    .execute())
    states.get(place.application_id)!.place = place;
  for (const waiting of await trx
    .selectFrom('waitlist')
    .selectAll()
    .where('application_id', '=', anyOf(ids))
    .execute())
    states.get(waiting.application_id)!.waiting = waiting;
  return states;
}

/** Restores what `selectPlaceStates` returned, by application, without organizers whose accounts were deleted. */
export async function restorePlaceStates(trx: Db, states: ReadonlyMap<string, PlaceState>): Promise<void> {
  const toRows = (part: keyof PlaceState) =>
    JSON.stringify([...states.values()].flatMap((state) => state[part] ?? []));
  for (const table of ['places', 'waitlist'] as const)
    await trx
      .deleteFrom(table)
      .where('application_id', '=', anyOf([...states.keys()]))
      .execute();
  await sql`insert into places select * from json_populate_recordset(null::places, ${toRows('place')})`.execute(
    trx,
  );
  await sql`insert into waitlist (application_id, since, position, decided_by, decided_at)
    select application_id, since, position, (select id from users where id = decided_by), decided_at
    from json_populate_recordset(null::waitlist, ${toRows('waiting')})`.execute(trx);
}

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

/** Stores manual positions, from 1. */
export async function updatePositions(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`update waitlist set position = each.n
    from unnest(${ids}::uuid[]) with ordinality as each (id, n) where application_id = each.id`.execute(trx);
}

export const upsertWaitlistOrder = (trx: Db, order: WaitlistOrder) =>
  upsertSetting(trx, waitlistOrderKey, order);
