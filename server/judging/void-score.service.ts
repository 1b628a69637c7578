import { recordAudit } from '../platform/audit/audit.service.ts';
import { transact } from '../platform/db/transact.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { hasScore, insertVoid } from './scores.queries.ts';

/**
 * Voids a score: it stays in the history and no longer counts, so an earlier one of the same judge counts again.
 * Idempotent. Throws `not_found`.
 */
export function voidScore(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, by, reason }: { id: number; by: string; reason: string },
): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await hasScore(trx, id))) fail('not_found');
    if (!(await insertVoid(trx, { id, by, at: now(), reason }))) return;
    await recordAudit(trx, {
      actorId: by,
      action: 'score.voided',
      subject: String(id),
      detail: { reason },
    });
    await notifySubscribers(trx, 'scores');
  });
}
