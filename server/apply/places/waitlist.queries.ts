import { sql } from 'kysely';
import type { WaitlistOrder } from '../../../contract/apply/places.ts';
import { seesApplicant } from '../../platform/db/blind-review.ts';
import type { Db } from '../../platform/db/open.ts';
import { waitlistOrderKey } from '../../platform/db/schema.ts';
import { upsertSetting } from '../../platform/db/settings.ts';
import { canBeOffered, orderOfWaitlist } from './places.queries.ts';

/** Selects who waits and can be offered a place, the next one first. */
export async function selectWaiting(db: Db, order: WaitlistOrder) {
  const { rows } = await sql<{ id: string; since: Date }>`select a.id, w.since
    from waitlist w join applications a on a.id = w.application_id
    where ${canBeOffered} order by ${orderOfWaitlist(order)}`.execute(db);
  return rows;
}

/** Returns the position of an application on the waitlist, from 1; undefined when it is not there. */
export async function findPosition(db: Db, id: string, order: WaitlistOrder): Promise<number | undefined> {
  // The person is counted even when a rejection is held: a position that vanishes would announce it.
  const { rows } = await sql<{ place: number }>`select place from (
      select a.id, row_number() over (order by ${orderOfWaitlist(order)})::int as place
      from waitlist w join applications a on a.id = w.application_id where ${canBeOffered} or a.id = ${id}
    ) as waiting where id = ${id}`.execute(db);
  return rows[0]?.place;
}

/** Selects names and mean ratings of applications, and whether the reader may know them while review is blind. */
export async function selectWaitingPeople(db: Db, ids: readonly string[], readerId: string) {
  const { rows } = await sql<{ id: string; name: string; rating: number | null; hidden: boolean }>`
    select a.id, u.name, (select avg(rating)::float from reviews r where r.application_id = a.id) as rating,
      not ${seesApplicant('a.id', readerId)} as hidden
    from applications a join users u on u.id = a.user_id where a.id = any(${ids})`.execute(db);
  return rows;
}

/** Stores positions by hand, from 1. */
export async function updatePositions(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`update waitlist set position = each.n
    from unnest(${ids}::uuid[]) with ordinality as each (id, n) where application_id = each.id`.execute(trx);
}

export const upsertWaitlistOrder = (trx: Db, order: WaitlistOrder) =>
  upsertSetting(trx, waitlistOrderKey, order);
