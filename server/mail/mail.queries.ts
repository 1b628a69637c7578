import type { Db } from '../db/open.ts';

export async function insertMail(
  db: Db,
  row: {
    user_id: string | null;
    about_id: string | null;
    code_id: string | null;
    recipient: string;
    subject: string;
    text: string;
    html: string;
  },
): Promise<string> {
  const { id } = await db.insertInto('mails').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Finds a mail that has not been sent. */
export function findUnsentMail(db: Db, id: string) {
  return db
    .selectFrom('mails')
    .leftJoin('email_codes', 'email_codes.id', 'mails.code_id')
    .selectAll('mails')
    .select(['email_codes.expires_at as codeExpiresAt', 'email_codes.used_at as codeUsedAt'])
    .where('mails.id', '=', id)
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
