import { hour, second } from '../../../contract/platform/durations.ts';
import { paths } from '../../../contract/platform/pages.ts';
import type { Db } from '../../platform/db/open.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { type PushOutcome, sendPush } from '../../platform/push/send-push.ts';
import type { Services } from '../../platform/services.ts';
import { pushAnnouncementsJob } from '../event-day.jobs.ts';
import * as queries from './announcement-pushes.queries.ts';
import { fillPlaceholders } from './placeholders.ts';

type Needs = Pick<Services, 'db' | 'event' | 'config' | 'now' | 'random' | 'log'>;

/** How long devices get an announcement, in milliseconds: as long as it is shown as a banner. */
const lifetime = 12 * hour;
/** Pushes sent at once. */
const batch = 16;
/** How long a batch belongs to one run; longer than it takes, so that only a killed run loses it. */
const lease = 60 * second;
/** Milliseconds per job; the next one continues. */
const timeBudget = 60 * second;
const mostTries = 10;
const longestBackoff = 900 * second;
/** How long a push service that does not answer is left alone. */
const pause = 30 * second;
/** Bytes of a message; a push service takes 4,096 of an encrypted one. */
const mostBytes = 3072;

/** Queues an announcement for the devices of its receivers, in the transaction that creates it. */
export async function queuePushes(trx: Db, announcementId: string, at: Date): Promise<void> {
  if ((await queries.insertPushes(trx, announcementId, at)) > 0) await addJob(trx, pushAnnouncementsJob, {});
}

/**
 * The job of notifications: sends what is due to the push services of browsers. A push is claimed before it is sent and
 * recorded after: a run killed in between leaves it to the next one, so every device gets it, possibly twice. The topic
 * lets the second replace the first at the service, and the tag does so on the device.
 *
 * Pushes have their own table, because one response of a push service delays all of its devices, a device that logs out
 * takes its pushes along, and organizers see the state of each; finished jobs leave nothing behind.
 */
export async function pushAnnouncements(services: Needs): Promise<void> {
  const { db, event, now } = services;
  if (!event.pushNotifications) return;
  await queries.failPushesBefore(db, new Date(now().getTime() - lifetime));
  const end = performance.now() + timeBudget;
  for (;;) {
    const at = now();
    const leaseEnds = new Date(at.getTime() + lease);
    const claimed = await queries.claimPushes(db, { now: at, leaseEnds, max: batch });
    const sent = await Promise.allSettled(claimed.map((push) => deliverPush(services, push)));
    for (const result of sent) if (result.status === 'rejected') throw result.reason;
    if (claimed.length < batch) return;
    if (performance.now() >= end) return addJob(db, pushAnnouncementsJob, {});
  }
}

async function deliverPush(services: Needs, push: queries.ClaimedPush): Promise<void> {
  const { db, now } = services;
  const age = now().getTime() - push.createdAt.getTime();
  const outcome = await sendPush(services, push, {
    text: formatPush(services, push),
    lifetime: Math.max(1, Math.round((lifetime - age) / second)),
    tag: push.announcementId,
  });
  if (outcome.kind === 'accepted') await queries.updatePush(db, push.id, { state: 'accepted' });
  else if (outcome.kind !== 'gone') await recordFailure(services, push, outcome);
}

async function recordFailure(
  { db, now, log }: Needs,
  { id, tries, host }: queries.ClaimedPush,
  outcome: Exclude<PushOutcome, { kind: 'accepted' | 'gone' }>,
): Promise<void> {
  const after = (milliseconds: number) => new Date(now().getTime() + milliseconds);
  const status = 'status' in outcome ? outcome.status : undefined;
  const retryAfter = outcome.kind === 'busy' && outcome.retryAfter ? outcome.retryAfter * second : pause;
  if (outcome.kind === 'refused' || tries >= mostTries) {
    log.warn({ push: id, host, status }, 'a notification was given up');
    await queries.updatePush(db, id, { state: 'failed' });
  } else {
    const backoff = Math.min(longestBackoff, pause * 2 ** (tries - 1));
    await queries.updatePush(db, id, { next_at: after(Math.max(backoff, retryAfter)) });
  }
  if (outcome.kind === 'busy') await queries.delayPushesOfHost(db, host, after(retryAfter));
}

/** Returns the message for the service worker, with the text cut to fit. */
function formatPush({ event }: Needs, push: queries.ClaimedPush): string {
  const title = fillPlaceholders(event, push.subject, push);
  const text = fillPlaceholders(event, push.text, push);
  const message = (body: string) =>
    JSON.stringify({ title, body, tag: push.announcementId, url: paths.dashboard });
  if (Buffer.byteLength(message(text)) <= mostBytes) return message(text);
  const characters = Array.from(text);
  let [fits, tooLong] = [0, characters.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (Buffer.byteLength(message(`${characters.slice(0, middle).join('')}…`)) <= mostBytes) fits = middle;
    else tooLong = middle;
  }
  return message(`${characters.slice(0, fits).join('')}…`);
}
