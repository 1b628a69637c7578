import { day } from '../../contract/platform/durations.ts';
import type { Db } from '../platform/db/open.ts';
import { fail } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { insertQuotaUse, selectQuotaTimes, selectRequestTimes } from './teams.queries.ts';

/** How often a person may do something: at most `max` times within the last `seconds`. */
const quotas = {
  wrong_code: [
    { max: 10, seconds: 600 },
    { max: 60, seconds: 3600 },
  ],
  team_created: [{ max: 5, seconds: 3600 }],
  join_asked: [{ max: 30, seconds: 3600 }],
  invited: [{ max: 30, seconds: 3600 }],
} as const;

/** How many join requests one leader may get from one person within a day. */
const requestsToLeader = 5;

type QuotaKind = keyof typeof quotas;

/**
 * Refuses a person who has done this too often; the person must be locked, so that parallel calls count each other.
 * `RATE_LIMIT_SCALE` does not change the limit on guessing codes. Throws `too_many_wrong_codes` and `too_many_requests`.
 */
export async function requireQuota(
  trx: Db,
  services: Pick<Services, 'now' | 'config'>,
  userId: string,
  kind: QuotaKind,
): Promise<void> {
  refuseOverQuota(services, kind, await selectQuotaTimes(trx, userId, kind));
}

function refuseOverQuota(
  { now, config }: Pick<Services, 'now' | 'config'>,
  kind: QuotaKind,
  times: readonly Date[],
): void {
  const scale = kind === 'wrong_code' ? 1 : config.rateLimitScale;
  for (const { max, seconds } of quotas[kind]) {
    const oldestCounted = times[Math.ceil(max * scale) - 1];
    if (!oldestCounted) continue;
    const wait = oldestCounted.getTime() + seconds * 1000 - now().getTime();
    if (wait > 0)
      fail(kind === 'wrong_code' ? 'too_many_wrong_codes' : 'too_many_requests', {
        retryAfter: Math.ceil(wait / 1000),
      });
  }
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

/** Counts one more and refuses it as `requireQuota` does; a refusal ends the transaction, and counts nothing. */
export async function takeQuota(
  trx: Db,
  services: Pick<Services, 'now' | 'config'>,
  userId: string,
  kind: QuotaKind,
): Promise<void> {
  refuseOverQuota(services, kind, await insertQuotaUse(trx, toUse(services, userId, kind)));
}

/** Counts one more, and deletes what no quota counts any longer. */
export async function recordQuotaUse(
  trx: Db,
  services: Pick<Services, 'now'>,
  userId: string,
  kind: QuotaKind,
): Promise<void> {
  await insertQuotaUse(trx, toUse(services, userId, kind));
}

function toUse({ now }: Pick<Services, 'now'>, userId: string, kind: QuotaKind) {
  const longest = Math.max(...quotas[kind].map((quota) => quota.seconds));
  return { userId, kind, at: now(), deleteBefore: new Date(now().getTime() - longest * 1000) };
}
