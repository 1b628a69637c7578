import type { Db } from '../db/open.ts';
import { insertAudit } from './audit.queries.ts';

interface AuditedObject {
  /** The id of the object. */
  subject: string;
  /** Facts without names or addresses: the row outlives the person. */
  detail?: Record<string, unknown>;
}

/**
 * Records an action in the transaction that performs it, since an organizer may have to account for it later. `actorId` is
 * null for the program and its command line, `action` is named by what it is about: `application.approved`, `role.admin`.
 * Rows are never changed or removed.
 */
export function recordAudit(
  trx: Db,
  actorId: string | null,
  action: string,
  subject: AuditedObject['subject'],
  detail?: AuditedObject['detail'],
): Promise<void> {
  return recordAudits(trx, actorId, action, [{ subject, detail }]);
}

/** Records the same action on several objects as `recordAudit` does. */
export async function recordAudits(
  trx: Db,
  actorId: string | null,
  action: string,
  objects: readonly AuditedObject[],
): Promise<void> {
  const rows = objects.map(({ subject, detail = {} }) => ({ actor_id: actorId, action, subject, detail }));
  if (rows.length > 0) await insertAudit(trx, rows);
}
