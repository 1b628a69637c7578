import type { Conflict } from '../../contract/check-in-overview.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { lockApplicationOfUser, lockCheckIn } from '../db/locks.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { markAdmittedUndone, markUndone } from './check-in.queries.ts';
import { admitConflict, findConflictUser, selectOpenConflicts } from './conflicts.queries.ts';
import { notifyCheckIns } from './notify-check-ins.ts';
import { hasPass } from './pass.ts';

// When two stations check in the same person, the server admits once and refuses the second with `already_checked_in`
// (`try-check-in.service.ts`, `check-in.service.ts`). Stations without a network have both let the person in: the second that is sent is stored as a
// conflict (`sync-check-ins.service.ts`), and resolved here.

/** Returns the people checked in twice by offline stations, oldest first, until an organizer resolves it. */
export async function listConflicts({ db }: Services): Promise<Conflict[]> {
  const rows = await selectOpenConflicts(db);
  return rows.map(({ at, userId, name, firstAt, firstBy, ...row }) => ({
    ...row,
    at: at.toISOString(),
    person: { userId, name },
    first: firstAt ? { at: firstAt.toISOString(), by: firstBy } : null,
  }));
}

/**
 * Resolves a conflict: the second check-in is undone, or replaces the first. Throws `not_found`, `conflict_settled`, and
 * `not_approved` when the person is no longer approved.
 */
export async function resolveConflict(
  services: Services,
  { id, by, keep, reason }: { id: string; by: string; keep: 'first' | 'second'; reason: string },
): Promise<void> {
  await transact(services.db, async (trx) => {
    const { userId } = (await findConflictUser(trx, id)) ?? fail('not_found');
    const application = await lockApplicationOfUser(trx, userId);
    const { state, checkpoint } = (await lockCheckIn(trx, id)) ?? fail('not_found');
    if (state !== 'conflict') fail('conflict_settled');
    const decision = { by, reason, at: services.now() };
    if (keep === 'first') {
      await markUndone(trx, { id, ...decision });
    } else {
      if (!hasPass(application?.status ?? null)) fail('not_approved');
      await markAdmittedUndone(trx, { userId, checkpoint, ...decision });
      await admitConflict(trx, id);
    }
    const detail = { checkIn: id, checkpoint, kept: keep, reason };
    await recordAudit(trx, { actorId: by, action: 'check-in.settled', subject: userId, detail });
  });
  notifyCheckIns(services, 'check-ins');
  notifyCheckIns(services, 'check-in-overview');
}
