import type * as contract from '../../../contract/event-day/check-in.ts';
import { limits } from '../../../contract/limits.ts';
import { cleanLine } from '../../../contract/platform/text-rules.ts';
import { isReviewBlind } from '../../people-data/blind-review.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { addressTo, queueMails } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { canRenewPass } from './check-in.policy.ts';
import * as queries from './check-in.queries.ts';
import {
  checkInRefusal,
  findRefusedName,
  findScannedPerson,
  recordRefusal,
  requireCheckpoint,
} from './check-in.service.ts';
import { selectApprovedByTerm } from './participants.queries.ts';
import { hasPass, passQrCode } from './pass.ts';
import { createPassEmail } from './pass-email.ts';
import { loadStationView } from './station-view.ts';

/**
 * Returns the person of a scanned pass, before the check-in is confirmed. Refused scans are recorded. Throws
 * `unknown_checkpoint`, `unreadable_pass`, `unknown_person`, `invalid_pass` and `not_approved`.
 */
export async function getPassHolder(
  services: Services,
  { actor: { id: by }, body: sent }: Call<typeof contract.getPassHolder>,
): Promise<contract.PassHolder> {
  const scan = { ...sent, by, checkpoint: requireCheckpoint(services, sent.checkpoint) };
  const person = await findScannedPerson(services, scan);
  const reason = await checkInRefusal(services, person, scan);
  if (reason || !person) {
    const code = reason ?? 'unknown_person';
    await recordRefusal(services, scan, person, code);
    fail(code, { person: findRefusedName(person, code, scan) });
  }
  if (person.admittedAt) await recordRefusal(services, scan, person, 'already_checked_in');
  const toView = await loadStationView(services, scan.checkpoint, person.userId);
  const { applicationId, admittedId, admittedAt, ...holder } = toView(person);
  const checkedInBy = admittedId && (await queries.findAdmitterName(services.db, admittedId));
  return {
    _id: (await isReviewBlind(services.db)) ? person.userId : applicationId,
    ...holder,
    checkedInAt: admittedAt?.toISOString() ?? null,
    passVerified: scan.pass !== undefined,
    ...(checkedInBy && { checkedInBy }),
  };
}

/** Returns everybody checked in at a checkpoint, newest first. Throws `unknown_checkpoint`. */
export async function listCheckedIn(services: Services, { query }: Call<typeof contract.listCheckedIn>) {
  const rows = await queries.selectCheckedIn(services.db, requireCheckpoint(services, query.checkpoint));
  return rows.map((row) => ({ ...row, checkedInAt: row.checkedInAt.toISOString() }));
}

/**
 * Finds approved people by the code on their pass, or by words of their name or email; nobody for a blank term. Throws
 * `invalid_input` and `unknown_checkpoint`.
 */
export async function searchParticipants(
  services: Services,
  { query: { term, checkpoint } }: Call<typeof contract.searchParticipants>,
): Promise<contract.Participant[]> {
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
  const toView = await loadStationView(services, at);
  // Beside a name the application's id would say whose it is.
  const isBlind = await isReviewBlind(services.db);
  return rows.map((row) => ({
    ...toView(row),
    ...(isBlind && { _id: row.userId }),
    checkedInAt: row.checkedInAt?.toISOString() ?? null,
  }));
}

export async function findPassSubject(db: Db, userId: string) {
  const subject = await queries.selectPassSubject(db, userId);
  return hasPass(subject?.status ?? null) ? subject : undefined;
}

/**
 * Gives a person with a pass a new one, voids the old one, and returns the QR code. They get an email, unless they did it
 * themselves. Throws `forbidden` and `unknown_person`.
 */
export async function renewPass(
  services: Services,
  { actor, params: { id: userId } }: Call<typeof contract.renewPass>,
): Promise<{ success: true; qrCode: string }> {
  if (!canRenewPass(actor, userId)) fail('forbidden');
  return transact(services.db, async (trx) => {
    if (!(await findPassSubject(trx, userId))) fail('unknown_person');
    const holder = await queries.raisePassVersion(trx, userId);
    if (actor.id !== userId) await queueMails(trx, addressTo(holder, createPassEmail(services, holder)));
    await recordAudit(trx, actor.id, 'pass.renewed', userId, { version: holder.passVersion });
    return { success: true, qrCode: passQrCode(services, holder) };
  });
}
