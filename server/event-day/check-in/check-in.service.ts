import type { ProblemCode } from '../../../contract/errors.ts';
import type * as contract from '../../../contract/event-day/check-in.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { formatWhen } from '../../../contract/platform/format-when.ts';
import { isUuid } from '../../../contract/platform/uuid.ts';
import { texts } from '../../../contract/texts.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call, CallBy } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { notifySubscribersSoon } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { queueWebhook } from '../../platform/webhook/webhook.service.ts';
import { admitWalkIn } from '../walk-ins/walk-ins.service.ts';
import * as queries from './check-in.queries.ts';
import { lockCheckIn } from './check-ins.locks.ts';
import { storeSecondAdmission } from './conflicts.service.ts';
import { notifyOfCheckIn } from './notify-of-check-in.ts';
import { getPassRefusal, hasPass, isGenuinePass } from './pass.ts';
import { insertRefusedScan } from './refused-scans.queries.ts';

export interface Scan {
  userId: string;
  /** The pass's signature; a person found by name has none. */
  pass?: string;
  checkpoint: string;
}

interface CheckInEntry extends Scan {
  key: string;
  /** The volunteer or organizer at the station. */
  by: string;
  /** When the person was checked in; null for now. */
  at: Date | null;
}

/**
 * Checks a person in, once per checkpoint, and returns the current admission. If two stations do so at once, one succeeds
 * and the other gets `already_checked_in`. A repeat with the same key gets the same answer. Refused scans are recorded.
 * Throws `unknown_checkpoint`, `unreadable_pass`, `unknown_person`, `idempotency_mismatch`, `invalid_pass`, `not_approved`,
 * `already_checked_in` and `check_in_undone`.
 */
export async function checkInParticipant(
  services: Services,
  { actor, body, key }: Call<typeof contract.checkInParticipant>,
): Promise<ResponseOf<typeof contract.checkInParticipant>> {
  return checkIn(services, { ...body, key, by: actor.id });
}

/** Checks a person in: now, or at a given time if it has already happened. */
async function checkIn(
  services: Services,
  { at, ...sent }: Omit<CheckInEntry, 'at' | 'checkpoint'> & { checkpoint?: string; at?: string },
): Promise<ResponseOf<typeof contract.checkInParticipant>> {
  const checkpoint = requireCheckpoint(services, sent.checkpoint);
  const entry = { ...sent, checkpoint, at: at === undefined ? null : toPlausibleTime(at, services.now()) };
  const data = await decide(services, entry, { hasHappened: at !== undefined });
  return { success: true, data, message: texts.checkIn.done };
}

/**
 * Records a check-in that has already happened, and returns the current admission. A second admission is stored, and
 * refused only if it is a conflict. A repeat gets the same answer. Throws what `checkInParticipant` throws.
 */
export async function recordCheckIn(
  services: Services,
  { actor, params, body }: Call<typeof contract.recordCheckIn>,
): Promise<ResponseOf<typeof contract.recordCheckIn>> {
  return checkIn(services, { ...body, key: params.key.toLowerCase(), by: actor.id });
}

/**
 * Checks in a walk-in, like `checkInParticipant`, or with a time like `recordCheckIn`. Throws what they throw, and what
 * `admitWalkIn` throws.
 */
export async function checkInWalkIn(
  services: Services,
  { actor: { id: by }, params, body: { person, ...sent } }: Call<typeof contract.checkInWalkIn>,
): Promise<ResponseOf<typeof contract.checkInWalkIn>> {
  requireCheckpoint(services, sent.checkpoint);
  const key = params.id.toLowerCase();
  const userId = await admitWalkIn(services, { id: key, by, person });
  return checkIn(services, { ...sent, userId, key, by });
}

/**
 * Undoes a check-in by the caller; it stays in the log, even if the server first hears of it now. Does nothing if it is
 * already undone. Throws `forbidden` if it is not the caller's own, and what `checkInParticipant` throws if it admitted
 * nobody.
 */
export async function undoOwnCheckIn(
  services: Services,
  { actor: { id: by }, params, body: { after: _, at, ...scan } }: Call<typeof contract.undoOwnCheckIn>,
): Promise<void> {
  const key = params.key.toLowerCase();
  const checkpoint = requireCheckpoint(services, scan.checkpoint);
  let id = await queries.findCheckInId(services.db, key);
  if (!id) {
    const entry = { ...scan, checkpoint, key, by, at: toPlausibleTime(at, services.now()) };
    const decision = await tryCheckIn(services, entry);
    if (decision.kind === 'refused') {
      // A repeat of this call was faster.
      if (decision.reason === 'check_in_undone') return;
      fail(decision.reason);
    }
    const time = formatWhen(decision.checkIn.checkedInAt, services.event, services.now());
    if (decision.kind === 'already') fail('already_checked_in', { values: { time } });
    id = decision.checkIn._id;
  }
  await undoCheckIn(
    services,
    { actor: { id: by }, params: { id }, body: { reason: 'Undone at the station' } },
    { isOwn: true },
  );
}

/** Returns the current admission. Throws the refusal, which is recorded. */
async function decide(services: Services, entry: CheckInEntry, { hasHappened }: { hasHappened: boolean }) {
  const decision = await tryCheckIn(services, entry);
  if (decision.kind === 'admitted') return decision.checkIn;
  const { person } = decision;
  const refuse = async (reason: ProblemCode, time = '', current?: object): Promise<never> => {
    await recordRefusal(services, entry, person, reason);
    fail(reason, { values: { time }, person: findRefusedName(person, reason, entry), current });
  };
  if (decision.kind === 'refused') return refuse(decision.reason);
  const { checkIn: data } = decision;
  const { userId, passVersion, keyState } = decision.person;
  // This key was also admitted, until an offline station's earlier scan replaced it.
  if (keyState === 'duplicate') return data;
  const time = formatWhen(data.checkedInAt, services.event, services.now());
  if (!hasHappened) {
    const by = await queries.findAdmitterName(services.db, data._id);
    return refuse('already_checked_in', time, { checkedInAt: data.checkedInAt, by });
  }
  const second = { ...entry, userId, passVersion, passVerified: entry.pass !== undefined };
  const stored = keyState === 'conflict' ? 'conflict' : await storeSecondAdmission(services, second);
  if (stored === 'settled') return decide(services, entry, { hasHappened });
  // The person is in, and this volunteer has already reported the conflict: nobody has anything to decide.
  if (stored === 'conflict') fail('already_checked_in', { values: { time }, person: person?.name });
  await recordRefusal(services, entry, person, 'already_checked_in');
  return data;
}

/** Records a scan that the server refused. */
export async function recordRefusal(
  services: Services,
  { key, by, checkpoint }: { key?: string; by: string; checkpoint: string },
  person: { userId: string } | undefined,
  reason: ProblemCode,
): Promise<void> {
  const userId = person?.userId ?? null;
  await insertRefusedScan(services.db, { key, userId, checkpoint, reason, by, at: null });
  notifySubscribersSoon(services, 'check-in-overview');
}

/** Returns the id of a checkpoint, the event's first without one. Throws `unknown_checkpoint`. */
export function requireCheckpoint({ event }: Pick<Services, 'event'>, id: string | undefined): string {
  const [first] = event.checkpoints;
  const found = id === undefined ? first : event.checkpoints.find((checkpoint) => checkpoint.id === id);
  return found?.id ?? fail('unknown_checkpoint');
}

const maxAge = 48 * 3_600_000;

/** Returns the time that a station reports; null (for now) if it is in the future or more than two days ago. */
export function toPlausibleTime(at: string, now: Date): Date | null {
  const reported = new Date(at);
  const age = now.getTime() - reported.getTime();
  return age >= 0 && age < maxAge ? reported : null;
}

/** Whether a person was checked in with this key (now or before), with another key, or not at all. */
type CheckInDecision =
  | { kind: 'admitted'; checkIn: contract.CheckIn }
  | { kind: 'already'; person: queries.ParticipantRow; checkIn: contract.CheckIn }
  | { kind: 'refused'; person: queries.ParticipantRow | undefined; reason: ProblemCode };

/** Returns the person of a scan; undefined without an application or if the id is not a UUID. */
export async function findScannedPerson({ db }: Pick<Services, 'db'>, scan: Scan & { key?: string }) {
  return isUuid(scan.userId)
    ? queries.findParticipant(db, scan.userId, scan.checkpoint, scan.key ?? null)
    : undefined;
}

/** Returns why a scan is refused, regardless of earlier check-ins; undefined if it is not. */
export async function checkInRefusal(
  services: Services,
  person: queries.ParticipantRow | undefined,
  { userId, pass }: Scan,
): Promise<ProblemCode | undefined> {
  if (!person) return userId.trim() === '' ? 'unreadable_pass' : 'unknown_person';
  if (person.removedAt) return 'person_removed';
  const holder = { id: person.userId, passVersion: person.passVersion };
  if (pass !== undefined && !isGenuinePass(services, holder, pass)) return getPassRefusal(services, pass);
  return hasPass(person.status) ? undefined : 'not_approved';
}

/**
 * Returns the name for the card of a refused person, if stations can find them by name or the scan has their genuine pass.
 */
export function findRefusedName(
  person: queries.ParticipantRow | undefined,
  reason: ProblemCode,
  { pass }: Pick<Scan, 'pass'>,
): string | undefined {
  if (!person || reason === 'invalid_pass' || reason === 'earlier_pass') return undefined;
  return pass !== undefined || person.removedAt || hasPass(person.status) ? person.name : undefined;
}

function toCheckIn(
  person: queries.ParticipantRow,
  checkIn: Omit<contract.CheckIn, keyof queries.ParticipantRow | 'checkedInAt'> & { at: Date },
): contract.CheckIn {
  const { userId, name, email, major, attendanceConfirmed } = person;
  const { at, ...rest } = checkIn;
  return { userId, name, email, major, attendanceConfirmed, ...rest, checkedInAt: at.toISOString() };
}

function findAdmission(person: queries.ParticipantRow, checkpoint: string): contract.CheckIn | undefined {
  const { admittedId: _id, admittedAt: at, admittedVerified } = person;
  return _id && at
    ? toCheckIn(person, { _id, at, checkpoint, passVerified: admittedVerified === true })
    : undefined;
}

/**
 * Checks a person in, once per checkpoint. The same key gets the same answer again. Throws `unavailable` when other
 * stations win the race three times.
 */
async function tryCheckIn(services: Services, entry: CheckInEntry): Promise<CheckInDecision> {
  const { checkpoint, key } = entry;
  // After losing a race against another station, the next round reads the reason.
  for (let tries = 0; tries < 3; tries += 1) {
    const person = await findScannedPerson(services, entry);
    const reason = keyRefusal(person, checkpoint) ?? (await checkInRefusal(services, person, entry));
    const admission = person && findAdmission(person, checkpoint);
    if (admission && person.admittedKey === key) return { kind: 'admitted', checkIn: admission };
    if (reason || !person) return { kind: 'refused', person, reason: reason ?? 'unknown_person' };
    if (admission) return { kind: 'already', person, checkIn: admission };
    if (person.keyState) return { kind: 'refused', person, reason: 'check_in_undone' };
    const passVerified = entry.pass !== undefined;
    const { userId, passVersion } = person;
    const inserted = await queries.insertCheckIn(services.db, {
      ...entry,
      userId,
      passVersion,
      passVerified,
    });
    if (!inserted) continue;
    notifyOfCheckIn(services, { userId, checkpoint });
    // Not in the admitting statement, so that nobody at the entrance waits for the webhook or is refused because of it.
    void queueWebhook(services.db, services, {
      type: 'check-in.admitted',
      text: `Somebody was checked in at ${checkpoint}.`,
      data: { checkpoint },
    }).catch((error: Error) => services.log.error({ err: error }, 'a check-in is not sent to the webhook'));
    const { id: _id, at } = inserted;
    return { kind: 'admitted', checkIn: toCheckIn(person, { _id, at, checkpoint, passVerified }) };
  }
  fail('unavailable', { retryAfter: 1 });
}

function keyRefusal(person: queries.ParticipantRow | undefined, checkpoint: string): ProblemCode | undefined {
  if (!person?.keyUserId) return undefined;
  if (person.keyUserId !== person.userId || person.keyCheckpoint !== checkpoint)
    return 'idempotency_mismatch';
  return person.keyState === 'undone' ? 'check_in_undone' : undefined;
}

/**
 * Undoes a check-in, with a reason; does nothing if it is already undone. Throws `not_found`, and `forbidden` if it has to
 * be the caller's own and is not.
 */
export async function undoCheckIn(
  services: Services,
  { actor: { id: by }, params: { id }, body: { reason } }: CallBy<typeof contract.undoCheckIn, string>,
  { isOwn = false } = {},
): Promise<void> {
  const undone = await transact(services.db, async (trx) => {
    const checkIn = (await lockCheckIn(trx, id)) ?? fail('not_found');
    if (isOwn && checkIn.by !== by) fail('forbidden');
    if (checkIn.state === 'undone') return checkIn;
    await queries.markUndone(trx, { id, by, reason, at: services.now() });
    const detail = { checkIn: id, checkpoint: checkIn.checkpoint, was: checkIn.state, reason };
    await recordAudit(trx, by, 'check-in.undone', checkIn.userId, detail);
    return checkIn;
  });
  notifyOfCheckIn(services, undone);
  notifySubscribersSoon(services, 'check-in-overview');
}
