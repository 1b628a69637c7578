import type { CheckIn } from '../../contract/check-in.ts';
import type { ProblemCode } from '../../contract/errors.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { findParticipant, insertCheckIn, type ParticipantRow } from './check-in.queries.ts';
import { notifyCheckIns } from './notify-check-ins.ts';
import { isGenuinePass } from './pass.ts';

export interface Scan {
  userId: string;
  /** The signature that the pass carried; a person found by name has none. */
  pass?: string;
  checkpoint: string;
}

/** One wish to let a person in. */
export interface CheckInEntry extends Scan {
  key: string;
  /** Who stands at the door. */
  by: string;
  /** When the person came in; null for this moment. */
  at: Date | null;
}

/** What the door decides: in now (or before, with this key), in by another key, or turned away. */
export type CheckInDecision =
  | { kind: 'admitted'; checkIn: CheckIn }
  | { kind: 'standing'; person: ParticipantRow; checkIn: CheckIn }
  | { kind: 'refused'; person: ParticipantRow | undefined; reason: ProblemCode };

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Looks a person up at the door; undefined for an id that cannot be anybody's. */
export async function lookUpPass(
  { db }: Pick<Services, 'db'>,
  scan: Scan & { key?: string },
): Promise<ParticipantRow | undefined> {
  return guid.test(scan.userId) ? findParticipant(db, scan) : undefined;
}

/** Why a scan is turned away, whoever was let in before; undefined when nothing speaks against the person. */
export function checkInRefusal(
  services: Services,
  person: ParticipantRow | undefined,
  { userId, pass }: Scan,
): ProblemCode | undefined {
  if (!person) return userId.trim() === '' ? 'invalid_pass' : 'unknown_person';
  const holder = { id: person.userId, passVersion: person.passVersion };
  if (pass !== undefined && !isGenuinePass(services, holder, pass)) return 'invalid_pass';
  return person.status === 'approved' ? undefined : 'not_approved';
}

function view(
  person: ParticipantRow,
  made: Omit<CheckIn, keyof ParticipantRow | 'checkedInAt'> & { at: Date },
): CheckIn {
  const { userId, name, email, major, attendanceConfirmed } = person;
  const { at, ...rest } = made;
  return { userId, name, email, major, attendanceConfirmed, ...rest, checkedInAt: at.toISOString() };
}

function standing(person: ParticipantRow, checkpoint: string): CheckIn | undefined {
  const { admittedId: _id, admittedAt: at, admittedVerified } = person;
  return _id && at
    ? view(person, { _id, at, checkpoint, passVerified: admittedVerified === true })
    : undefined;
}

/**
 * Lets a person in, once per checkpoint, unless something speaks against it. The same key is answered the same again.
 * Throws unavailable when other stations keep winning the race.
 */
export async function decideCheckIn(services: Services, entry: CheckInEntry): Promise<CheckInDecision> {
  const { checkpoint, key } = entry;
  // Who loses a race against another station looks again, and then sees why.
  for (let look = 0; look < 3; look += 1) {
    const person = await lookUpPass(services, entry);
    const reason = misusedKey(person, checkpoint) ?? checkInRefusal(services, person, entry);
    const before = person && standing(person, checkpoint);
    if (before && person.admittedKey === key) return { kind: 'admitted', checkIn: before };
    if (reason || !person) return { kind: 'refused', person, reason: reason ?? 'unknown_person' };
    if (before) return { kind: 'standing', person, checkIn: before };
    if (person.keyState) return { kind: 'refused', person, reason: 'check_in_undone' };
    const passVerified = entry.pass !== undefined;
    const { userId, passVersion } = person;
    const made = await insertCheckIn(services.db, { ...entry, userId, passVersion, passVerified });
    if (!made) continue;
    notifyCheckIns(services, 'check-ins');
    const { id: _id, at } = made;
    return { kind: 'admitted', checkIn: view(person, { _id, at, checkpoint, passVerified }) };
  }
  fail('unavailable', { retryAfter: 1 });
}

function misusedKey(person: ParticipantRow | undefined, checkpoint: string): ProblemCode | undefined {
  if (!person?.keyUserId) return undefined;
  if (person.keyUserId !== person.userId || person.keyCheckpoint !== checkpoint)
    return 'idempotency_mismatch';
  return person.keyState === 'undone' ? 'check_in_undone' : undefined;
}
