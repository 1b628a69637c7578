import { type Selectable, sql } from 'kysely';
import { isAdmitted, isHeldByUndo } from '../../people-data/places.queries.ts';
import { anyOf } from '../../platform/db/any-of.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Selects those of these applications whose place is held because their rejection can be undone. */
export async function selectHeldByUndo(db: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select a.id
    from applications a left join places p on p.application_id = a.id
    where a.id = any(${ids}::uuid[]) and ${isHeldByUndo(now)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Counts approved people by the state of their offers; whoever is admitted has said yes by coming. */
export async function countOffers(db: Db) {
  const { rows } = await sql<{ offered: number; yes: number; no: number; silent: number }>`select
      count(*) filter (where not comes and not declined and not lapsed)::int as offered,
      count(*) filter (where comes)::int as yes,
      count(*) filter (where not comes and declined)::int as no,
      count(*) filter (where not comes and not declined and lapsed)::int as silent
    from applications a left join places p on p.application_id = a.id
      cross join lateral (select attendance_confirmed or ${isAdmitted} as comes, attendance_declined as declined,
        p.lapsed_at is not null as lapsed) as each
    where a.status = 'approved'`.execute(db);
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
