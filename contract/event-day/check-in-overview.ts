import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { checkpoint } from './check-in.ts';

const refusedScan = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  checkpoint: z.string(),
  /** The refusal's code and sentence. */
  reason: z.string(),
  message: z.string(),
  /** A volunteer's note about it. */
  note: z.string().nullable(),
  /** The person named by the pass; null when there is none. */
  person: z.object({ userId: z.uuid(), name: z.string() }).nullable(),
  by: z.string().nullable(),
  application: z.uuid().nullable(),
  /** Whether the person was checked in there afterwards or the removal was lifted, or an organizer marked it as done. */
  isSettled: z.boolean(),
});
export type RefusedScan = z.infer<typeof refusedScan>;

export const listRefusedScans = endpoint('GET /check-ins/attempts', 'check-in-lead', {
  summary: 'List the last refused scans and problems, newest first',
  query: z.object({ checkpoint }),
  response: z.array(refusedScan),
});

/** The problems that volunteers can report about a person who needs an organizer. */
export const doorProblems = {
  problem_no_phone: 'No phone',
  problem_not_approved: 'Not approved',
  problem_wrong_name: 'Wrong name',
  problem_other: 'Something else',
} as const;
export type DoorProblem = keyof typeof doorProblems;

/**
 * Why a station refused a scan itself (no pass, a forged or replaced one, somebody already checked in), or the problem that
 * a volunteer reported.
 */
const stationRefusal = z.enum([
  'unreadable_pass',
  'invalid_pass',
  'earlier_pass',
  'already_checked_in',
  'person_removed',
  ...(['problem_no_phone', 'problem_not_approved', 'problem_wrong_name', 'problem_other'] as const),
]);
export type StationRefusal = z.infer<typeof stationRefusal>;

export const recordRefusedScans = endpoint('POST /check-ins/attempts', 'check-in', {
  summary: 'Report scans that a station refused, and people who need an organizer; repeats are harmless',
  body: z.strictObject({
    attempts: z
      .array(
        z.strictObject({
          key: z.guid(),
          reason: stationRefusal,
          /** The person named by the pass, if any; nothing else of the code leaves the station. */
          userId: z.guid().optional(),
          note: z.string().trim().max(limits.text.reason).optional(),
          checkpoint,
          at: z.iso.datetime({ offset: true }),
        }),
      )
      .max(limits.checkIn.maxBatch),
  }),
  limit: { max: 300, seconds: 60 },
});

export const resolveProblem = endpoint('PUT /check-ins/attempts/:id/done', 'check-in-lead', {
  summary: 'Mark a problem as done; a repeat changes nothing',
  params: z.object({ id: z.coerce.number().int().positive() }),
});

export const reportStation = endpoint('PUT /check-ins/stations/:id', 'check-in', {
  summary: 'Report a station: its checkpoint and what it has not sent yet',
  body: z.strictObject({
    checkpoint,
    waiting: z.int().min(0).max(100_000),
    troubled: z.int().min(0).max(100_000),
  }),
  limit: { max: 60, seconds: 60 },
});

/** A scanning device, as it last reported: `waiting` counts check-ins still on it, `troubled` those that need attention. */
const station = z.object({
  _id: z.uuid(),
  by: z.string(),
  checkpoint: z.string(),
  waiting: z.int(),
  troubled: z.int(),
  seenAt: z.iso.datetime(),
});

export const getStations = endpoint('GET /check-ins/stations', 'check-in-lead', {
  summary: 'Get the stations of the last 6 hours, and how many people are expected',
  response: z.object({ expected: z.int(), stations: z.array(station) }),
});

/** A person checked in by two offline stations; `at` and `by` belong to the later scan. */
const conflict = z.object({
  _id: z.uuid(),
  checkpoint: z.string(),
  person: z.object({ userId: z.uuid(), name: z.string() }),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  /** The earlier scan; null if that check-in has been undone. */
  first: z.object({ at: z.iso.datetime(), by: z.string().nullable() }).nullable(),
});
export type Conflict = z.infer<typeof conflict>;

export const listConflicts = endpoint('GET /check-ins/conflicts', 'check-in-lead', {
  summary:
    'List people checked in twice by offline stations, until an organizer resolves it; or the automatically resolved ones, newest first',
  query: z.object({ settled: z.literal('true').optional() }),
  response: z.array(conflict),
});

export const resolveConflict = endpoint('PUT /check-ins/conflicts/:id', 'check-in-lead', {
  summary: 'Resolve a double check-in: the earlier or the later one counts; audited',
  body: z.strictObject({
    keep: z.enum(['first', 'second']),
    reason: z.string().trim().min(1).max(limits.text.reason),
  }),
});
