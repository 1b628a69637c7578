import type { Db } from '../platform/db/open.ts';
import { nameThen } from './shown-name.ts';

/**
 * Returns the actions on the given subjects, oldest first, with the actor's name at the time while the account exists;
 * `reason` is what was typed, for actions that need one.
 */
export async function listAuditEntries(db: Db, subjects: string[]) {
  const entries = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .where('audit.subject', 'in', subjects)
    .orderBy('audit.id')
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.detail', nameThen('users', 'audit').as('by')])
    .execute();
  return entries.map(({ id, at, by, action, detail }) => ({
    _id: Number(id),
    at: at.toISOString(),
    by,
    action,
    reason: typeof detail.reason === 'string' ? detail.reason : null,
    ...(typeof detail.checkpoint === 'string' && { checkpoint: detail.checkpoint }),
  }));
}
