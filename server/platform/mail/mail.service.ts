import { createHash, randomUUID } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { joinLines } from '../../../contract/platform/text-rules.ts';
import { lockKey } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import { SharedRateLimitStore } from '../http/rate-limit.ts';
import { addJobs } from '../jobs/add-job.ts';
import { deliverCodeJob, deliverMailJob } from '../jobs/platform.jobs.ts';
import type { Services } from '../services.ts';
import type { Email } from './email.ts';
import { insertMails, resetFailedMails, selectExistingMails, selectFailedMails } from './mail.queries.ts';
import { toMailbox } from './mailbox.ts';

interface Mail extends Email {
  id?: string;
  /** A verified address. */
  to: string;
  /** The recipient's account, with which the email is deleted; null before the account exists and after it is deleted. */
  userId: string | null;
  /** The person named in an email to somebody else; it is deleted with their account. */
  aboutId?: string | undefined;
  /** The sign-in code that is filled in when the email is sent. */
  codeId?: string;
  /** Attaches the schedule as a calendar file. */
  withCalendar?: boolean;
  /** The account is deleted; so is the email, once it is delivered or given up. */
  isLast?: boolean;
  /** Adds the headers with which mail programs offer to unsubscribe the user. */
  canUnsubscribe?: boolean;
}

/** Somebody who gets email once the address is verified. */
export interface Receiver {
  id: string;
  email: string | null;
  emailVerified: boolean;
}

/** Returns an email with its receiver, for `queueMails`; nothing for a person without a verified address. */
export const addressTo = <Content extends object>(
  { id, email, emailVerified }: Receiver,
  content: Content,
) => (email && emailVerified ? [{ ...content, to: email, userId: id }] : []);

/** Rows per statement. */
const atOnce = 500;

/** After everything else: thousands of emails can be waiting. */
const bulkPriority = 10;

/**
 * Inserts an email and its delivery job in the transaction of its cause, so it is sent if and only if that commits. Returns
 * the email's id. Line breaks in the subject become spaces.
 */
export async function queueMail(trx: Db, mail: Mail): Promise<string> {
  const row = toRow(mail);
  await insertMails(trx, [row], toJob(mail.codeId ? deliverCodeJob : deliverMailJob));
  return row.id;
}

/**
 * Queues an email to a person who need not have asked for it; `by` counts each participant's separately. Throws
 * `invited_often`.
 */
export async function queueInvitation(
  trx: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  mail: Mail,
  by = '',
): Promise<string> {
  const key = `invitations to ${toMailbox(mail.to)} ${by}`;
  const limit = { key, max: limits.invitations, milliseconds: 86_400_000 };
  const wait = await new SharedRateLimitStore({ db: trx, config }).consume([limit], now().getTime());
  if (wait > 0) fail('invited_often', { retryAfter: Math.ceil(wait / 1000) });
  return queueMail(trx, mail);
}

/** Queues many emails in few statements, as `queueMail` does; returns their ids in the same order. */
export async function queueMails(trx: Db, mails: readonly Mail[], { delaySeconds = 0 } = {}) {
  const rows = mails.map(toRow);
  for (let from = 0; from < rows.length; from += atOnce)
    await insertMails(trx, rows.slice(from, from + atOnce), toJob(deliverMailJob, delaySeconds));
  return rows.map(({ id }) => id);
}

/** Queues many emails as `queueMails` does, unless this was done for the same key. Returns whether it was done now. */
export async function queueMailsOnce(trx: Db, key: string, mails: readonly Mail[]): Promise<boolean> {
  await lockKey(trx, `mails ${key}`);
  // The first email's id is derived from the key.
  const digits = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const id = digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-5$3-8$4-');
  if (mails.length === 0 || (await selectExistingMails(trx, [id])).size > 0) return false;
  await queueMails(
    trx,
    mails.map((mail, at) => (at === 0 ? { ...mail, id } : mail)),
  );
  return true;
}

function toRow(mail: Mail) {
  // `parseEmail` accepts no such address.
  if (/[\r\n\0]/.test(mail.to))
    throw Object.assign(new Error('an address has a line break'), { code: 'MAIL_ADDRESS' });
  return {
    id: mail.id ?? randomUUID(),
    user_id: mail.userId,
    about_id: mail.aboutId ?? null,
    code_id: mail.codeId ?? null,
    with_calendar: mail.withCalendar ?? false,
    can_unsubscribe: mail.canUnsubscribe ?? false,
    is_last: mail.isLast ?? false,
    recipient: mail.to,
    subject: joinLines(mail.subject),
    text: mail.text,
    html: mail.html,
  };
}

const toJob = (job: typeof deliverMailJob, delaySeconds = 0) => ({
  job,
  options: { priority: bulkPriority, delaySeconds },
});

/** Lists the emails that were given up, oldest first. */
export const listFailedMails = selectFailedMails;

/** Queues given-up emails again; others are ignored. Returns how many were queued. */
export function retryFailedMails({ db, now }: Pick<Services, 'db' | 'now'>, ids: string[]): Promise<number> {
  return transact(db, async (trx) => {
    const reset = ids.length > 0 ? await resetFailedMails(trx, ids, now()) : [];
    const { job, options } = toJob(deliverMailJob);
    if (reset.length > 0)
      await addJobs(
        trx,
        job,
        reset.map((mailId) => ({ mailId })),
        options,
      );
    return reset.length;
  });
}
