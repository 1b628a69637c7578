import { day, hour, minute } from '../../contract/platform/durations.ts';
import type { Db } from '../platform/db/open.ts';
import { fail } from '../platform/http/problem.ts';
import { type RateLimit, requireNoWait, SharedRateLimitStore } from '../platform/http/rate-limit.ts';
import type { Services } from '../platform/services.ts';
import { selectRequestTimes } from './teams.queries.ts';

/** How often a person may do something: at most `max` times within `milliseconds`, counted from the first time. */
const quotas = {
  wrong_code: [
    { max: 10, milliseconds: 10 * minute },
    { max: 60, milliseconds: hour },
  ],
  team_created: [{ max: 5, milliseconds: hour }],
  join_asked: [{ max: 30, milliseconds: hour }],
  invited: [{ max: 30, milliseconds: hour }],
} as const;

/** How many join requests one leader may get from one person within a day. */
const requestsToLeader = 5;

type QuotaKind = keyof typeof quotas;

/** Returns a person's limits; `RATE_LIMIT_SCALE` does not change the one on guessing codes. */
function toLimits({ rateLimitScale }: Services['config'], userId: string, kind: QuotaKind): RateLimit[] {
  const scale = kind === 'wrong_code' ? 1 : rateLimitScale;
  return quotas[kind].map(({ max, milliseconds }) => ({
    key: `team quota ${kind} ${milliseconds} ${userId}`,
    max: Math.ceil(max * scale),
    milliseconds,
  }));
}

/**
 * Counts one more; a refusal ends the transaction, and counts nothing. Throws `too_many_wrong_codes` and
 * `too_many_requests`.
 */
export async function takeQuota(
  trx: Db,
  { now, config }: Pick<Services, 'now' | 'config'>,
  userId: string,
  kind: QuotaKind,
): Promise<void> {
  const store = new SharedRateLimitStore({ db: trx, config });
  const wait = await store.consume(toLimits(config, userId, kind), now().getTime());
  if (wait > 0 && kind === 'wrong_code') fail('too_many_wrong_codes', { retryAfter: Math.ceil(wait / 1000) });
  requireNoWait(wait);
}

/** Takes back what `takeQuota` counted. */
export async function refundQuota(
  trx: Db,
  { config }: Pick<Services, 'config'>,
  userId: string,
  kind: QuotaKind,
): Promise<void> {
  await new SharedRateLimitStore({ db: trx, config }).refund(toLimits(config, userId, kind));
}

/**
 * Refuses a join request to a leader who got five from this person within a day, canceled ones included: each sends an
 * email. The requester must be locked. Throws `asked_too_often`.
 */
export async function requireLeaderQuota(
  trx: Db,
  { now, config }: Pick<Services, 'now' | 'config'>,
  requesterId: string,
  leaderId: string,
): Promise<void> {
  const since = new Date(now().getTime() - day);
  const times = await selectRequestTimes(trx, { requesterId, leaderId, since });
  const oldestCounted = times[Math.ceil(requestsToLeader * config.rateLimitScale) - 1];
  if (oldestCounted)
    fail('asked_too_often', {
      retryAfter: Math.ceil((oldestCounted.getTime() + day - now().getTime()) / 1000),
    });
}
