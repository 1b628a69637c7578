import type { CheckIn, Participant, PassHolder } from '../../../contract/event-day/check-in.ts';
import { limits } from '../../../contract/limits.ts';
import { formatTime } from '../../../contract/platform/format.ts';
import { cleanLine } from '../../../contract/platform/text-rules.ts';
import { listLostPlaces } from '../../apply/places/places.service.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { isReviewBlind } from '../../platform/db/blind-review.ts';
import { lockCheckIn } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { markUndone, raisePassVersion, selectCheckedIn, selectPassSubject } from './check-in.queries.ts';
import { requireCheckpoint } from './checkpoint.ts';
import { fieldsShownAt, withCheckpointFields } from './checkpoint-fields.ts';
import { loadEventFormFields } from './event-form-fields.ts';
import { withFormerName } from './former-name.ts';
import { notifyCheckIns } from './notify-check-ins.ts';
import { selectApprovedByTerm } from './participants.queries.ts';
import { hasPass, passQrCode } from './pass.ts';
import { recordRefusal } from './refused-scans.service.ts';
import {
  type CheckInEntry,
  checkInRefusal,
  findRefusedName,
  findScannedPerson,
  type Scan,
  tryCheckIn,
} from './try-check-in.service.ts';

/**
 * Checks a person in, once per checkpoint: of two stations at once one succeeds, and the other gets `already_checked_in`. A
 * repeat with the same key gets the same answer. Records refused scans. Throws
 * `unknown_checkpoint`, `unreadable_pass`, `unknown_person`, `idempotency_mismatch`, `invalid_pass`, `not_approved`, `already_checked_in` and
 * `check_in_undone`.
 */
export async function checkInParticipant(
  services: Services,
  sent: Omit<CheckInEntry, 'at' | 'checkpoint'> & { checkpoint?: string },
): Promise<CheckIn> {
  const entry = { ...sent, checkpoint: requireCheckpoint(services, sent.checkpoint), at: null };
  const decision = await tryCheckIn(services, entry);
  if (decision.kind === 'admitted') return decision.checkIn;
  // This key was admitted too, until an earlier scan of an offline station took its place.
  if (decision.kind === 'already' && decision.person.keyState === 'duplicate') return decision.checkIn;
  const reason = decision.kind === 'already' ? 'already_checked_in' : decision.reason;
  await recordRefusal(services, entry, decision.person, reason);
  const time = decision.kind === 'already' ? formatTime(decision.checkIn.checkedInAt, services.event) : '';
  fail(reason, { values: { time }, person: findRefusedName(decision.person, reason, entry) });
}

/**
 * Returns the person of a scanned pass, before anybody confirms. Records refused scans. Throws `unknown_checkpoint`,
 * `unreadable_pass`, `unknown_person`, `invalid_pass` and `not_approved`.
 */
export async function getPassHolder(
  services: Services,
  sent: Omit<Scan, 'checkpoint'> & { by: string; checkpoint?: string },
): Promise<PassHolder> {
  const scan = { ...sent, checkpoint: requireCheckpoint(services, sent.checkpoint) };
  const person = await findScannedPerson(services, scan);
  const reason = checkInRefusal(services, person, scan);
  if (reason || !person) {
    const code = reason ?? 'unknown_person';
    await recordRefusal(services, scan, person, code);
    fail(code, { person: findRefusedName(person, code, scan) });
  }
  if (person.admittedAt) await recordRefusal(services, scan, person, 'already_checked_in');
  const { applicationId, admittedAt, ...holder } = withFormerName(
    withCheckpointFields(person, fieldsShownAt(services.event, scan.checkpoint)),
  );
  const checkedInAt = admittedAt?.toISOString() ?? null;
  const formFieldsOf = await loadEventFormFields(services, holder.userId);
  const lostPlace = (await listLostPlaces(services, holder.userId)).get(holder.userId);
  return {
    _id: (await isReviewBlind(services.db)) ? holder.userId : applicationId,
    ...holder,
    ...(lostPlace && { lostPlace }),
    ...formFieldsOf(holder.userId),
    checkedInAt,
    passVerified: scan.pass !== undefined,
  };
}

/** Returns everybody checked in at a checkpoint, newest first. Throws `unknown_checkpoint`. */
export async function listCheckedIn(services: Services, checkpoint: string | undefined): Promise<CheckIn[]> {
  const rows = await selectCheckedIn(services.db, requireCheckpoint(services, checkpoint));
  return rows.map((row) => ({ ...row, checkedInAt: row.checkedInAt.toISOString() }));
}

/** Finds approved people by words of their name or email; nobody for a blank term. Throws `invalid_input` and `unknown_checkpoint`. */
export async function searchParticipants(
  services: Services,
  { term, checkpoint }: { term: string; checkpoint?: string },
): Promise<Participant[]> {
  const cleaned = cleanLine(term);
  if ([...cleaned].length > limits.text.searchTerm)
    fail('invalid_input', { fields: { term: `is longer than ${limits.text.searchTerm} characters` } });
  if (cleaned === '') return [];
  const at = requireCheckpoint(services, checkpoint);
  const rows = await selectApprovedByTerm(services.db, {
    words: cleaned.split(' '),
    checkpoint: at,
    max: limits.checkIn.maxResults,
  });
  const shown = fieldsShownAt(services.event, at);
  const lostPlaces = await listLostPlaces(services);
  const formFieldsOf = await loadEventFormFields(services);
  // Beside a name the application's id would say whose it is.
  const isBlind = await isReviewBlind(services.db);
  return rows.map((row) => ({
    ...withFormerName(withCheckpointFields(row, shown)),
    ...(isBlind && { _id: row.userId }),
    lostPlace: lostPlaces.get(row.userId),
    ...formFieldsOf(row.userId),
    checkedInAt: row.checkedInAt?.toISOString() ?? null,
  }));
}

/** Undoes a check-in, with the reason; does nothing when it is undone already. Throws `not_found`. */
export async function undoCheckIn(
  services: Services,
  { id, by, reason }: { id: string; by: string; reason: string },
): Promise<void> {
  await transact(services.db, async (trx) => {
    const checkIn = await lockCheckIn(trx, id);
    if (!checkIn) fail('not_found');
    if (checkIn.state === 'undone') return;
    await markUndone(trx, { id, by, reason, at: services.now() });
    const detail = { checkIn: id, checkpoint: checkIn.checkpoint, was: checkIn.state, reason };
    await recordAudit(trx, { actorId: by, action: 'check-in.undone', subject: checkIn.userId, detail });
  });
  notifyCheckIns(services, 'check-ins');
  notifyCheckIns(services, 'check-in-overview');
}

export async function findPassSubject(db: Db, userId: string) {
  const subject = await selectPassSubject(db, userId);
  return hasPass(subject?.status ?? null) ? subject : undefined;
}

/** Gives a person with a pass a new one, voids the old one, and returns the QR code. Throws `unknown_person`. */
export async function renewPass(
  services: Services,
  { userId, by }: { userId: string; by: string },
): Promise<string> {
  return transact(services.db, async (trx) => {
    if (!(await findPassSubject(trx, userId))) fail('unknown_person');
    const holder = await raisePassVersion(trx, userId);
    const detail = { version: holder.passVersion };
    await recordAudit(trx, { actorId: by, action: 'pass.renewed', subject: userId, detail });
    return passQrCode(services, holder);
  });
}
