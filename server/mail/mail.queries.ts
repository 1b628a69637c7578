import type { Db } from '../db/open.ts';

export async function insertMail(
  db: Db,
  row: { user_id: string | null; recipient: string; subject: string; text: string; html: string },
): Promise<string> {
  const { id } = await db.insertInto('mails').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Finds a mail that has not been sent. */
export function findUnsentMail(db: Db, id: string) {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
}

export async function markMailSent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: new Date() })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}
