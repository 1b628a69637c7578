import type { ProblemCode } from '../../../contract/errors.ts';
import type { CheckIn } from '../../../contract/event-day/check-in.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { findParticipant, insertCheckIn, type ParticipantRow } from './check-in.queries.ts';
import { notifyCheckIns } from './notify-check-ins.ts';
import { hasPass, isGenuinePass } from './pass.ts';

export interface Scan {
  userId: string;
  /** The signature that the pass carried; a person found by name has none. */
  pass?: string;
  checkpoint: string;
}

export interface CheckInEntry extends Scan {
  key: string;
  /** The volunteer or organizer at the station. */
  by: string;
  /** When the person was checked in; null for now. */
  at: Date | null;
}

/** The decision: admitted (now, or before with the same key), checked in before with another key, or refused. */
type CheckInDecision =
  | { kind: 'admitted'; checkIn: CheckIn }
  | { kind: 'already'; person: ParticipantRow; checkIn: CheckIn }
  | { kind: 'refused'; person: ParticipantRow | undefined; reason: ProblemCode };

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the person of a scan; undefined without an application and for an id that is not a UUID. */
export async function findScannedPerson(
  { db }: Pick<Services, 'db'>,
  scan: Scan & { key?: string },
): Promise<ParticipantRow | undefined> {
  return guid.test(scan.userId) ? findParticipant(db, scan) : undefined;
}

/** Returns why a scan is refused, whether or not the person is checked in already; undefined when it is not. */
export function checkInRefusal(
  services: Services,
  person: ParticipantRow | undefined,
  { userId, pass }: Scan,
): ProblemCode | undefined {
  if (!person) return userId.trim() === '' ? 'unreadable_pass' : 'unknown_person';
  const holder = { id: person.userId, passVersion: person.passVersion };
  if (pass !== undefined && !isGenuinePass(services, holder, pass)) return 'invalid_pass';
  return hasPass(person.status) ? undefined : 'not_approved';
}

/**
 * Returns the name for the card of somebody who was refused: of those whom stations find by name, and of others only to
 * whoever holds their genuine pass.
 */
export function findRefusedName(
  person: ParticipantRow | undefined,
  reason: ProblemCode,
  { pass }: Pick<Scan, 'pass'>,
): string | undefined {
  if (!person || reason === 'invalid_pass') return undefined;
  return pass !== undefined || hasPass(person.status) ? person.name : undefined;
}

function toCheckIn(
  person: ParticipantRow,
  checkIn: Omit<CheckIn, keyof ParticipantRow | 'checkedInAt'> & { at: Date },
): CheckIn {
  const { userId, name, email, major, attendanceConfirmed } = person;
  const { at, ...rest } = checkIn;
  return { userId, name, email, major, attendanceConfirmed, ...rest, checkedInAt: at.toISOString() };
}

function findAdmission(person: ParticipantRow, checkpoint: string): CheckIn | undefined {
  const { admittedId: _id, admittedAt: at, admittedVerified } = person;
  return _id && at
    ? toCheckIn(person, { _id, at, checkpoint, passVerified: admittedVerified === true })
    : undefined;
}

/**
 * Checks a person in, once per checkpoint. The same key gets the same answer again. Throws `unavailable` when other
 * stations win the race three times.
 */
export async function tryCheckIn(services: Services, entry: CheckInEntry): Promise<CheckInDecision> {
  const { checkpoint, key } = entry;
  // After losing a race against another station the reason is read in the next round.
  for (let tries = 0; tries < 3; tries += 1) {
    const person = await findScannedPerson(services, entry);
    const reason = keyRefusal(person, checkpoint) ?? checkInRefusal(services, person, entry);
    const admission = person && findAdmission(person, checkpoint);
    if (admission && person.admittedKey === key) return { kind: 'admitted', checkIn: admission };
    if (reason || !person) return { kind: 'refused', person, reason: reason ?? 'unknown_person' };
    if (admission) return { kind: 'already', person, checkIn: admission };
    if (person.keyState) return { kind: 'refused', person, reason: 'check_in_undone' };
    const passVerified = entry.pass !== undefined;
    const { userId, passVersion } = person;
    const inserted = await insertCheckIn(services.db, { ...entry, userId, passVersion, passVerified });
    if (!inserted) continue;
    notifyCheckIns(services, 'check-ins');
    const { id: _id, at } = inserted;
    return { kind: 'admitted', checkIn: toCheckIn(person, { _id, at, checkpoint, passVerified }) };
  }
  fail('unavailable', { retryAfter: 1 });
}

function keyRefusal(person: ParticipantRow | undefined, checkpoint: string): ProblemCode | undefined {
  if (!person?.keyUserId) return undefined;
  if (person.keyUserId !== person.userId || person.keyCheckpoint !== checkpoint)
    return 'idempotency_mismatch';
  return person.keyState === 'undone' ? 'check_in_undone' : undefined;
}
