import type { Conflict } from '../../contract/check-in-overview.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { lockCheckIn, markUndone } from './check-in.queries.ts';
import {
  admitConflict,
  findConflictUser,
  lockApproval,
  selectOpenConflicts,
  undoAdmittedCheckIn,
} from './conflicts.queries.ts';
import { notifyCheckIns } from './notify-check-ins.ts';

/** People let in twice by stations without a network, oldest first, until an organiser settles it. */
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
 * Settles a conflict: the second check-in is taken back, or takes the place of the first. Throws not_found,
 * conflict_settled, and not_approved when the person may not be in any more.
 */
export async function resolveConflict(
  services: Services,
  { id, by, keep, reason }: { id: string; by: string; keep: 'first' | 'second'; reason: string },
): Promise<void> {
  await transact(services.db, async (trx) => {
    const { userId } = (await findConflictUser(trx, id)) ?? fail('not_found');
    const isApproved = await lockApproval(trx, userId);
    const { state, checkpoint } = (await lockCheckIn(trx, id)) ?? fail('not_found');
    if (state !== 'conflict') fail('conflict_settled');
    const undoing = { by, reason, at: services.now() };
    if (keep === 'first') {
      await markUndone(trx, { id, ...undoing });
    } else {
      if (!isApproved) fail('not_approved');
      await undoAdmittedCheckIn(trx, { userId, checkpoint, ...undoing });
      await admitConflict(trx, id);
    }
    const detail = { checkIn: id, checkpoint, kept: keep, reason };
    await recordAudit(trx, { actorId: by, action: 'check-in.settled', subject: userId, detail });
  });
  notifyCheckIns(services, 'check-ins');
  notifyCheckIns(services, 'door');
}
