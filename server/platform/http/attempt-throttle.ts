import type { Services } from '../services.ts';
import { fail } from './problem.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * A limit on failed attempts: `max` within `milliseconds`, and beyond that one more every `thenEvery` milliseconds. Slows
 * guessing without locking anyone out.
 */
export interface AttemptLimit extends RateLimit {
  thenEvery: number;
}

/**
 * Counts an attempt under all limits before it is checked, so that simultaneous attempts cannot exceed a limit together.
 * Returns what `refundAttempt` needs if the attempt succeeds. Throws `too_many_requests`.
 */
export async function recordAttempt(
  { rateLimits, now }: Pick<Services, 'rateLimits' | 'now'>,
  limits: readonly AttemptLimit[],
): Promise<RateLimit[]> {
  const at = now().getTime();
  const counted: RateLimit[] = [];
  for (const { thenEvery, ...limit } of limits) {
    // The first slow attempt is the last of `max`.
    const fast = { ...limit, max: limit.max - 1 };
    const slow = { key: `${limit.key} slow`, max: 1, milliseconds: thenEvery };
    if ((await rateLimits.consume([fast], at)) === 0) {
      counted.push(fast);
      continue;
    }
    const wait = await rateLimits.consume([slow], at);
    if (wait > 0) {
      await rateLimits.refund(counted);
      fail('too_many_requests', { retryAfter: Math.ceil(wait / 1000) });
    }
    counted.push(slow);
  }
  return counted;
}

/** Takes back what `recordAttempt` counted. */
export async function refundAttempt(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  counted: readonly RateLimit[],
): Promise<void> {
  await rateLimits.refund(counted);
}
