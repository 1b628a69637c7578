import type { Db } from '../db/open.ts';
import { addJob } from '../jobs/add-job.ts';
import type { PayloadOf } from '../jobs/define-job.ts';
import { pushToPersonJob } from '../jobs/platform.jobs.ts';
import type { Services } from '../services.ts';
import { selectOfUser } from './push-subscriptions.queries.ts';
import { sendPush } from './send-push.ts';

type PersonalPush = Omit<PayloadOf<typeof pushToPersonJob>, 'userId' | 'at'>;

/** How many seconds a message stays useful. */
const lifetime = 900;

/** Queues a notification for every device of a person, in the transaction of its cause; nothing if the event uses none. */
export async function queuePush(
  trx: Db,
  { event, now }: Pick<Services, 'event' | 'now'>,
  userId: string,
  message: PersonalPush,
): Promise<void> {
  if (event.pushNotifications)
    await addJob(trx, pushToPersonJob, { userId, ...message, at: now().getTime() });
}

/**
 * The job for such a notification. When a push service does not answer, the job sends to all devices again; devices that
 * already have the notification replace it.
 */
export async function pushToPerson(
  services: Pick<Services, 'db' | 'event' | 'config' | 'now' | 'random'>,
  { userId, at, ...message }: PayloadOf<typeof pushToPersonJob>,
): Promise<void> {
  const { db, now } = services;
  const left = Math.round(lifetime - (now().getTime() - at) / 1000);
  if (left <= 0) return;
  let isMissing = false;
  const sent = { text: JSON.stringify(message), lifetime: left, tag: message.tag };
  for (const device of await selectOfUser(db, userId)) {
    const { kind } = await sendPush(services, device, sent);
    isMissing ||= kind === 'busy' || kind === 'failed';
  }
  if (isMissing) throw new Error('A push service did not take a notification');
}
