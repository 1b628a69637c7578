import type { Db } from '../db/open.ts';
import { shownName } from '../db/shown-name.ts';

export async function insertAudit(
  db: Db,
  row: { actor_id: string | null; action: string; subject: string; detail: string },
): Promise<void> {
  await db.insertInto('audit').values(row).execute();
}

/** Selects the actions on the subjects, oldest first, with the name of the actor while the account exists. */
export function selectAuditEntries(db: Db, subjects: string[]) {
  return db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .where('audit.subject', 'in', subjects)
    .orderBy('audit.id')
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.detail', shownName('users').as('by')])
    .execute();
}
