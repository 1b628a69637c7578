import type { Db } from '../db/open.ts';
import { addJob } from '../jobs/add-job.ts';
import type { Email } from './emails.ts';
import { insertMail } from './mail.queries.ts';

export interface Mail extends Email {
  /** The verified address. */
  to: string;
  /** The recipient's account, with which the mail is deleted; null before there is an account. */
  userId: string | null;
  /** Whose name stands in an email to somebody else: it goes when their account goes. */
  aboutId?: string | undefined;
  /** The sign-in code that is filled in when the email is sent. */
  codeId?: string;
}

/** About three days of retries, at most four and a half minutes apart. */
export const mailAttempts = 1000;

/**
 * Inserts a mail and the job that delivers it, in the transaction of what it is about: it is sent if and only if that is
 * committed. Returns the mail's id. Throws on line breaks in address and subject.
 */
export async function queueMail(
  trx: Db,
  { to, userId, aboutId, codeId, subject, text, html }: Mail,
): Promise<string> {
  if (/[\r\n\0]/.test(to + subject)) throw new Error('a mail header has a line break');
  const id = await insertMail(trx, {
    user_id: userId,
    about_id: aboutId ?? null,
    code_id: codeId ?? null,
    recipient: to,
    subject,
    text,
    html,
  });
  await addJob(trx, 'deliver-mail', { mailId: id }, { attempts: mailAttempts });
  return id;
}
