import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint, type ResponseOf } from '../platform/endpoint.ts';

const moment = z.iso.datetime().nullable();

/** What is counted in one statement. */
export const homeCounts = z.object({
  /** Offers that end within a day. */
  endingOffers: z.int(),
  failedMails: z.int(),
  /** People checked in at the entrance, and how many are approved. */
  arrived: z.int(),
  expected: z.int(),
  waitingWalkIns: z.int(),
  doubleCheckIns: z.int(),
  /** Tables in use, and those without a score. */
  tables: z.int(),
  unscored: z.int(),
  judgingPaused: z.boolean(),
  submitted: z.int(),
  drafts: z.int(),
  reported: z.int(),
  organizers: z.int(),
  stations: z.int(),
});

export const getHome = endpoint('GET /home', 'staff', {
  summary: 'Count what needs an organizer now, and get the progress of the setup',
  response: homeCounts.extend({
    applications: z.int(),
    /** Pending applications, and since when the oldest has been waiting. */
    pending: z.int(),
    oldestAt: moment,
    /** Decisions that are not released yet. */
    held: z.int(),
    /** Unread notes that mention the reader, and their authors. */
    mentions: z.array(z.object({ application: z.uuid(), by: z.string().nullable() })),
    /** When the first of the ending offers does. */
    firstEndsAt: moment,
    /** Accounts from the provider without a confirmed address, which get no email. */
    unconfirmed: z.int(),
    /** Since when the oldest background job has been due, if more than two minutes. */
    jobsDueSince: moment,
    /** Problems reported at a station that wait for an organizer, oldest first; only the first few. */
    problems: z.array(
      z.object({
        _id: z.string(),
        checkpoint: z.string(),
        message: z.string(),
        note: z.string().nullable(),
        /** The person's name; null when none was shown. */
        name: z.string().nullable(),
      }),
    ),
    /** Teams and lone hackers with a submitted project, and no table. */
    withoutTable: z.int(),
    resultsPublished: z.boolean(),
    /** The submission deadline; null without projects. */
    projectsDueAt: moment,
    sendsMail: z.boolean(),
  }),
  limit: { max: 300, seconds: 60 },
});
export type Home = ResponseOf<typeof getHome>;

/** What the palette finds by name. */
export const foundKinds = ['applicant', 'staff', 'helper', 'judge', 'team', 'project'] as const;
export type FoundKind = (typeof foundKinds)[number];

export const findByName = endpoint('GET /find', 'staff', {
  summary: 'Find people, teams and projects that your role can see by words of their names, a few of each',
  query: z.object({ q: z.string().max(limits.text.searchTerm) }),
  response: z.array(
    z.object({
      kind: z.enum(foundKinds),
      /** Identifies it in its page's address: an id (for a team, its leader's application), a username or a title. */
      key: z.string(),
      name: z.string(),
      detail: z.string(),
    }),
  ),
  limit: { max: 300, seconds: 60 },
});
export type Found = ResponseOf<typeof findByName>[number];
