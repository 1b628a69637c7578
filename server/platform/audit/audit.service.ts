import type { Db } from '../db/open.ts';
import { insertAudit } from './audit.queries.ts';

/** An action that an organizer may have to account for later. */
interface AuditEntry {
  /** Who did it; null for the program and its command line. */
  actorId: string | null;
  /** What was done, as `subject.action`: `application.approved`, `role.admin`. */
  action: string;
  /** The id of the object. */
  subject: string;
  /** Facts without names or addresses: the row outlives the person. */
  detail?: Record<string, unknown>;
}

/** Records actions in the transaction that performs them. Rows are never changed or removed. */
export async function recordAudit(trx: Db, ...entries: AuditEntry[]): Promise<void> {
  const rows = entries.map(({ actorId, action, subject, detail = {} }) => ({
    actor_id: actorId,
    action,
    subject,
    detail,
  }));
  if (rows.length > 0) await insertAudit(trx, rows);
}
