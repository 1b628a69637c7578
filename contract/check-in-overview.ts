import { z } from 'zod';
import { success } from './answers.ts';
import { checkpoint } from './check-in.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

/** A scan that was turned away. */
export const attempt = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  checkpoint: z.string(),
  /** The code of the refusal, and its sentence. */
  reason: z.string(),
  message: z.string(),
  /** Whose pass it said to be; null when it was nobody's. */
  person: z.object({ userId: z.uuid(), name: z.string() }).nullable(),
  by: z.string().nullable(),
});
export type Attempt = z.infer<typeof attempt>;

export const listAttempts = endpoint({
  method: 'GET',
  path: '/check-ins/attempts',
  summary: 'The last scans that were turned away, newest first',
  access: 'admin',
  query: z.object({ checkpoint }),
  answer: z.array(attempt),
});

/** Why a station turns a scan away by itself: a code that is no pass or a forged one, or somebody who is in. */
export const stationRefusal = z.enum(['invalid_pass', 'already_checked_in']);
export type StationRefusal = z.infer<typeof stationRefusal>;

export const recordAttempts = endpoint({
  method: 'POST',
  path: '/check-ins/attempts',
  summary: 'Tells of scans that a station turned away by itself; repeats are harmless',
  access: 'door',
  body: z.strictObject({
    attempts: z
      .array(
        z.strictObject({
          key: z.guid(),
          reason: stationRefusal,
          /** Whose pass it said to be, where it said so; nothing else of the code leaves the station. */
          userId: z.guid().optional(),
          checkpoint,
          at: z.iso.datetime({ offset: true }),
        }),
      )
      .max(limits.checkIn.maxBatch),
  }),
  answer: success,
  limit: { max: 300, seconds: 60 },
});

/** A person whom two stations without a network have both let in. */
export const conflict = z.object({
  _id: z.uuid(),
  checkpoint: z.string(),
  person: z.object({ userId: z.uuid(), name: z.string() }),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  /** The admission that stands; null when it has been taken back. */
  first: z.object({ at: z.iso.datetime(), by: z.string().nullable() }).nullable(),
});
export type Conflict = z.infer<typeof conflict>;

export const listConflicts = endpoint({
  method: 'GET',
  path: '/check-ins/conflicts',
  summary: 'People let in twice by stations without a network, until an organiser has looked at them',
  access: 'admin',
  answer: z.array(conflict),
});

export const resolveConflict = endpoint({
  method: 'PUT',
  path: '/check-ins/conflicts/:id',
  summary: 'Settles who was let in twice: the first check-in stays, or the second takes its place; audited',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    keep: z.enum(['first', 'second']),
    reason: z.string().trim().min(1).max(limits.text.reason),
  }),
  answer: success,
});
