import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export async function insertAudit(
  db: Db,
  rows: { actor_id: string | null; action: string; subject: string; detail: Record<string, unknown> }[],
): Promise<void> {
  await sql`insert into audit (actor_id, action, subject, detail) select actor_id, action, subject, detail
    from json_to_recordset(${JSON.stringify(rows)}) as row (actor_id uuid, action text, subject text, detail jsonb)`.execute(
    db,
  );
}
