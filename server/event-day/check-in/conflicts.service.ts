import type * as contract from '../../../contract/event-day/check-in-overview.ts';
import { limits } from '../../../contract/limits.ts';
import { formatDate } from '../../../contract/platform/format.ts';
import { lockApplicationOfUser } from '../../apply/applications/applications.locks.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { notifySubscribersSoon } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { insertCheckIn, markAdmittedUndone, markUndone, type NewCheckIn } from './check-in.queries.ts';
import { lockCheckIn } from './check-ins.locks.ts';
import * as queries from './conflicts.queries.ts';
import { notifyOfCheckIn } from './notify-of-check-in.ts';
import { hasPass } from './pass.ts';

// When two stations check in the same person, the server admits once and refuses the second with `already_checked_in`
// (`check-in.service.ts`). Two offline stations have both let the person in: the second report is stored as a conflict and
// resolved here, automatically if both passes were verified, otherwise by an organizer. Below, the first is the earlier
// scan, whichever the server heard of first.

/**
 * Returns the people checked in twice by offline stations, oldest first, until an organizer resolves it; with `settled`,
 * the last automatically resolved ones, newest first.
 */
export async function listConflicts({ db }: Services, { query }: Call<typeof contract.listConflicts>) {
  const rows = await (query.settled === 'true'
    ? queries
        .selectSecondAdmissions(db, 'duplicate')
        .orderBy('second.checked_in_at', 'desc')
        .limit(limits.checkIn.maxSettled)
        .execute()
    : queries.selectSecondAdmissions(db, 'conflict').orderBy('second.checked_in_at').execute());
  return rows.map(({ at, by, userId, name, admittedAt, admittedBy, ...row }) => {
    const conflict = { at: at.toISOString(), by };
    const admitted = admittedAt && { at: admittedAt.toISOString(), by: admittedBy };
    const [first, later] = isEarlier(at, admittedAt) ? [conflict, admitted] : [admitted, conflict];
    return { ...row, ...(later ?? conflict), person: { userId, name }, first };
  });
}

const isEarlier = (at: Date, admittedAt: Date | null | undefined) => !!admittedAt && at < admittedAt;

/**
 * Stores a second admission. Returns `settled` if it is a duplicate of the first, `conflict` if an organizer has to resolve
 * it, and `already`, without storing it, if this volunteer has already reported a conflict about the person.
 */
export async function storeSecondAdmission(services: Services, second: NewCheckIn) {
  if (await settleDuplicate(services, second)) return 'settled';
  const { by, userId, checkpoint } = second;
  const stored = await transact(services.db, async (trx) => {
    // If one volunteer reports twice at once, the second report sees the first.
    await lockKey(trx, `conflict ${by} ${userId} ${checkpoint}`);
    if (await queries.hasConflictBy(trx, second)) return 'already';
    await queries.insertSecond(trx, 'conflict', second);
    return 'conflict';
  });
  if (stored === 'conflict') notifySubscribersSoon(services, 'check-in-overview');
  return stored;
}

/**
 * Settles a second admission at the entrance if both passes were verified on the same day of the event: the earlier scan
 * counts, and the other stays in the log as a duplicate. Otherwise returns false.
 */
async function settleDuplicate(services: Services, second: NewCheckIn): Promise<boolean> {
  const { event, now, db } = services;
  const { userId, checkpoint, passVerified } = second;
  if (!passVerified || checkpoint !== event.checkpoints[0]?.id) return false;
  const at = second.at ?? now();
  const isSettled = await transact(db, async (trx) => {
    await lockApplicationOfUser(trx, userId);
    const admitted = await queries.selectAdmission(trx, { userId, checkpoint });
    if (!admitted?.passVerified || formatDate(admitted.at, event) !== formatDate(at, event)) return false;
    if (isEarlier(at, admitted.at)) {
      await queries.updateState(trx, admitted.id, 'duplicate');
      if (!(await insertCheckIn(trx, { ...second, at }))) fail('unavailable', { retryAfter: 1 });
    } else if (!(await queries.insertSecond(trx, 'duplicate', { ...second, at }))) {
      return true;
    }
    const detail = {
      checkIn: admitted.id,
      checkpoint,
      kept: isEarlier(at, admitted.at) ? 'second' : 'first',
    };
    await recordAudit(trx, null, 'check-in.settled', userId, detail);
    return true;
  });
  if (isSettled) notifySubscribersSoon(services, 'check-ins');
  return isSettled;
}

/**
 * Resolves a conflict: the earlier or the later scan counts, and the other is undone. Without a current check-in, `first`
 * discards the conflict and `second` admits the person. Throws `not_found`, `conflict_settled`, and `not_approved` when the
 * person is no longer approved.
 */
export async function resolveConflict(
  services: Services,
  { actor: { id: by }, params: { id }, body: { keep, reason } }: Call<typeof contract.resolveConflict>,
): Promise<void> {
  const person = await transact(services.db, async (trx) => {
    const { userId } = (await queries.findConflictUser(trx, id)) ?? fail('not_found');
    const application = await lockApplicationOfUser(trx, userId);
    const { state, checkpoint, at } = (await lockCheckIn(trx, id)) ?? fail('not_found');
    if (state !== 'conflict') fail('conflict_settled');
    const decision = { by, reason, at: services.now() };
    const admitted = await queries.selectAdmission(trx, { userId, checkpoint });
    if ((keep === 'first') === isEarlier(at, admitted?.at)) {
      if (!hasPass(application?.status ?? null)) fail('not_approved');
      await markAdmittedUndone(trx, { userId, checkpoint, ...decision });
      await queries.updateState(trx, id, 'admitted');
    } else {
      await markUndone(trx, { id, ...decision });
    }
    await recordAudit(trx, by, 'check-in.settled', userId, { checkIn: id, checkpoint, kept: keep, reason });
    return { userId, checkpoint };
  });
  notifyOfCheckIn(services, person);
  notifySubscribersSoon(services, 'check-in-overview');
}
