import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { findUnknownWord, lineSchema, noteSchema } from '../platform/text-rules.ts';

const { subject, text, selected } = limits.announcement;
const tableNumber = z.int().min(1).max(limits.judging.maxTeamNumber);

/** Participants who meet all given conditions; with none, every participant. */
const segment = z
  .strictObject({
    /**
     * Other receivers instead: helpers, or the guardians of such participants. They only get an email; no page shows it to
     * them.
     */
    people: z.enum(['volunteers', 'mentors', 'guardians']).optional(),
    status: z.enum(['pending', 'approved', 'rejected', 'notApplied']).optional(),
    /** Whether they have confirmed that they are coming. */
    answer: z.enum(['yes', 'no', 'none']).optional(),
    /** At events with limited places: people who wait for one, have not answered an offer, or let it lapse. */
    place: z.enum(['waiting', 'offered', 'lapsed']).optional(),
    checkedIn: z.boolean().optional(),
    track: z.string().min(1).max(limits.text.filter).optional(),
    inTeam: z.boolean().optional(),
    /** Whether they or their team have submitted a project. */
    submitted: z.boolean().optional(),
    tables: z.strictObject({ from: tableNumber, to: tableNumber }).optional(),
    /** An answer to a question of the event: exactly `is`, `true` for a consent, or a text that contains `has`. */
    question: z
      .strictObject({
        id: z.string().min(1).max(limits.text.filter),
        is: z.string().min(1).max(limits.text.filter).optional(),
        has: z.string().min(1).max(limits.text.filter).optional(),
      })
      .optional(),
    /** The ids of applications selected by hand. */
    applications: z.array(z.uuid()).min(1).max(selected).optional(),
    /** The ids of volunteers and mentors selected by hand, with `people`. */
    users: z.array(z.uuid()).min(1).max(selected).optional(),
  })
  .refine(({ users, people }) => !users || people === 'volunteers' || people === 'mentors', {
    path: ['users'],
    error: 'is only for volunteers and mentors',
  });
export type AudienceSegment = z.infer<typeof segment>;

/** The placeholders that are replaced for each receiver. */
export const placeholders = ['{name}', '{team}', '{track}', '{table}'] as const;

/** Returns the first unknown placeholder, such as `{nope}`; undefined when there is none. */
export function findUnknownPlaceholder(typed: string): string | undefined {
  return findUnknownWord(typed, placeholders);
}

/** Makes a schema refuse unknown placeholders: a mistyped one would be sent as it is. */
function requirePlaceholders(schema: z.ZodType<string>) {
  return schema.superRefine((typed, context) => {
    const unknown = findUnknownPlaceholder(typed);
    if (unknown) context.addIssue(`has ${unknown}, which is not a placeholder`);
  });
}

const draft = z.strictObject({
  subject: requirePlaceholders(lineSchema(subject)),
  text: requirePlaceholders(noteSchema(text).refine((typed) => typed !== '', 'is missing')),
  segment,
  /** Also send it as an email; every announcement is on the receivers' pages. */
  email: z.boolean(),
  /** Concerns the receivers' own place: unsubscribing does not apply. */
  aboutPlace: z.boolean(),
  /** When to send it; without it, or if it has passed, at once. */
  sendAt: z.iso.datetime({ offset: true }).optional(),
});
export type AnnouncementDraft = z.infer<typeof draft>;

const sample = z.object({ name: z.string(), subject: z.string(), text: z.string() });
const preview = z.object({
  receivers: z.int(),
  /** How many of them will get an email, have unsubscribed, or have no verified address. */
  emails: z.int(),
  unsubscribed: z.int(),
  noAddress: z.int(),
  /** Review is blind: only people whose application the reader has rated are counted. */
  onlyRated: z.literal(true).optional(),
  samples: z.array(sample),
});
export type AnnouncementPreview = z.infer<typeof preview>;

export const previewAnnouncement = endpoint('POST /announcements/preview', 'admin', {
  summary: 'Count the receivers of an announcement, and get its text as the first of them would read it',
  body: z.strictObject({
    subject: noteSchema(subject),
    text: noteSchema(text),
    segment,
    aboutPlace: z.boolean(),
  }),
  response: preview,
});

export const sendTestAnnouncement = endpoint('POST /announcements/test', 'admin', {
  summary: 'Send an announcement as an email to yourself alone',
  body: draft,
  limit: { max: 20, seconds: 60 },
});

const announcement = z.object({
  _id: z.uuid(),
  subject: z.string(),
  text: z.string(),
  segment,
  email: z.boolean(),
  aboutPlace: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When it will be sent, to the people in the segment at that time; null once sent. */
  sendAt: z.iso.datetime().nullable(),
  stoppedAt: z.iso.datetime().optional(),
  /** Null when that account is deleted. */
  by: z.string().nullable(),
  /** Instead of a segment: how many judges got it as an email. */
  judges: z.int().optional(),
  /** The number of receivers, and of emails that wait, were sent, failed, or were not written. */
  counts: z.object({
    receivers: z.int(),
    waiting: z.int(),
    sent: z.int(),
    failed: z.int(),
    unsubscribed: z.int(),
    noAddress: z.int(),
    /** For a stopped announcement: how many waiting emails are not sent. */
    stopped: z.int().optional(),
  }),
  /** If the event uses notifications: on how many devices a push service accepted it, it is waiting, or was given up. */
  devices: z.object({ accepted: z.int(), waiting: z.int(), failed: z.int() }).optional(),
});
export type Announcement = z.infer<typeof announcement>;

export const createAnnouncement = endpoint('POST /announcements', 'admin', {
  summary:
    'Send an announcement to every participant of a segment, now, at `sendAt`, or in a minute if it is `undoable`; a repeat with the same key sends nothing',
  idempotent: true,
  /** `undoable`: without `sendAt`, it waits for a minute, in which `cancelAnnouncement` undoes it. */
  body: draft.extend({ undoable: z.boolean().default(false) }),
  response: announcement,
  status: 201,
});

export const listAnnouncements = endpoint('GET /announcements', 'admin', {
  summary: 'List the announcements, waiting ones first, then newest first, with the progress of their emails',
  response: z.array(announcement),
});

export const cancelAnnouncement = endpoint('DELETE /announcements/:id', 'admin', {
  summary: 'Cancel an announcement before it is sent',
});

export const stopAnnouncement = endpoint('POST /announcements/:id/stop', 'admin', {
  summary:
    'Stop a sent announcement: it leaves the pages of its receivers, and emails and notifications that wait are not sent',
});

const receiver = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  /**
   * What became of the email: `none` for an announcement without emails, `sent` also for an email that was deleted by age
   * since, `stopped` for one that was still waiting when the announcement was stopped.
   */
  state: z.enum(['none', 'waiting', 'sent', 'failed', 'unsubscribed', 'noAddress', 'stopped']),
  at: z.iso.datetime().nullable(),
  /** Why the email was given up. */
  failure: z.string().nullable(),
  /** If the event uses notifications: on how many devices a push service accepted it. */
  devices: z.int().optional(),
});
export type AnnouncementReceiver = z.infer<typeof receiver>;

export const listAnnouncementReceivers = endpoint('GET /announcements/:id/receivers', 'admin', {
  summary: "List an announcement's receivers, and the state of each email",
  response: z.array(receiver),
});

const myAnnouncement = z.object({
  _id: z.uuid(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type MyAnnouncement = z.infer<typeof myAnnouncement>;

export const listMyAnnouncements = endpoint('GET /announcements/mine', 'user', {
  summary: 'List the announcements that you received, newest first',
  viewable: true,
  response: z.array(myAnnouncement),
  limit: { max: 120, seconds: 60 },
});

const token = z.object({ token: z.string().max(100) });

export const getUnsubscribePage = endpoint('GET /unsubscribe/:token', 'open', {
  summary: 'Read the page behind the link in an announcement, which asks before it unsubscribes',
  params: token,
  response: 'page',
});

export const unsubscribe = endpoint('POST /unsubscribe/:token', 'open', {
  summary: 'Unsubscribe from announcements, as mail programs do with one click (RFC 8058), or undo that',
  params: token,
  query: z.object({ undo: z.literal('1').optional() }),
  webForm: 1024,
  anyOrigin: true,
  response: 'page',
});
