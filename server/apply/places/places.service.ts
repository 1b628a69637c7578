import type { Place } from '../../../contract/apply/places.ts';
import { countTakenPlaces, countWaitingPeople } from '../../people-data/places.queries.ts';
import type { Db } from '../../platform/db/open.ts';
import { fail } from '../../platform/http/problem.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Services } from '../../platform/services.ts';
import { offerPlacesJob } from '../apply.jobs.ts';
import { getReminderTime, toOfferedPlace, toUnofferedPlace } from './offer-times.ts';
import * as queries from './places.queries.ts';
import { deleteWaiting, insertWaiting, selectWaitlistOrder, sortForPlaces } from './waitlist.queries.ts';

export type PlaceState = queries.PlaceState;

// Everything that takes or frees a place begins its transaction with `lockPlaces` and counts afterwards. An event without
// `capacity` has unlimited places: then each of these functions does nothing.

type Site = Pick<Services, 'event' | 'now'>;

/**
 * Returns how many places are free; Infinity if the event does not limit them. To take one, call `lockPlaces` first.
 * Walk-ins count as soon as they are approved.
 */
export async function countFreePlaces(db: Db, { event, now }: Site): Promise<number> {
  if (event.capacity === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, event.capacity - (await countTakenPlaces(db, now())));
}

/** Returns whether a place is free that nobody is waiting for. */
async function hasPlaceFor(trx: Db, site: Site, applicationId: string | null): Promise<boolean> {
  const free = await countFreePlaces(trx, site);
  return free > 0 && free > (await countWaitingPeople(trx, applicationId));
}

/** Returns the figures for organizers. Throws `not_found` if places are not limited. */
export async function getPlaceFigures({ db, event, now }: Services) {
  const { capacity, showUpRate } = event;
  if (capacity === undefined) return fail('not_found');
  const offers = await queries.countOffers(db);
  return {
    capacity,
    ...offers,
    free: await countFreePlaces(db, { event, now }),
    waiting: await countWaitingPeople(db, null),
    ...(showUpRate !== undefined && { expected: Math.round(offers.yes * showUpRate) }),
  };
}

/**
 * Chooses which of these applications get a place if they are approved in this order: the first ones, as long as a place is
 * free that nobody else waits for. A place still held for undoing their own rejection is theirs. Changes nothing.
 */
export async function choosePlaces(trx: Db, site: Site, ids: readonly string[]): Promise<Set<string>> {
  if (site.event.capacity === undefined) return new Set(ids);
  let free = (await countFreePlaces(trx, site)) - (await countWaitingPeople(trx, null));
  const held = await queries.selectHeldByUndo(trx, ids, site.now());
  return new Set(
    ids.filter((id) => {
      if (held.has(id)) free += 1;
      if (free <= 0) return false;
      free -= 1;
      return true;
    }),
  );
}

/** Gives the chosen applications a place; returns until when it is held. */
export async function givePlaces(trx: Db, { event, now }: Site, ids: readonly string[]) {
  if (event.capacity === undefined) return { heldUntil: null };
  const offer = toOfferedPlace(event, now());
  await deleteWaiting(trx, ids);
  await queries.upsertPlaces(trx, ids, offer);
  return { heldUntil: offer.held_until };
}

/** Puts applications that were approved without a free place on the waitlist, where they are pending. */
export async function joinWaitlist(
  trx: Db,
  { event, now }: Site,
  { ids, by }: { ids: readonly string[]; by: string },
): Promise<void> {
  if (ids.length === 0) return;
  await insertWaiting(trx, ids, { by, at: now() });
  await queries.updateToPending(trx, ids, 'rejected');
  await queuePlaceOffers(trx, event);
}

/**
 * Puts an application at the end of the waitlist, where it is pending; its place is freed. Throws `not_found` if places are
 * not limited, `event_full` without a waitlist, and `places_free` if it would be offered a place at once.
 */
export async function waitForPlace(trx: Db, site: Site, { id, by }: { id: string; by: string }) {
  const { event, now } = site;
  if (event.capacity === undefined) fail('not_found');
  if (!event.waitlist) fail('event_full');
  await queries.updateToPending(trx, [id]);
  await queries.updateLostAnswer(trx, id);
  await queries.upsertPlaces(trx, [id], toUnofferedPlace(now()));
  await insertWaiting(trx, [id], { by, at: now() });
  if (await hasPlaceFor(trx, site, id)) fail('places_free');
  await queuePlaceOffers(trx, event);
}

/**
 * Queues the job that offers free places to the waitlist, in the transaction that freed one; with `delaySeconds`, when an
 * undo no longer holds it.
 */
export async function queuePlaceOffers(
  trx: Db,
  { capacity }: { capacity?: number | undefined },
  delaySeconds = 0,
): Promise<void> {
  if (capacity === undefined) return;
  await addJob(trx, offerPlacesJob, {});
  if (delaySeconds > 0) await addJob(trx, offerPlacesJob, {}, { delaySeconds: delaySeconds + 1 });
}

interface Answer {
  id: string;
  attending: boolean;
}

/**
 * Processes the answer to an offer; returns whether to store it. A no frees the place. A yes after the place was given up
 * takes a free one, or waits for one. Throws `no_place_free` when the event has no waitlist.
 */
export async function answerOffer(trx: Db, site: Site, { id, attending }: Answer): Promise<boolean> {
  const { event, now } = site;
  if (!attending) {
    await deleteWaiting(trx, [id]);
    await queuePlaceOffers(trx, event);
    return true;
  }
  const [current] = await queries.selectPlaces(trx, [id]);
  const isLost = current && (current.lapsedAt !== null || current.declined);
  if (!isLost) return true;
  if (await hasPlaceFor(trx, site, id)) {
    await deleteWaiting(trx, [id]);
    await queries.upsertPlaces(trx, [id], toUnofferedPlace(null));
    return true;
  }
  if (!event.waitlist) fail('no_place_free');
  await queries.updateLostAnswer(trx, id);
  await queries.upsertPlaces(trx, [id], toUnofferedPlace(current.lapsedAt ?? now()));
  await insertWaiting(trx, [id], { by: null, at: now() });
  await queuePlaceOffers(trx, event);
  return false;
}

/**
 * Gives an application a place ahead of the waitlist, beyond the capacity if every place is taken. Returns until when it is
 * held.
 */
export async function giveExtraPlace(trx: Db, site: Site, id: string): Promise<Date | null> {
  const beyond_capacity = (await countFreePlaces(trx, site)) === 0;
  await deleteWaiting(trx, [id]);
  const offer = toOfferedPlace(site.event, site.now());
  await queries.upsertPlaces(trx, [id], { ...offer, beyond_capacity });
  await queries.updateLostAnswer(trx, id);
  return offer.held_until;
}

/** Extends an open offer until another time. */
export async function holdPlace(trx: Db, { now }: Site, id: string, heldUntil: Date): Promise<void> {
  const remindAt = getReminderTime(now().getTime(), heldUntil.getTime());
  await queries.updateHeldUntil(trx, id, { heldUntil, remindAt });
}

/** Restores an application that was approved, with a place if one is free, otherwise without. */
export async function regainPlace(
  trx: Db,
  site: Site,
  { id, confirmed, restore }: { id: string; confirmed: boolean; restore: () => Promise<void> },
): Promise<void> {
  const { event, now } = site;
  if (event.capacity === undefined) return restore();
  const isFree = await hasPlaceFor(trx, site, null);
  await restore();
  if (isFree && confirmed) return;
  await queries.upsertPlaces(trx, [id], isFree ? toOfferedPlace(event, now()) : toUnofferedPlace(now()));
  if (!isFree) await queries.updateLostAnswer(trx, id);
}

/** Takes rejected applications off the waitlist; their places become free once the rejection can no longer be undone. */
export async function givePlacesUp(
  trx: Db,
  event: Services['event'],
  ids: readonly string[],
  undoSeconds: number,
): Promise<void> {
  if (event.capacity === undefined || ids.length === 0) return;
  await deleteWaiting(trx, ids);
  await queuePlaceOffers(trx, event, undoSeconds);
}

/**
 * Stores offers for as many of these applications as there are free places that nobody waits for, in waitlist order.
 * Returns which, the others, and the order.
 */
export async function planOffers(trx: Db, site: Site, ids: readonly string[]) {
  const { event, now } = site;
  const order = await selectWaitlistOrder(trx);
  const sorted = await sortForPlaces(trx, ids, order);
  const free = (await countFreePlaces(trx, site)) - (await countWaitingPeople(trx, null));
  const offered = sorted.slice(0, Math.max(0, free));
  const offer = toOfferedPlace(event, now());
  await queries.upsertPlaces(trx, offered, offer);
  return { offered, others: sorted.slice(offered.length), heldUntil: offer.held_until, order };
}

/** Returns the places of applications, for `undoPlaces`; empty if places are not limited. */
export async function recordPlaces(
  trx: Db,
  { capacity }: { capacity?: number | undefined },
  ids: readonly string[],
): Promise<Map<string, PlaceState>> {
  return capacity === undefined ? new Map() : queries.selectPlaceStates(trx, ids);
}

/** Runs an undo with the places that the decisions took or freed. Throws `event_full` if these are taken. */
export async function undoPlaces(
  trx: Db,
  { event, now }: Site,
  { previous, undo }: { previous: ReadonlyMap<string, PlaceState>; undo: () => Promise<void> },
): Promise<void> {
  const { capacity } = event;
  if (capacity === undefined) return undo();
  const before = await countTakenPlaces(trx, now());
  await undo();
  await queries.restorePlaceStates(trx, previous);
  if ((await countTakenPlaces(trx, now())) > Math.max(before, capacity)) fail('event_full');
  await queuePlaceOffers(trx, event);
}

/** Returns the state of applications' places; empty if places are not limited. */
export async function listPlaces(
  { db, event }: Pick<Services, 'db' | 'event'>,
  ids: readonly string[],
): Promise<Map<string, Place>> {
  if (event.capacity === undefined || ids.length === 0) return new Map();
  const rows = await queries.selectPlaces(db, ids);
  return new Map(
    rows.flatMap(({ id, status, confirmed, declined, admitted, heldUntil, lapsedAt, waits }) => {
      const of = (state: Place['state']): [string, Place][] => [
        [id, { state, ...(state === 'offered' && heldUntil && { until: heldUntil.toISOString() }) }],
      ];
      if (waits) return of('waiting');
      if (status !== 'approved') return [];
      // Checking in settles the offer.
      if (admitted) return of('confirmed');
      if (declined) return of('declined');
      if (lapsedAt) return of('lapsed');
      return of(confirmed ? 'confirmed' : 'offered');
    }),
  );
}

type LostPlace = 'lapsed' | 'declined';

/** Returns why approved people have no held place, by person: everybody, or one person. */
export async function listLostPlaces(
  { db, event }: Pick<Services, 'db' | 'event'>,
  userId: string | null = null,
): Promise<Map<string, LostPlace>> {
  if (event.capacity === undefined) return new Map();
  const rows = await queries.selectLostPlaces(db, userId);
  return new Map(rows.map((row) => [row.userId, row.declined ? 'declined' : 'lapsed']));
}
