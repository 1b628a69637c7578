import type { AnnouncementDraft } from '../../../contract/event-day/announcements.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { createEmail, createPageLink } from '../../platform/mail/email.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import { createUnsubscribeUrl } from '../../platform/mail/unsubscribe-link.ts';
import type { Services } from '../../platform/services.ts';
import { sendAnnouncementsJob } from '../event-day.jobs.ts';
import { updateReceiver } from './announcements.queries.ts';
import { fillPlaceholders } from './placeholders.ts';
import { type ReceiverFacts, selectWaitingReceivers } from './segment.queries.ts';

type Needs = Pick<Services, 'db' | 'event' | 'config'>;

/** Receivers per transaction. */
const batch = 100;
/** Milliseconds per job; the next one continues. */
const timeBudget = 60_000;

/**
 * The job that writes the emails of announcements: queues one for every receiver who waits for it. Receivers are chosen, and the
 * notifications of `push-announcements.service.ts` queued, by `createAnnouncement` in `announcements.service.ts`. A receiver stops waiting in the
 * transaction that inserts the mail and its job, so a kill at any moment loses nobody and writes to nobody twice; the next
 * run, at the latest a minute later, continues.
 */
export async function emailAnnouncements(services: Needs): Promise<void> {
  const end = performance.now() + timeBudget;
  while ((await transact(services.db, (trx) => queueBatch(services, trx))) > 0)
    if (performance.now() >= end) return addJob(services.db, sendAnnouncementsJob, {});
}

async function queueBatch(services: Needs, trx: Db): Promise<number> {
  // One at a time across all instances: two would choose the same receivers.
  await lockKey(trx, 'send-announcements');
  const receivers = await selectWaitingReceivers(trx, batch);
  for (const receiver of receivers) {
    const { email, emailVerified, aboutPlace, unsubscribedAt } = receiver;
    if (!email || !emailVerified) await updateReceiver(trx, receiver, { state: 'noAddress' });
    else if (unsubscribedAt && !aboutPlace) await updateReceiver(trx, receiver, { state: 'unsubscribed' });
    else {
      const mailId = await queueAnnouncementEmail(trx, services, receiver, { ...receiver, email });
      await updateReceiver(trx, receiver, { state: 'queued', mail_id: mailId });
    }
  }
  return receivers.length;
}

/** Queues an announcement as an email to one receiver; returns the id of the mail. */
export function queueAnnouncementEmail(
  trx: Db,
  { event, config }: Pick<Needs, 'event' | 'config'>,
  { subject, text, aboutPlace }: Pick<AnnouncementDraft, 'subject' | 'text' | 'aboutPlace'>,
  receiver: ReceiverFacts & { email: string; forGuardian?: boolean },
): Promise<string> {
  const { userId, email, forGuardian } = receiver;
  if (forGuardian) {
    // Not the participant's own: neither their account nor their export has it.
    const content = createEmail(fillPlaceholders(event, subject, receiver), event, [
      ...fillPlaceholders(event, text, receiver).split(/\n{2,}/),
      { small: `You get this email as the parent or guardian of ${receiver.name}, for ${event.name}.` },
    ]);
    return queueMail(trx, { ...content, to: email, userId: null, aboutId: userId });
  }
  const small = `You get this email because you have an account at ${event.name}.`;
  const link = createUnsubscribeUrl(config, userId);
  const mail = createEmail(fillPlaceholders(event, subject, receiver), event, [
    ...fillPlaceholders(event, text, receiver).split(/\n{2,}/),
    { link: createPageLink({ config }, paths.dashboard), label: 'Open your dashboard' },
    // Nobody can unsubscribe from what is about their place.
    aboutPlace ? { small } : { small, link, label: 'Unsubscribe from announcements' },
  ]);
  return queueMail(trx, { to: email, userId, canUnsubscribe: !aboutPlace, ...mail });
}
