import type { Attempt, reportAttempts } from '../../contract/check-in-overview.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { type ProblemCode, problems } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { fill, texts } from '../../contract/texts.ts';
import type { Services } from '../services.ts';
import { insertAttempt, lastAttempts } from './attempts.queries.ts';
import { checkpointOf } from './checkpoint.ts';
import { announce } from './notify-check-ins.ts';
import { believable } from './plausible-time.ts';

/** Remembers a scan that was turned away. */
export async function recordRefusal(
  services: Services,
  { key, by, checkpoint }: { key?: string; by: string; checkpoint: string },
  person: { userId: string } | undefined,
  reason: ProblemCode,
): Promise<void> {
  const userId = person?.userId ?? null;
  await insertAttempt(services.db, { key, userId, checkpoint, reason, by, at: null });
  announce(services, 'door');
}

/** Remembers what a station turned away by itself. Throws unknown_checkpoint. */
export async function takeReports(
  services: Services,
  by: string,
  { attempts: told }: BodyOf<typeof reportAttempts>,
): Promise<void> {
  const rows = told.map(({ key, userId = null, checkpoint, reason, at }) => ({
    key: key.toLowerCase(),
    userId,
    checkpoint: checkpointOf(services, checkpoint),
    reason,
    by,
    at: believable(at, services.now()),
  }));
  for (const row of rows) await insertAttempt(services.db, row);
  announce(services, 'door');
}

// What a message about a time that has passed says without it.
const alreadyIn = fill(texts.checkIn.already, { time: '' }).replace(/ at $/, '');

/** The last scans that were turned away at a checkpoint, newest first. Throws unknown_checkpoint. */
export async function attempts(services: Services, checkpoint: string | undefined): Promise<Attempt[]> {
  const wanted = { checkpoint: checkpointOf(services, checkpoint), max: limits.checkIn.maxAttempts };
  const rows = await lastAttempts(services.db, wanted);
  return rows.map(({ id, at, reason, userId, name, ...row }) => ({
    ...row,
    _id: String(id),
    at: at.toISOString(),
    reason,
    message: reason === 'already_checked_in' ? alreadyIn : problems[reason as ProblemCode].message,
    person: userId && name !== null ? { userId, name } : null,
  }));
}
