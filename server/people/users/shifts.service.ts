import { listSlots } from '../../../contract/event/program.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/people/shifts.ts';
import {
  formatShiftTerms,
  getLatestShiftEnd,
  parseShiftTerms,
  type ShiftTerms,
} from '../../../contract/people/shifts.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { requireCheckpoint } from '../../event-day/check-in/check-in.service.ts';
import { deleteUserSessions } from '../../people-data/sessions.queries.ts';
import { openSession } from '../../people-data/sessions.service.ts';
import { getUserRow } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { findSetting, upsertSetting } from '../../platform/db/settings.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call, HttpCall } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { notifySubscribersSoon } from '../../platform/live/notify.ts';
import { createQrImage } from '../../platform/qr-image.ts';
import { isSameText, sign } from '../../platform/secret.ts';
import type { Services } from '../../platform/services.ts';
import { findSessionToken, setSessionCookie } from '../../platform/sessions/session-cookies.ts';
import { toUser } from './users.service.ts';
import { updateShiftEnds, upsertShift } from './volunteers.queries.ts';

const signShift = ({ config }: Pick<Services, 'config'>, text: string): Buffer =>
  sign(config.secretKey, 'volunteer shift', text);

const signTerms = (services: Services, terms: string) =>
  signShift(services, `code ${terms}`).subarray(0, 16).toString('base64url');

/**
 * Returns a shift's code, which is valid for two minutes; an end beyond the longest shift is brought forward. Throws
 * `unknown_checkpoint` and `shift_over`.
 */
export function getShiftCode(
  services: Services,
  { actor: { id: by }, query: asked }: Call<typeof contract.getShiftCode>,
): ResponseOf<typeof contract.getShiftCode> {
  const checkpoint = requireCheckpoint(services, asked.checkpoint);
  const now = services.now().getTime();
  const until = Math.min(Date.parse(asked.until), getLatestShiftEnd(listSlots(services.event), now));
  if (until <= now) fail('shift_over');
  const expiresAt = now + limits.shift.codeFor;
  const terms = formatShiftTerms({ checkpoint, express: asked.express === 'true', until, expiresAt, by });
  // Browsers do not send anything after the `#`, so no log and no Referer header contains the code.
  const link = new URL(`${paths.shift}#${terms}.${signTerms(services, terms)}`, services.config.publicUrl);
  return {
    qrCode: createQrImage(link.href),
    until: new Date(until).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

/** The key in `settings` for when shifts were last ended by hand, in milliseconds: earlier codes are invalid. */
const endedAtKey = 'shifts-ended-at';

/** Returns the terms of a code. Throws `shift_code_ended` for one that has ended or that the program did not sign. */
function readShiftCode(services: Services, code: string): ShiftTerms {
  const at = code.lastIndexOf('.');
  const terms = parseShiftTerms(code.slice(0, at));
  const isSigned = isSameText(code.slice(at + 1), signTerms(services, code.slice(0, at)));
  const now = services.now().getTime();
  if (!terms || !isSigned || terms.expiresAt <= now || terms.until <= now) fail('shift_code_ended');
  return terms;
}

/** Returns the id of a volunteer without an account, derived from device and name. Only the device's key leads to it. */
function toVolunteerId(services: Services, key: string, name: string): string {
  return signShift(services, `${key} ${name}`)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5');
}

/**
 * Starts the shift of a person who scanned a code, as a volunteer known by name only. A volunteer or organizer with an
 * account keeps their session. `key` identifies the device: a repeat, or a later code, continues as the same volunteer.
 * Throws `shift_code_ended`, and `volunteer_applied` for somebody who takes part.
 */
export async function startShift(
  services: Services,
  { actor, body: { code, name }, key, request, reply }: HttpCall<typeof contract.startShift>,
): Promise<ResponseOf<typeof contract.startShift>> {
  const signedIn = actor.kind === 'user' ? actor : undefined;
  const { checkpoint, express, until, by, expiresAt } = readShiftCode(services, code);
  const station = { checkpoint, express };
  // Nobody may check themselves in.
  if (signedIn?.applicationStatus) fail('volunteer_applied');
  if (signedIn && signedIn.role !== 'hacker' && signedIn.email !== null)
    return { success: true, user: toUser(services, signedIn), station };
  const replaced = findSessionToken(services.config, 'user', request);
  const id = toVolunteerId(services, key, name);
  const { user, token } = await transact(services.db, async (trx) => {
    await lockKey(trx, 'shifts');
    const endedAt = await findSetting<number>(trx, endedAtKey);
    if (endedAt !== undefined && expiresAt - limits.shift.codeFor <= endedAt) fail('shift_code_ended');
    await upsertShift(trx, { id, name, checkpoint, now: services.now(), until: new Date(until) });
    await recordAudit(trx, by, 'shift.started', id, { checkpoint });
    const token = await openSession(services, trx, 'user', { user_id: id }, replaced);
    return { user: await getUserRow(trx, id), token };
  });
  // The organizers' list updates at once.
  notifySubscribersSoon(services, 'check-in-overview');
  setSessionCookie(services.config, 'user', reply, token);
  return { success: true, user: toUser(services, user), station };
}

/**
 * Ends the shift of one volunteer or of all, with their sessions and all current codes: with a code, the same person could
 * start again under another name. Returns how many ended.
 */
export async function endShiftsOf(
  trx: Db,
  { now, id, actorId }: { now: Date; id?: string; actorId: string | null },
): Promise<number> {
  await lockKey(trx, 'shifts');
  const ended = await updateShiftEnds(trx, now, id);
  if (ended.length > 0 || id === undefined) await upsertSetting(trx, endedAtKey, now.getTime());
  for (const subject of ended) {
    await deleteUserSessions(trx, subject);
    await recordAudit(trx, actorId, 'shift.ended', subject);
  }
  return ended.length;
}

export async function endShifts({ db, now }: Services, { actor }: Call<typeof contract.endShifts>) {
  await transact(db, (trx) => endShiftsOf(trx, { now: now(), actorId: actor.id }));
}
