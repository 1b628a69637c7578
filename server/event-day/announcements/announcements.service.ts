import { isDeepStrictEqual } from 'node:util';
import type * as contract from '../../../contract/event-day/announcements.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { findMomentProblem } from '../../../contract/platform/zoned-time.ts';
import { entranceId } from '../../apply/applications/applications.views.ts';
import { isReviewBlind, requireOpenReview } from '../../people-data/blind-review.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { queueWebhook } from '../../platform/webhook/webhook.service.ts';
import { sendAnnouncementsJob, sendDueAnnouncementsJob } from '../event-day.jobs.ts';
import { countPushes, type DeviceCounts } from './announcement-pushes.queries.ts';
import * as queries from './announcements.queries.ts';
import { queueAnnouncementEmail } from './email-announcements.service.ts';
import { fillPlaceholders } from './placeholders.ts';
import { queuePushes } from './push-announcements.service.ts';
import {
  asksForHidden,
  countSegment,
  findReceiverFacts,
  insertReceivers,
  selectSegment,
} from './segment.queries.ts';

const maxSamples = 5;

/** Returns how the event counts the people of a segment; with `reader`, those whom blind review hides are left out. */
const toViewpoint = (event: Services['event'], reader?: string) => ({
  entrance: entranceId(event),
  capacity: event.capacity,
  reader,
});

/**
 * Throws `announcement_blind` while review is blind if the receivers, their number or their absence would reveal what it
 * hides.
 */
async function requireShownConditions(db: Db, segment: contract.AudienceSegment): Promise<void> {
  if (asksForHidden(segment) && (await isReviewBlind(db))) fail('announcement_blind');
}

/**
 * Counts a draft's receivers, and returns its text as up to five of them would read it. While review is blind, placeholders
 * stay, because a segment of one would reveal whose application it is; and of hand-picked applications it counts only those
 * that the reader has rated. Throws `announcement_blind`.
 */
export async function previewAnnouncement(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor, body: { subject, text, segment, aboutPlace } }: Call<typeof contract.previewAnnouncement>,
): Promise<contract.AnnouncementPreview> {
  await requireShownConditions(db, segment);
  const tells = segment.applications !== undefined;
  const viewpoint = toViewpoint(event, tells ? actor.id : undefined);
  const { receivers, reachable, unsubscribed: left } = await countSegment(db, segment, viewpoint);
  const isBlind = await isReviewBlind(db);
  const people = isBlind ? [] : await selectSegment(db, segment, viewpoint, maxSamples);
  const unsubscribed = aboutPlace ? 0 : left;
  return {
    receivers,
    emails: reachable - unsubscribed,
    unsubscribed,
    noAddress: receivers - reachable,
    ...(isBlind && tells && { onlyRated: true }),
    samples: [
      ...(isBlind && (receivers > 0 || tells) ? [{ name: 'each person', subject, text }] : []),
      ...people.map((person) => ({
        name: person.name,
        subject: fillPlaceholders(event, subject, person),
        text: fillPlaceholders(event, text, person),
      })),
    ],
  };
}

/** Sends a draft as an email to its writer alone, marked as a test. */
export async function sendTestAnnouncement(
  services: Pick<Services, 'db' | 'event' | 'config'>,
  { actor: { id, email }, body: draft }: Call<typeof contract.sendTestAnnouncement>,
): Promise<void> {
  if (!email) fail('email_needed');
  await transact(services.db, async (trx) => {
    const writer = (await findReceiverFacts(trx, id)) ?? fail('not_found');
    const marked = { ...draft, subject: `Test: ${draft.subject}` };
    await queueAnnouncementEmail(trx, services, marked, { ...writer, userId: id, email });
  });
}

/** In seconds: an announcement due within this time has a job of its own; others are found each minute. */
const soon = 24 * 3600;

/**
 * Sends an announcement to everybody who is in its segment now, or stores it until `sendAt`. The same key again sends nothing
 * and returns the first one. Throws `no_receivers`, `announcement_blind`, `invalid_input` for a time that has passed, and
 * `idempotency_mismatch` for anything else under a known key.
 */
export async function createAnnouncement(
  services: Pick<Services, 'db' | 'event' | 'now' | 'config'>,
  { actor: { id: by }, body: { undoable, ...draft }, key }: Call<typeof contract.createAnnouncement>,
): Promise<contract.Announcement> {
  const { db, event, now } = services;
  return transact(db, async (trx) => {
    const undoUntil = undoable ? new Date(now().getTime() + limits.announcement.undoFor) : undefined;
    const sendAt = draft.sendAt ?? undoUntil?.toISOString();
    const wait = sendAt ? Date.parse(sendAt) - now().getTime() : 0;
    const id = await queries.insertAnnouncement(trx, {
      ...draft,
      sendAt,
      key,
      by,
      at: now(),
      waits: wait > 0,
    });
    if (!id) {
      const first = await queries.getAnnouncementByKey(trx, key);
      // When an announcement that can be undone is sent depends on the time of the call.
      const isSameTime =
        sendAt === draft.sendAt ? isSameMoment(first.send_at, sendAt) : first.send_at !== null;
      if (first.created_by !== by || !isSameTime || !isSameDraft(first, draft)) fail('idempotency_mismatch');
      return toAnnouncement(first, await findDevices({ db: trx, event }));
    }
    const problem = draft.sendAt && findMomentProblem(draft.sendAt, now());
    if (problem) fail('invalid_input', { fields: { sendAt: problem } });
    await requireShownConditions(trx, draft.segment);
    if (draft.segment.people && !draft.email)
      fail('invalid_input', { fields: { email: 'is the only way to reach them' } });
    if (wait > 0) {
      if (!draft.sendAt && (await countSegment(trx, draft.segment, toViewpoint(event))).receivers === 0)
        fail('no_receivers');
      await recordAudit(trx, by, 'announcement.scheduled', id);
      const delaySeconds = Math.ceil(wait / 1000);
      if (delaySeconds < soon) await addJob(trx, sendDueAnnouncementsJob, {}, { delaySeconds });
    } else if ((await sendAnnouncement(trx, services, { ...draft, id, by })) === 0) fail('no_receivers');
    return toAnnouncement(
      await queries.getAnnouncementByKey(trx, key),
      await findDevices({ db: trx, event }),
    );
  });
}

/**
 * Delivers an announcement to everybody in its segment now, and returns how many: it is on their pages once this commits.
 * One job writes the emails, another sends the notifications if the event has them.
 */
async function sendAnnouncement(
  trx: Db,
  services: Pick<Services, 'event' | 'now' | 'config'>,
  sent: Pick<contract.AnnouncementDraft, 'subject' | 'segment' | 'email' | 'aboutPlace'> & {
    id: string;
    by: string | null;
  },
): Promise<number> {
  const { event, now } = services;
  const { id, by, subject, segment, email, aboutPlace } = sent;
  const state = email ? 'waiting' : 'none';
  const receivers = await insertReceivers(trx, { id, segment, state }, toViewpoint(event));
  await recordAudit(trx, by, 'announcement.sent', id, { receivers, email, aboutPlace });
  await queueWebhook(trx, services, {
    type: 'announcement.sent',
    text: `Announcement to ${formatCount(receivers, 'person', 'people')}: ${subject}`,
    data: { announcement: id, subject, receivers },
  });
  if (email) await addJob(trx, sendAnnouncementsJob, {});
  if (event.pushNotifications && segment.people !== 'guardians') await queuePushes(trx, id, now());
  await notifySubscribers(trx, 'announcements');
  return receivers;
}

/**
 * The job that sends the announcements whose time has come. They stop waiting in the transaction that inserts their receivers,
 * so a kill at any moment loses none and sends none twice; the next run, at the latest a minute later, continues.
 */
export async function sendDueAnnouncements(services: Pick<Services, 'db' | 'event' | 'now' | 'config'>) {
  await transact(services.db, async (trx) => {
    for (const due of await queries.updateDueAnnouncements(trx, services.now()))
      await sendAnnouncement(trx, services, due);
  });
}

/** Cancels a waiting announcement. Throws `not_found`, and `announcement_sent` if it was already sent. */
export async function cancelAnnouncement(
  { db }: Services,
  { actor: { id: actorId }, params: { id } }: Call<typeof contract.cancelAnnouncement>,
): Promise<void> {
  await transact(db, async (trx) => {
    if (!(await queries.deleteWaitingAnnouncement(trx, id)))
      fail((await queries.announcementExists(trx, id)) ? 'announcement_sent' : 'not_found');
    await recordAudit(trx, actorId, 'announcement.canceled', id);
  });
}

/**
 * Stops a sent announcement: it disappears from its receivers' pages, and what is waiting is not sent. An email already on
 * its way still arrives. Throws `not_found`, also for a waiting one, which can be canceled.
 */
export async function stopAnnouncement(
  { db, now }: Services,
  { actor: { id: actorId }, params: { id } }: Call<typeof contract.stopAnnouncement>,
): Promise<void> {
  await transact(db, async (trx) => {
    // Against the job that writes the emails.
    await lockKey(trx, 'send-announcements');
    if (!(await queries.updateToStopped(trx, id, now()))) fail('not_found');
    await queries.deleteUnsent(trx, id);
    await recordAudit(trx, actorId, 'announcement.stopped', id);
    await notifySubscribers(trx, 'announcements');
  });
}

const isSameMoment = (stored: Date | null, sendAt: string | undefined) =>
  stored?.getTime() === (sendAt && Date.parse(sendAt));

function isSameDraft(
  stored: queries.StoredAnnouncement,
  { sendAt: _, ...draft }: contract.AnnouncementDraft,
): boolean {
  const { subject, text, segment, email, about_place: aboutPlace } = stored;
  return isDeepStrictEqual({ subject, text, segment, email, aboutPlace }, draft);
}

/** Lists all announcements, newest first, with the progress of their emails and notifications. */
export async function listAnnouncements(services: Pick<Services, 'db' | 'event'>) {
  const devices = await findDevices(services);
  return (await queries.selectAnnouncements(services.db)).map((stored) => toAnnouncement(stored, devices));
}

type Devices = Map<string, DeviceCounts> | undefined;

/** Returns on how many devices each announcement is; undefined when the event sends no notifications. */
async function findDevices({ db, event }: Pick<Services, 'db' | 'event'>): Promise<Devices> {
  return event.pushNotifications ? countPushes(db) : undefined;
}

/** Lists an email to judges, who are no users, beside the announcements. */
export async function storeEmailToJudges(
  trx: Db,
  email: { key: string; subject: string; text: string; by: string; at: Date; judges: number },
): Promise<void> {
  await queries.insertAnnouncement(trx, {
    ...email,
    segment: {},
    email: true,
    aboutPlace: true,
    waits: false,
  });
  await notifySubscribers(trx, 'announcements');
}

function toAnnouncement(stored: queries.StoredAnnouncement, devices: Devices): contract.Announcement {
  const { id, receivers, waiting, sent, failed, unsubscribed, noAddress, stopped, stopped_at } = stored;
  return {
    _id: id,
    subject: stored.subject,
    text: stored.text,
    segment: stored.segment as contract.AudienceSegment,
    email: stored.email,
    by: stored.by,
    ...(stored.judges !== null && { judges: stored.judges }),
    aboutPlace: stored.about_place,
    createdAt: stored.created_at.toISOString(),
    sendAt: (stored.waits && stored.send_at?.toISOString()) || null,
    stoppedAt: stopped_at?.toISOString(),
    counts: { receivers, waiting, sent, failed, unsubscribed, noAddress, ...(stopped > 0 && { stopped }) },
    devices: devices && (devices.get(id) ?? { accepted: 0, waiting: 0, failed: 0 }),
  };
}

/** Lists an announcement's receivers by name, with the state of each email. Throws `not_found` and `export_blind`. */
export async function listAnnouncementReceivers(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { params: { id } }: Call<typeof contract.listAnnouncementReceivers>,
): Promise<contract.AnnouncementReceiver[]> {
  if (!(await queries.announcementExists(db, id))) fail('not_found');
  await requireOpenReview(db);
  return (await queries.selectReceivers(db, id)).map(
    ({ _id, name, email, mailId, sentAt, failedAt, failure, ...row }) => {
      const devices = event.pushNotifications ? row.devices : undefined;
      const ofMail = failedAt ? 'failed' : sentAt || !mailId ? 'sent' : 'waiting';
      const at = sentAt ?? failedAt;
      const state = row.state === 'queued' ? ofMail : row.state;
      return { _id, name, email, state, at: at?.toISOString() ?? null, failure: failure ?? null, devices };
    },
  );
}

/** Lists what a person received, newest first, with their own name, team, track and table in it. */
export async function listMyAnnouncements(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor: { id: userId } }: Call<typeof contract.listMyAnnouncements>,
): Promise<contract.MyAnnouncement[]> {
  const received = await queries.selectAnnouncementsOf(db, userId);
  const facts = received.length > 0 ? await findReceiverFacts(db, userId) : undefined;
  if (!facts) return [];
  return received.map(({ _id, subject, text, createdAt }) => ({
    _id,
    subject: fillPlaceholders(event, subject, facts),
    text: fillPlaceholders(event, text, facts),
    createdAt: createdAt.toISOString(),
  }));
}
