import { type ProblemCode, problems } from '../../../contract/errors.ts';
import type * as contract from '../../../contract/event-day/check-in-overview.ts';
import { doorProblems } from '../../../contract/event-day/check-in-overview.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, texts } from '../../../contract/texts.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import { notifySubscribersSoon } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { requireCheckpoint, toPlausibleTime } from './check-in.service.ts';
import * as queries from './refused-scans.queries.ts';

/** Records scans that a station refused itself. Throws `unknown_checkpoint`. */
export async function recordRefusedScans(
  services: Services,
  { actor: { id: by }, body: { attempts } }: Call<typeof contract.recordRefusedScans>,
): Promise<void> {
  const rows = attempts.map(({ key, userId = null, checkpoint, reason, note, at }) => ({
    key: key.toLowerCase(),
    userId,
    note,
    checkpoint: requireCheckpoint(services, checkpoint),
    reason,
    by,
    at: toPlausibleTime(at, services.now()),
  }));
  for (const row of rows) await queries.insertRefusedScan(services.db, row);
  notifySubscribersSoon(services, 'check-in-overview');
}

/** The sentences for reasons that are not server refusals; that of `already_checked_in` has no time. */
const sentences: Record<string, string> = {
  ...doorProblems,
  already_checked_in: fill(texts.checkIn.already, { time: '' }).replace(/ at $/, ''),
};

/** Marks a problem as done. Throws `not_found`. */
export async function resolveProblem(services: Services, { params }: Call<typeof contract.resolveProblem>) {
  if (!(await queries.markProblemDone(services.db, String(params.id), services.now()))) fail('not_found');
  notifySubscribersSoon(services, 'check-in-overview');
}

/** Returns the problems that need an organizer, oldest first, with a description. */
export async function listOpenProblems(db: Db) {
  const rows = await queries.selectOpenProblems(db);
  return rows.map(({ id, reason, ...row }) => ({
    ...row,
    _id: String(id),
    message: sentences[reason] ?? reason,
  }));
}

/** Returns the last refused scans at a checkpoint, newest first. Throws `unknown_checkpoint`. */
export async function listRefusedScans(
  services: Services,
  { query: { checkpoint } }: Call<typeof contract.listRefusedScans>,
): Promise<contract.RefusedScan[]> {
  const rows = await queries.selectLastRefusedScans(services.db, {
    checkpoint: requireCheckpoint(services, checkpoint),
    max: limits.checkIn.maxRefusedScans,
  });
  return rows.map(({ id, at, reason, userId, name, isSettled, ...row }) => ({
    ...row,
    isSettled: Boolean(isSettled),
    _id: String(id),
    at: at.toISOString(),
    reason,
    message: sentences[reason] ?? problems[reason as ProblemCode].message,
    person: userId && name !== null ? { userId, name } : null,
  }));
}
