import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FailedAttemptLimit, FailedAttemptLimiter } from '../http/failed-attempts.ts';
import { fail } from '../http/problem.ts';
import { deriveKey } from '../secret.ts';
import type { Services } from '../services.ts';
import { openReviewerSession } from '../sessions/sessions.service.ts';
import { hashPassword, isPassword } from './password.ts';
import { findReviewPassword, upsertReviewPassword } from './score-review.queries.ts';

const minute = 60_000;

const limiters = new WeakMap<Services, FailedAttemptLimiter>();

function limiterOf(services: Services): FailedAttemptLimiter {
  const found = limiters.get(services) ?? new FailedAttemptLimiter();
  limiters.set(services, found);
  return found;
}

function createMac({ config }: Services, text: string): Buffer {
  return createHmac('sha256', deriveKey(config.secretKey, 'score review')).update(text).digest();
}

async function isReviewPassword(
  services: Services,
  password: string,
  storedHash: string | undefined,
): Promise<boolean> {
  const configured = services.config.scoreReviewPassword;
  if (configured === undefined) return isPassword(password, storedHash);
  return timingSafeEqual(createMac(services, password), createMac(services, configured));
}

interface UnlockOrigin {
  /** The key of the network address, see `toAddressKey`. */
  address: string;
  /** The mark of a known device. */
  device: string | undefined;
}

function limitsFor(services: Services, origin: UnlockOrigin, mark: string): FailedAttemptLimit[] {
  const scaled = (max: number) => Math.ceil(max * services.config.rateLimitScale);
  const { address, device } = origin;
  if (device === mark) return [{ key: `device ${address}`, max: scaled(5), milliseconds: 5 * minute }];
  return [
    { key: `address ${address}`, max: scaled(5), milliseconds: 5 * minute },
    { key: 'all', max: scaled(50), milliseconds: 60 * minute },
  ];
}

/**
 * Unlocks the results. Returns the token of the new session and the mark that makes this a known device. Throws
 * `too_many_requests` and `review_denied`.
 */
export async function unlockScoreReview(
  services: Services,
  password: string,
  origin: UnlockOrigin,
): Promise<{ token: string; device: string }> {
  const { db, now } = services;
  const device = createMac(services, 'device').toString('base64url');
  const limits = limitsFor(services, origin, device);
  const wait = limiterOf(services).take(limits, now().getTime());
  if (wait > 0) fail('too_many_requests', { retryAfter: Math.ceil(wait / 1000) });
  const storedHash = await findReviewPassword(db);
  if (!(await isReviewPassword(services, password, storedHash))) fail('review_denied');
  limiterOf(services).giveBack(limits);
  return { token: await openReviewerSession(services, storedHash), device };
}

/** Sets the stored review password and so ends every session of the one before. */
export async function updateReviewPassword(services: Pick<Services, 'db'>, password: string): Promise<void> {
  await upsertReviewPassword(services.db, await hashPassword(password));
}
