import { type Insertable, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import { callAddJob, type JobOptions } from '../jobs/add-job.ts';

/** Inserts mails and a job for each, in one statement. */
export async function insertMails(
  db: Db,
  rows: Insertable<Tables['mails']>[],
  { job, options }: { job: { name: string }; options: JobOptions },
): Promise<void> {
  await db
    .with('stored', (query) => query.insertInto('mails').values(rows).returning('id'))
    .selectFrom('stored')
    .select(callAddJob(job, sql`json_build_object('mailId', stored.id)`, options).as('job'))
    .execute();
}

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

export async function selectExistingMails(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('mails').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function markMailSent(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: at })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

/** Records that a mail was given up. */
export async function markMailFailed(
  db: Db,
  { id, failure, at }: { id: string; failure: string; at: Date },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ failed_at: at, failure })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

/** Selects the mails that were given up, without sign-in codes. */
export function selectFailedMails(db: Db) {
  return db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'created_at as createdAt', 'failed_at as failedAt', 'failure'])
    .where('failed_at', 'is not', null)
    .where('code_id', 'is', null)
    .orderBy('failed_at')
    .execute();
}

/** Makes mails that were given up unsent again, as if created at `at`, and returns their ids. */
export async function resetFailedMails(db: Db, ids: string[], at: Date): Promise<string[]> {
  const rows = await db
    .updateTable('mails')
    .set({ failed_at: null, failure: null, created_at: at })
    .where('id', 'in', ids)
    .where('failed_at', 'is not', null)
    .where('code_id', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
