import { isDeepStrictEqual } from 'node:util';
import type {
  Announcement,
  AnnouncementDraft,
  AnnouncementPreview,
  AnnouncementReceiver,
  AudienceSegment,
  MyAnnouncement,
} from '../../../contract/event-day/announcements.ts';
import { entranceId } from '../../apply/applications/applications.views.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { isReviewBlind, requireOpenReview } from '../../platform/db/blind-review.ts';
import { transact } from '../../platform/db/transact.ts';
import { fail } from '../../platform/http/problem.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedInUser } from '../../platform/sessions/sessions.service.ts';
import { countPushes, type DeviceCounts } from './announcement-pushes.queries.ts';
import {
  announcementExists,
  getAnnouncementByKey,
  insertAnnouncement,
  type StoredAnnouncement,
  selectAnnouncements,
  selectAnnouncementsOf,
  selectReceivers,
} from './announcements.queries.ts';
import { queueAnnouncementEmail } from './email-announcements.service.ts';
import { fillPlaceholders } from './placeholders.ts';
import { queuePushes } from './push-announcements.service.ts';
import { countSegment, findReceiverFacts, insertReceivers, selectSegment } from './segment.queries.ts';

const maxSamples = 5;

/**
 * Counts the receivers of a draft, and returns its text as up to five of them would read it; while review is blind, as it is
 * written: a segment of one would tell whose application that is.
 */
export async function previewAnnouncement(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { subject, text, segment, aboutPlace }: Omit<AnnouncementDraft, 'email'>,
): Promise<AnnouncementPreview> {
  const place = { entrance: entranceId(event) };
  const { receivers, reachable, unsubscribed: left } = await countSegment(db, segment, place);
  const isBlind = await isReviewBlind(db);
  const people = isBlind ? [] : await selectSegment(db, segment, place, maxSamples);
  const unsubscribed = aboutPlace ? 0 : left;
  return {
    receivers,
    emails: reachable - unsubscribed,
    unsubscribed,
    noAddress: receivers - reachable,
    samples: [
      ...(isBlind && receivers > 0 ? [{ name: 'each person', subject, text }] : []),
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
  { id, email }: SignedInUser,
  draft: AnnouncementDraft,
): Promise<void> {
  if (!email) fail('email_needed');
  await transact(services.db, async (trx) => {
    const writer = (await findReceiverFacts(trx, id)) ?? fail('not_found');
    const marked = { ...draft, subject: `Test: ${draft.subject}` };
    await queueAnnouncementEmail(trx, services, marked, { ...writer, userId: id, email });
  });
}

/**
 * Sends an announcement to everybody who is in its segment now: it is on their pages when this commits. One job writes
 * the emails, another sends the notifications if the event has them. The same key again sends nothing and returns the first one. Throws `no_receivers`, and
 * `idempotency_mismatch` for anything else under a known key.
 */
export async function createAnnouncement(
  { db, event, now }: Pick<Services, 'db' | 'event' | 'now'>,
  { id: by }: SignedInUser,
  draft: AnnouncementDraft,
  key: string,
): Promise<Announcement> {
  return transact(db, async (trx) => {
    const id = await insertAnnouncement(trx, { ...draft, key, by, at: now() });
    if (!id) {
      const first = await getAnnouncementByKey(trx, key);
      if (first.created_by !== by || !isSameDraft(first, draft)) fail('idempotency_mismatch');
      return toAnnouncement(first, await findDevices({ db: trx, event }));
    }
    const { segment, email, aboutPlace } = draft;
    const state = email ? 'waiting' : 'none';
    const receivers = await insertReceivers(trx, { id, segment, state }, { entrance: entranceId(event) });
    if (receivers === 0) fail('no_receivers');
    const detail = { receivers, email, aboutPlace };
    await recordAudit(trx, { actorId: by, action: 'announcement.sent', subject: id, detail });
    if (email) await addJob(trx, 'send-announcements', {});
    if (event.pushNotifications) await queuePushes(trx, id, now());
    await notifySubscribers(trx, 'announcements');
    return toAnnouncement(await getAnnouncementByKey(trx, key), await findDevices({ db: trx, event }));
  });
}

function isSameDraft(stored: StoredAnnouncement, draft: AnnouncementDraft): boolean {
  const { subject, text, segment, email, about_place: aboutPlace } = stored;
  return isDeepStrictEqual({ subject, text, segment, email, aboutPlace }, draft);
}

/** Lists every announcement, newest first, with how far its emails and notifications are. */
export async function listAnnouncements(services: Pick<Services, 'db' | 'event'>): Promise<Announcement[]> {
  const devices = await findDevices(services);
  return (await selectAnnouncements(services.db)).map((stored) => toAnnouncement(stored, devices));
}

type Devices = Map<string, DeviceCounts> | undefined;

/** Returns on how many devices each announcement is; undefined when the event sends no notifications. */
async function findDevices({ db, event }: Pick<Services, 'db' | 'event'>): Promise<Devices> {
  return event.pushNotifications ? countPushes(db) : undefined;
}

function toAnnouncement(stored: StoredAnnouncement, devices: Devices): Announcement {
  const { id, receivers, waiting, sent, failed, unsubscribed, noAddress } = stored;
  return {
    _id: id,
    subject: stored.subject,
    text: stored.text,
    segment: stored.segment as AudienceSegment,
    email: stored.email,
    by: stored.by,
    aboutPlace: stored.about_place,
    createdAt: stored.created_at.toISOString(),
    counts: { receivers, waiting, sent, failed, unsubscribed, noAddress },
    devices: devices && (devices.get(id) ?? { accepted: 0, waiting: 0, failed: 0 }),
  };
}

/** Lists who received an announcement, by name, and what became of each email. Throws `not_found` and `export_blind`. */
export async function listAnnouncementReceivers(
  { db, event }: Pick<Services, 'db' | 'event'>,
  id: string,
): Promise<AnnouncementReceiver[]> {
  if (!(await announcementExists(db, id))) fail('not_found');
  await requireOpenReview(db);
  return (await selectReceivers(db, id)).map(
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
  userId: string,
): Promise<MyAnnouncement[]> {
  const received = await selectAnnouncementsOf(db, userId);
  const facts = received.length > 0 ? await findReceiverFacts(db, userId) : undefined;
  if (!facts) return [];
  return received.map(({ _id, subject, text, createdAt }) => ({
    _id,
    subject: fillPlaceholders(event, subject, facts),
    text: fillPlaceholders(event, text, facts),
    createdAt: createdAt.toISOString(),
  }));
}
