import { countryCodes } from '../../../contract/apply/countries.ts';
import { problems } from '../../../contract/errors.ts';
import type { Event } from '../../../contract/event/event.ts';
import { needsWalkInGuardian, parseWalkInForm } from '../../../contract/event-day/walk-in-form.ts';
import type * as contract from '../../../contract/event-day/walk-ins.ts';
import { limits } from '../../../contract/limits.ts';
import { fill } from '../../../contract/texts.ts';
import { addAgreements } from '../../apply/agreements/agreements.service.ts';
import { requireValues } from '../../apply/applications/submit.service.ts';
import { addGuardian } from '../../apply/guardians/guardians.service.ts';
import { saveAnswers } from '../../apply/questions/questions.service.ts';
import { lockPlaces } from '../../event/places.locks.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import {
  clearUnverifiedEmail,
  findAddressHolder,
  hasApplied,
  insertUser,
  setNameIfMissing,
} from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { findSetting, upsertSetting } from '../../platform/db/settings.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call, HttpCall } from '../../platform/http/call.ts';
import { fail, failIf, Problem } from '../../platform/http/problem.ts';
import { hashNetwork } from '../../platform/http/rate-limit.ts';
import { notifyApplicationChange, notifySubscribers } from '../../platform/live/notify.ts';
import { toMailbox } from '../../platform/mail/mailbox.ts';
import type { Services } from '../../platform/services.ts';
import * as queries from './walk-ins.queries.ts';
import { admissionRefusal, walkInRefusal } from './walk-ins.rules.ts';

const registrationKey = 'walk-in registration';

const isOpened = async (db: Db) =>
  (await findSetting<{ opened: boolean }>(db, registrationKey))?.opened === true;

/** Throws `not_found` if the event has no walk-ins. */
function requireWalkIns({ event }: Pick<Services, 'event'>): void {
  if (!event.walkIns) fail('not_found');
}

/** Checks what was typed by the rules of the application form. Throws `unknown_track` and what `requireValues` throws. */
function parseWalkIn(event: Event, id: string, { name, email, track, ...sent }: contract.WalkInInput) {
  const tracks = event.tracks.filter(({ requiresPitchDeck }) => !requiresPitchDeck);
  const chosen = track === undefined ? tracks[0] : tracks.find((each) => each.id === track);
  const trackId = (chosen ?? fail('unknown_track')).id;
  const values = requireValues(parseWalkInForm(sent, { ...event, countries: countryCodes }, trackId));
  return { id, name, email, track: trackId, ...values };
}

/** Checks a walk-in's entry again, since the event may require more by now. Throws `walk_in_incomplete`. */
function requireComplete(event: Event, { form, ...walkIn }: queries.WalkInRow) {
  const parsed = parseWalkInForm({ ...walkIn, ...form }, { ...event, countries: countryCodes }, walkIn.track);
  if ('values' in parsed) return parsed.values.form;
  const missing = parsed.problems.map(({ label, message }) => label ?? message).join(', ');
  return fail('walk_in_incomplete', { values: { missing } });
}

/** Returns whether people can register at the entrance now. Throws `not_found`. */
export async function getWalkInRegistration(services: Services): Promise<contract.WalkInRegistration> {
  requireWalkIns(services);
  const { db, event, now } = services;
  const opened = await isOpened(db);
  const refusal = walkInRefusal(event, { now: now(), isOpened: opened });
  if (!refusal) return { open: true, opened };
  return { open: false, opened, message: fill(problems[refusal.code].message, refusal.values) };
}

/** Opens registration at the entrance outside the event's days, or stops it. Throws `not_found`. */
export async function updateWalkInRegistration(
  services: Services,
  { actor: { id: by }, body: { opened } }: Call<typeof contract.updateWalkInRegistration>,
): Promise<void> {
  requireWalkIns(services);
  await transact(services.db, async (trx) => {
    await upsertSetting(trx, registrationKey, { opened });
    await recordAudit(trx, by, 'walk-ins.switched', 'walk-ins', { opened });
  });
}

/**
 * Registers a person at the entrance under an id from their device, which can correct the entry until they are admitted.
 * When the list is full, the newest entry of the largest network is dropped, unless it has waited for a minute. The answer
 * is the same for known and unknown addresses. Throws `not_found`, `walk_ins_closed`, `walk_ins_full` and what
 * `parseWalkIn` throws.
 */
export async function submitWalkIn(
  services: Services,
  { params: { id }, body: fields, request }: HttpCall<typeof contract.submitWalkIn>,
): Promise<void> {
  requireWalkIns(services);
  const { db, event, now, config } = services;
  failIf(walkInRefusal(event, { now: now(), isOpened: await isOpened(db) }));
  const walkIn = parseWalkIn(event, id, fields);
  const network = hashNetwork(config, 'walk-in networks', request.ip);
  const since = new Date(now().getTime() - limits.walkIns.keptAfter);
  await transact(db, async (trx) => {
    await lockKey(trx, 'walk-ins who wait');
    const isNew = !(await queries.findWalkIn(trx, id));
    const isFull = isNew && (await queries.countWaitingWalkIns(trx)) >= limits.walkIns.maxWaiting;
    if (isFull && !(await queries.evictWalkIn(trx, network, since))) fail('walk_ins_full');
    await queries.upsertWalkIn(trx, walkIn, now(), network);
    await notifySubscribers(trx, 'check-ins');
  });
}

/** Returns whether a walk-in is admitted. Throws `not_found` for one who is not on the list any more. */
export async function getWalkIn(services: Services, { params: { id } }: Call<typeof contract.getWalkIn>) {
  requireWalkIns(services);
  const walkIn = (await queries.findWalkIn(services.db, id)) ?? fail('not_found');
  return { admitted: walkIn.userId !== null };
}

/** Finds the waiting walk-in under the verified address of an account. */
export async function findWalkInOfUser({ db, event }: Pick<Services, 'db' | 'event'>, userId: string) {
  return event.walkIns ? queries.findWaitingWalkIn(db, userId) : undefined;
}

/** Lists waiting walk-ins, newest first. Throws `not_found`. */
export async function listWalkIns(services: Services): Promise<contract.WalkIn[]> {
  requireWalkIns(services);
  const rows = await queries.selectWaitingWalkIns(services.db, limits.walkIns.maxWaiting);
  return rows.map(({ form, track, ...row }) => ({
    ...row,
    at: row.at.toISOString(),
    guardianMissing: needsWalkInGuardian(form, services.event, track) ? 'unanswered' : undefined,
  }));
}

/** Removes a waiting walk-in; does nothing when there is none. Throws `not_found`. */
export async function removeWalkIn(
  services: Services,
  { params }: Pick<Call<typeof contract.removeWalkIn>, 'params'>,
) {
  requireWalkIns(services);
  await transact(services.db, async (trx) => {
    await queries.deleteWaitingWalkIn(trx, params.id);
    await notifySubscribers(trx, 'check-ins');
  });
}

/** Removes all waiting walk-ins, for example a flood of invented ones. Throws `not_found`. */
export async function removeWalkIns(services: Services, { actor }: Call<typeof contract.removeWalkIns>) {
  requireWalkIns(services);
  await transact(services.db, async (trx) => {
    const removed = await queries.deleteWaitingWalkIns(trx);
    await recordAudit(trx, actor.id, 'walk-ins.removed', 'walk-ins', { removed });
    await notifySubscribers(trx, 'check-ins');
  });
}

/**
 * Admits a walk-in and returns the person, who now has an account, an approved application and a pass. A repeat, by
 * anybody, returns the same. Somebody who has applied is refused and taken off the list. Throws `not_found`, `walk_in_registered`, `person_removed` and `walk_in_incomplete`.
 */
export async function admitWalkIn(
  services: Services,
  { id, by, person }: { id: string; by: string; person?: contract.WalkInInput | undefined },
): Promise<string> {
  requireWalkIns(services);
  const { event, now } = services;
  const sent = person && parseWalkIn(event, id, person);
  const admitting = transact(services.db, async (trx) => {
    await lockPlaces(trx, event);
    await lockKey(trx, `walk-in ${id}`);
    let walkIn = await queries.findWalkIn(trx, id);
    if (!walkIn && sent) {
      await queries.upsertWalkIn(trx, sent, now());
      walkIn = { ...sent, userId: null };
    }
    if (!walkIn) fail('not_found');
    return walkIn.userId ?? createParticipant(trx, services, walkIn, by);
  });
  return admitting.catch(async (error: unknown) => {
    // Somebody who has applied cannot be admitted from the list. Once they are off it, their page says so.
    if (error instanceof Problem && error.code === 'walk_in_registered')
      await removeWalkIn(services, { params: { id } });
    throw error;
  });
}

/**
 * Creates an account and an approved application for a walk-in, with their answers and agreements; returns the account's
 * id. Throws `walk_in_registered`, `person_removed` and `walk_in_incomplete`.
 */
async function createParticipant(trx: Db, services: Services, walkIn: queries.WalkInRow, by: string) {
  const { name, email, id } = walkIn;
  const { answers, agreements, guardianEmail } = requireComplete(services.event, walkIn);
  const userId = await findOrCreateUnclaimed(trx, email, name);
  await queries.insertWalkInApplication(trx, walkIn, { userId, by, at: services.now() });
  await saveAnswers(trx, services.event, userId, new Map(Object.entries(answers)));
  await addAgreements(trx, services, userId, Object.keys(agreements));
  await addGuardian(trx, services, { id: userId, name, email }, { email: guardianEmail, former: undefined });
  await queries.markAdmitted(trx, email, userId);
  await recordAudit(trx, by, 'walk-in.admitted', userId, { walkIn: id });
  await notifyApplicationChange(trx, userId);
  return userId;
}

/**
 * Returns the account of a person who has not applied. A new one has an unverified address: signing in with it claims the
 * account (`findOrCreateAccount`).
 */
async function findOrCreateUnclaimed(trx: Db, email: string, name: string): Promise<string> {
  await lockKey(trx, `email ${email}`);
  const holder = await findAddressHolder(trx, email);
  // An address like ada+two@example.org belongs to the applicant ada@example.org.
  const same = await findAddressHolder(trx, toMailbox(email));
  if (same && (await hasApplied(trx, same.id))) fail('walk_in_registered');
  const hasAccount = holder && (await lockUser(trx, holder.id));
  if (hasAccount && (holder.role !== 'hacker' || (await hasApplied(trx, holder.id))))
    fail('walk_in_registered');
  failIf(admissionRefusal(hasAccount || undefined));
  if (hasAccount && holder.verified) {
    await setNameIfMissing(trx, holder.id, name);
    return holder.id;
  }
  await clearUnverifiedEmail(trx, email);
  return insertUser(trx, { email, email_verified: false, name });
}
