import type { Db } from '../../platform/db/open.ts';

/**
 * Makes the decision that a mail is about final. Waits for an undo that is under way, whose transaction deletes the mail:
 * look for the mail afterwards.
 */
export async function finalizeDecision(db: Db, mailId: string): Promise<void> {
  await db.deleteFrom('undoable_decisions').where('mail_id', '=', mailId).execute();
}

export function findUnsentMail(db: Db, id: string) {
  return db
    .selectFrom('mails')
    .leftJoin('email_codes', 'email_codes.id', 'mails.code_id')
    .leftJoin('guardians', (join) =>
      join
        .onRef('guardians.user_id', '=', 'mails.about_id')
        .onRef('guardians.email', '=', 'mails.recipient')
        .on('mails.user_id', 'is', null),
    )
    .selectAll('mails')
    .select('guardians.link_id as guardianLinkId')
    .select(['email_codes.expires_at as codeExpiresAt', 'email_codes.used_at as codeUsedAt'])
    .where('mails.id', '=', id)
    .where('mails.sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
}

export async function markMailSent(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: at })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

/** Records that a mail was given up. */
export async function markMailFailed(db: Db, { id, failure, at }: { id: string; failure: string; at: Date }) {
  await db
    .updateTable('mails')
    .set({ failed_at: at, failure })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}
