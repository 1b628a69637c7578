import type * as contract from '../../../contract/apply/places.ts';
import { lockPlaces } from '../../event/places.locks.ts';
import { toPseudonym } from '../../people-data/blind-review.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import * as queries from './waitlist.queries.ts';

// The order of the waitlist. `offer-places.service.ts` decides who is offered a place, and when.

/** Returns the applications on the waitlist, the next one first. Throws `not_found` if places are not limited. */
async function listWaiting(db: Db, { capacity }: Services['event']) {
  if (capacity === undefined) return fail('not_found');
  const order = await queries.selectWaitlistOrder(db);
  return { order, waiting: await queries.selectWaiting(db, order) };
}

/** Lists the people on the waitlist, the next one first. Throws `not_found` if places are not limited. */
export async function listWaitlist({ db, event }: Services, { actor }: Call<typeof contract.listWaitlist>) {
  const { order, waiting } = await listWaiting(db, event);
  const rows = await queries.selectWaitingPeople(
    db,
    waiting.map(({ id }) => id),
    actor.id,
  );
  const people = new Map(rows.map((row) => [row.id, row]));
  return {
    order,
    people: waiting.flatMap(({ id, since }) => {
      const person = people.get(id);
      if (!person) return [];
      const { hidden } = person;
      return {
        _id: id,
        name: hidden ? toPseudonym(id) : person.name,
        since: since.toISOString(),
        rating: hidden ? null : person.rating,
      };
    }),
  };
}

/** Returns the waitlist position of an application, from 1; undefined if it is not on it. */
export async function findWaitlistPosition(db: Db, id: string): Promise<number | undefined> {
  return queries.findPosition(db, id, await queries.selectWaitlistOrder(db));
}

/** Chooses the order in which places are offered; the manual order starts as the current one. Throws `not_found`. */
export async function updateWaitlistOrder(
  { db, event }: Services,
  { actor, body: { order } }: Call<typeof contract.updateWaitlistOrder>,
): Promise<void> {
  await transact(db, async (trx) => {
    await lockPlaces(trx, event);
    const { order: before, waiting } = await listWaiting(trx, event);
    if (order === before) return;
    if (order === 'hand')
      await queries.updatePositions(
        trx,
        waiting.map(({ id }) => id),
      );
    await queries.upsertWaitlistOrder(trx, order);
    await recordAudit(trx, actor.id, 'waitlist.sorted', order);
    await notifySubscribers(trx, 'applications');
  });
}

/** Moves an application to a position, from 1; from then on the order is manual. Throws `not_found`. */
export async function moveOnWaitlist(
  { db, event }: Services,
  { actor, params: { id }, body: { position } }: Call<typeof contract.moveOnWaitlist>,
): Promise<void> {
  await transact(db, async (trx) => {
    await lockPlaces(trx, event);
    const { waiting } = await listWaiting(trx, event);
    const others = waiting.map((one) => one.id).filter((one) => one !== id);
    if (others.length === waiting.length) fail('not_found');
    await queries.updatePositions(trx, others.toSpliced(position - 1, 0, id));
    await queries.upsertWaitlistOrder(trx, 'hand');
    await recordAudit(trx, actor.id, 'waitlist.moved', id, { position });
    await notifySubscribers(trx, 'applications');
  });
}
