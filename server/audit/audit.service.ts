import type { Db } from '../db/open.ts';
import { insertAudit, selectAuditEntries } from './audit.queries.ts';

/** Something that an organiser may have to answer for later. */
export interface AuditEntry {
  /** Who did it; null for the program and its command line. */
  actorId: string | null;
  /** What was done, as `thing.deed`: `application.approved`, `role.admin`. */
  action: string;
  /** The id of what it was done to. */
  subject: string;
  /** Facts without names or addresses: the row outlives the person. */
  detail?: Record<string, unknown>;
}

/** Writes down an act, in the transaction that does it. Rows are never changed or removed. */
export async function recordAudit(
  trx: Db,
  { actorId, action, subject, detail = {} }: AuditEntry,
): Promise<void> {
  await insertAudit(trx, { actor_id: actorId, action, subject, detail: JSON.stringify(detail) });
}

/** The acts on the given subjects, oldest first; `reason` is the one that was typed, where the act asks for one. */
export async function listAuditEntries(db: Db, subjects: string[]) {
  const acts = await selectAuditEntries(db, subjects);
  return acts.map(({ id, at, by, action, detail }) => ({
    _id: Number(id),
    at: at.toISOString(),
    by,
    action,
    reason: typeof detail.reason === 'string' ? detail.reason : null,
  }));
}
