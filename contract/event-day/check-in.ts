import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';
import { walkInFields } from './walk-ins.ts';

/** A scanned pass: the user id, and the signature if it has one. */
const scanned = {
  userId: z.string().max(200),
  pass: z.string().max(limits.checkIn.payloadMaxBytes).optional(),
};

/** The id of a checkpoint; defaults to the event's first. */
export const checkpoint = z.string().max(60).optional();

export const checkIn = z.object({
  _id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  major: z.string(),
  checkpoint: z.string(),
  checkedInAt: z.iso.datetime(),
  attendanceConfirmed: z.boolean(),
  passVerified: z.boolean(),
});
export type CheckIn = z.infer<typeof checkIn>;

/** An approved person, as the name search returns them. */
const participant = z.object({
  _id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  major: z.string(),
  attendanceConfirmed: z.boolean(),
  /** When the person was checked in at this checkpoint; null if they were not. */
  checkedInAt: z.iso.datetime().nullable(),
  /** The name under which the application was approved, and when it changed; absent if it did not. */
  formerName: z.object({ name: z.string(), until: z.iso.datetime() }).optional(),
  /** Why no place is held for an approved person at an event with limited places. They are checked in anyway. */
  lostPlace: z.enum(['lapsed', 'declined']).optional(),
  /** Answers to the event's own questions, where volunteers may see them. */
  answers: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  /** A guardian has not answered or has refused. It does not prevent the check-in. */
  guardianMissing: z.enum(['unanswered', 'declined']).optional(),
  /** Shown at some checkpoints only, as the size is. */
  dietaryRestrictions: z.string().optional(),
  tShirtSize: z.string().optional(),
});
export type Participant = z.infer<typeof participant>;

export const searchParticipants = endpoint('GET /applications/search', 'check-in', {
  summary: 'Find approved people by name, email or the code on their pass',
  query: z.object({
    term: z.string().max(limits.text.searchTerm * 4),
    /** Always `approved`; part of the address in the specification. */
    status: z.string().max(40).optional(),
    checkpoint,
  }),
  response: z.array(participant),
});

export const listCheckedIn = endpoint('GET /applications/checked-in', 'check-in', {
  summary: 'List everybody checked in at a checkpoint, newest first',
  query: z.object({ checkpoint }),
  response: z.array(checkIn),
});

/** A check-in that has already happened, at this time. */
const made = { ...scanned, checkpoint, at: z.iso.datetime({ offset: true }) };
const checkedIn = success.extend({ data: checkIn, message: z.string() });

export const checkInParticipant = endpoint('POST /applications/check-in', 'check-in', {
  summary: 'Check a person in, once per checkpoint; a repeat with the same key gets the same answer',
  idempotent: true,
  body: z.strictObject({ ...scanned, checkpoint }),
  refusedAs: 'unreadable_pass',
  response: checkedIn,
  limit: { max: 300, seconds: 60 },
});

export const recordCheckIn = endpoint('PUT /check-ins/keys/:key', 'check-in', {
  summary:
    'Record a check-in that a station made without a connection, under its key; a repeat changes nothing',
  body: z.strictObject(made),
  refusedAs: 'unreadable_pass',
  response: checkedIn,
  limit: { max: 300, seconds: 60 },
});

export const undoOwnCheckIn = endpoint('DELETE /check-ins/keys/:key', 'check-in', {
  summary: 'Undo your own check-in of the last minute, recorded before or not; a repeat changes nothing',
  body: z.strictObject({
    ...made,
    /** How long after the check-in it was undone, in seconds. */
    after: z.int().min(0).max(limits.checkIn.undoSeconds),
  }),
  refusedAs: 'unreadable_pass',
  limit: { max: 300, seconds: 60 },
});

export const checkInWalkIn = endpoint('PUT /walk-ins/:id/check-in', 'check-in-lead', {
  summary: 'Admit a walk-in, who then has a pass; the id is also the key of the check-in; audited',
  body: z.strictObject({
    checkpoint,
    /** When a station without a connection let the person in. */
    at: z.iso.datetime({ offset: true }).optional(),
    /** If the walk-in is not on the list: the data entered at the station. */
    person: walkInFields.optional(),
  }),
  response: checkedIn,
  limit: { max: 300, seconds: 60 },
});

export const getPassHolder = endpoint('POST /check-ins/read', 'check-in', {
  summary: "Look up the person of a scanned pass, with the server's name, never the one in the code",
  body: z.strictObject({ ...scanned, checkpoint }),
  refusedAs: 'unreadable_pass',
  response: participant.extend({
    passVerified: z.boolean(),
    checkedInBy: z.string().optional(),
  }),
  limit: { max: 600, seconds: 60 },
});
export type PassHolder = z.infer<typeof getPassHolder.response>;

const shownField = z.enum(['dietaryRestrictions', 'tShirtSize']);

/** An approved person as an offline station knows them: only what a check-in needs. */
const rosterPerson = participant
  .pick({
    userId: true,
    name: true,
    attendanceConfirmed: true,
    formerName: true,
    lostPlace: true,
    answers: true,
    guardianMissing: true,
    dietaryRestrictions: true,
    tShirtSize: true,
  })
  .extend({
    /** A digest of the pass's signature: enough to recognize a pass, not enough to make one. See `passDigest`. */
    passDigest: z.string(),
    /** Organizers have removed this person from the event; they must not be let in. */
    removed: z.literal(true).optional(),
    /** The checkpoints where this person is checked in, each with its time. */
    checkedIn: z.record(z.string(), z.iso.datetime()),
  });
export type RosterPerson = z.infer<typeof rosterPerson>;

export const getRoster = endpoint('GET /check-ins/roster', 'check-in', {
  summary: 'Get everybody with a pass, for a station that may go offline',
  query: z.object({ checkpoint }),
  response: z.object({
    /** What the signed-in person may do besides checking people in. */
    can: z.object({ undo: z.boolean(), review: z.boolean() }),
    /** The checkpoint whose diets or sizes `people` has. */
    checkpoint: z.string(),
    /** What each checkpoint shows; without a network, also at one whose diets or sizes `people` lacks. */
    shows: z.record(z.string(), z.array(shownField)).optional(),
    /** Whether there are passes that this site did not sign: it was restored without its secret. */
    earlierPasses: z.literal(true).optional(),
    people: z.array(rosterPerson),
    /** The names of people on the waitlist, who have no pass. */
    waiting: z.array(z.string()).optional(),
  }),
  limit: { max: 30, seconds: 60 },
});
export type Roster = z.infer<typeof getRoster.response>;

export const countCheckIns = endpoint('GET /check-ins/counts', 'check-in', {
  summary: 'Count the people checked in at each checkpoint',
  response: z.array(z.object({ checkpoint: z.string(), count: z.int() })),
});

export const undoCheckIn = endpoint('DELETE /check-ins/:id', 'check-in-lead', {
  summary: 'Undo a check-in, with a reason; audited',
  body: z.strictObject({ reason: z.string().trim().min(1).max(limits.text.reason) }),
});

export const renewPass = endpoint('POST /users/:id/pass', 'user', {
  summary: 'Replace your pass; the old one stops working',
  response: success.extend({ qrCode: z.string() }),
});
