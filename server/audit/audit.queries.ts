import type { Db } from '../db/open.ts';

export async function insertAudit(
  db: Db,
  row: { actor_id: string | null; action: string; subject: string; detail: string },
): Promise<void> {
  await db.insertInto('audit').values(row).execute();
}
