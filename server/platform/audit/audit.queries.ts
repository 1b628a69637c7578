import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { nameThen } from '../db/shown-name.ts';

export async function insertAudit(
  db: Db,
  rows: { actor_id: string | null; action: string; subject: string; detail: Record<string, unknown> }[],
): Promise<void> {
  await sql`insert into audit (actor_id, action, subject, detail) select actor_id, action, subject, detail
    from json_to_recordset(${JSON.stringify(rows)}) as row (actor_id uuid, action text, subject text, detail jsonb)`.execute(
    db,
  );
}

/** Selects the actions on the subjects, oldest first, with the actor's name at the time while the account exists. */
export function selectAuditEntries(db: Db, subjects: string[]) {
  return db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .where('audit.subject', 'in', subjects)
    .orderBy('audit.id')
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.detail', nameThen('users', 'audit').as('by')])
    .execute();
}
