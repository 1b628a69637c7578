import { z } from 'zod';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

/** What a station has read: the id, and the signature where the pass has one. */
const scanned = {
  userId: z.string().max(200),
  pass: z.string().max(limits.checkIn.payloadMaxBytes).optional(),
};

/** A checkpoint's id; the event's first one where it is left out. */
export const checkpoint = z.string().max(60).optional();

/** A check-in as stations and lists show it. */
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

/** What only some checkpoints show of a person: the meals what they eat, the swag table their size. */
const needs = {
  dietaryRestrictions: z.string().optional(),
  tShirtSize: z.string().optional(),
};

/** An approved person, as the manual search finds them. */
export const participant = z.object({
  _id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  major: z.string(),
  attendanceConfirmed: z.boolean(),
  /** When this person came through the checkpoint asked about; null when not yet. */
  checkedInAt: z.iso.datetime().nullable(),
  ...needs,
});
export type Participant = z.infer<typeof participant>;

export const searchParticipants = endpoint({
  method: 'GET',
  path: '/applications/search',
  summary: 'Finds approved people by name or email',
  access: 'door',
  query: z.object({
    term: z.string().max(limits.text.searchTerm * 4),
    status: z.string().max(40).optional(),
    checkpoint,
  }),
  answer: z.array(participant),
});

export const listCheckedIn = endpoint({
  method: 'GET',
  path: '/applications/checked-in',
  summary: 'Everybody who is in at a checkpoint, newest first',
  access: 'door',
  query: z.object({ checkpoint }),
  answer: z.array(checkIn),
});

export const checkInParticipant = endpoint({
  method: 'POST',
  path: '/applications/check-in',
  summary: 'Checks a person in, once per checkpoint; a repeat with the same key answers the same',
  access: 'door',
  idempotent: true,
  body: z.strictObject({ ...scanned, checkpoint }),
  refusedAs: 'invalid_pass',
  answer: success.extend({ data: checkIn, message: z.string() }),
  limit: { max: 300, seconds: 60 },
});

export const getPassHolder = endpoint({
  method: 'POST',
  path: '/check-ins/read',
  summary: "Looks up the person behind a scanned pass: the server's name, never the code's",
  access: 'door',
  body: z.strictObject({ ...scanned, checkpoint }),
  refusedAs: 'invalid_pass',
  answer: participant.extend({ passVerified: z.boolean() }),
  limit: { max: 600, seconds: 60 },
});
export type PassHolder = z.infer<typeof getPassHolder.answer>;

/**
 * What became of a check-in that a station kept while it was offline: `admitted`, also when it was sent before;
 * `conflict` when somebody else had let the person in, kept for an organiser to settle; `already` when this volunteer's
 * conflict about the person is kept already; `refused` with the reason as message.
 */
export const syncOutcome = z.enum(['admitted', 'already', 'conflict', 'refused']);
export type SyncOutcome = z.infer<typeof syncOutcome>;

export const syncCheckIns = endpoint({
  method: 'POST',
  path: '/check-ins/sync',
  summary: 'Hands in check-ins that a station made offline, each on its own; repeats are harmless',
  access: 'door',
  idempotent: true,
  body: z.strictObject({
    checkIns: z
      .array(z.strictObject({ key: z.guid(), ...scanned, checkpoint, at: z.iso.datetime({ offset: true }) }))
      .max(limits.checkIn.maxBatch),
  }),
  answer: z.object({
    results: z.array(
      z.object({
        key: z.guid(),
        outcome: syncOutcome,
        data: checkIn.optional(),
        message: z.string().optional(),
      }),
    ),
  }),
  limit: { max: 300, seconds: 60 },
});

/** An approved person, as a station without a network knows them. */
export const rosterPerson = participant.omit({ checkedInAt: true }).extend({
  /** A digest of the pass's signature: enough to know it again, not to make one. See `passDigest`. */
  passDigest: z.string(),
  /** The checkpoints that this person has come through, each with its moment. */
  checkedIn: z.record(z.string(), z.iso.datetime()),
});
export type RosterPerson = z.infer<typeof rosterPerson>;

export const getRoster = endpoint({
  method: 'GET',
  path: '/check-ins/roster',
  summary: 'Everybody who may come in, for a station that may lose its network',
  access: 'door',
  answer: z.object({
    /** What else than checking in this station's person may do. */
    can: z.object({ undo: z.boolean(), review: z.boolean() }),
    /** What each checkpoint shows of a person besides the name. */
    shows: z.record(z.string(), z.array(z.enum(['dietaryRestrictions', 'tShirtSize']))),
    people: z.array(rosterPerson),
  }),
  limit: { max: 30, seconds: 60 },
});
export type Roster = z.infer<typeof getRoster.answer>;

export const countCheckIns = endpoint({
  method: 'GET',
  path: '/check-ins/counts',
  summary: 'How many are in at each checkpoint',
  access: 'door',
  answer: z.array(z.object({ checkpoint: z.string(), count: z.int() })),
});

export const undoCheckIn = endpoint({
  method: 'DELETE',
  path: '/check-ins/:id',
  summary: 'Takes a check-in back, with a reason, audited',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(limits.text.reason) }),
  answer: success,
});

export const renewPass = endpoint({
  method: 'POST',
  path: '/users/:id/pass',
  summary: 'A new pass; the old one is void',
  access: 'user',
  params: z.object({ id: z.uuid() }),
  answer: success.extend({ qrCode: z.string() }),
});
