import type { FastifyRequest } from 'fastify';
import type * as contract from '../../contract/judging/judging.ts';
import { hour, minute, second } from '../../contract/platform/durations.ts';
import type { ResponseOf } from '../../contract/platform/endpoint.ts';
import { reviewPasswordKey } from '../people-data/people.tables.ts';
import { closeSession, openSession, toPasswordMark } from '../people-data/sessions.service.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import type { Db } from '../platform/db/open.ts';
import { findSetting, upsertSetting } from '../platform/db/settings.ts';
import { transact } from '../platform/db/transact.ts';
import { type AttemptLimit, recordAttempt, refundAttempt } from '../platform/http/attempt-throttle.ts';
import type { Call, HttpCall } from '../platform/http/call.ts';
import { fail } from '../platform/http/problem.ts';
import { type RateLimit, toAddressKey, toNetworkKey } from '../platform/http/rate-limit.ts';
import { isSameText } from '../platform/secret.ts';
import type { Services } from '../platform/services.ts';
import { createDeviceMark, isKnownDevice } from '../platform/sessions/device-marks.ts';
import {
  clearSessionCookie,
  findDeviceMark,
  findSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '../platform/sessions/session-cookies.ts';
import { hashPassword, isPassword } from './password.ts';
import { canOpenScores } from './scores.policy.ts';

async function isReviewPassword({ config }: Services, password: string, storedHash: string | undefined) {
  const configured = config.scoreReviewPassword;
  if (configured === undefined) return isPassword(password, storedHash);
  return isSameText(password, configured);
}

/**
 * Counts a try. Known devices have their own tries, which nobody else can use up. A network's first three wrong tries
 * within an hour do not count for the whole site, so that guessing elsewhere locks nobody out; since networks are cheap for
 * attackers, there are 600 of those per hour. Returns what to refund. Throws `too_many_requests`.
 */
async function recordTry(services: Services, request: FastifyRequest): Promise<RateLimit[]> {
  const { config, rateLimits, now } = services;
  const address = toAddressKey(request.ip);
  const scaled = (max: number) => Math.ceil(max * config.rateLimitScale);
  const perAddress = { max: scaled(5), milliseconds: 5 * minute, thenEvery: 10 * second };
  if (isKnownDevice(config, 'reviewer', findDeviceMark(config, 'reviewer', request)))
    return recordAttempt(services, [{ key: `reviewer device ${address}`, ...perAddress }]);
  const first = [
    { key: `reviewers first ${toNetworkKey(request.ip)}`, max: scaled(3), milliseconds: hour },
    { key: 'reviewers first', max: scaled(600), milliseconds: hour },
  ];
  const limits: AttemptLimit[] = [{ key: `reviewers ${address}`, ...perAddress }];
  const isFirst = (await rateLimits.consume(first, now().getTime())) === 0;
  if (!isFirst)
    limits.push({ key: 'reviewers', max: scaled(50), milliseconds: hour, thenEvery: 10 * second });
  const counted = await recordAttempt(services, limits);
  return isFirst ? [...counted, ...first] : counted;
}

/** Unlocks the results, and makes this a known device. Throws `too_many_requests` and `review_denied`. */
export async function unlockScoreReview(
  services: Services,
  { body: { password }, request, reply }: HttpCall<typeof contract.unlockScoreReview>,
): Promise<void> {
  const counted = await recordTry(services, request);
  const storedHash = await findSetting<string>(services.db, reviewPasswordKey);
  if (!(await isReviewPassword(services, password, storedHash))) fail('review_denied');
  await refundAttempt(services, counted);
  const { config, db } = services;
  const password_mark = toPasswordMark(services, storedHash);
  setSessionCookie(config, 'reviewer', reply, await openSession(services, db, 'reviewer', { password_mark }));
  setDeviceCookie(config, 'reviewer', reply, createDeviceMark(config, 'reviewer'));
}

/** Locks the results on this device. */
export async function lockScoreReview(
  { config, db }: Services,
  { request, reply }: HttpCall<typeof contract.lockScoreReview>,
): Promise<void> {
  const token = findSessionToken(config, 'reviewer', request);
  clearSessionCookie(config, 'reviewer', reply);
  if (token) await closeSession(db, 'reviewer', token);
}

/** Sets the stored review password, which ends all sessions opened with the previous one. */
export async function storeReviewPassword(db: Db, password: string): Promise<void> {
  await upsertSetting(db, reviewPasswordKey, await hashPassword(password));
}

/** Returns where the results' password is set, and what the caller may do about it. */
export async function getScoreReviewPassword(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { actor }: Call<typeof contract.getScoreReviewPassword>,
): Promise<ResponseOf<typeof contract.getScoreReviewPassword>> {
  const isStored = (await findSetting(db, reviewPasswordKey)) !== undefined;
  const isFixed = config.scoreReviewPassword !== undefined;
  return {
    source: isFixed ? 'environment' : isStored ? 'stored' : 'none',
    can: { open: canOpenScores(actor), set: actor.isOwner && !isFixed },
  };
}

/** Unlocks the results for an owner or judging lead without the password. Throws `forbidden` for other organizers. */
export async function openScoreReview(
  services: Services,
  { actor, reply }: HttpCall<typeof contract.openScoreReview>,
): Promise<void> {
  if (!canOpenScores(actor)) fail('forbidden');
  const storedHash = await findSetting<string>(services.db, reviewPasswordKey);
  const holder = { password_mark: toPasswordMark(services, storedHash), opened_by: actor.id };
  const token = await openSession(services, services.db, 'reviewer', holder);
  setSessionCookie(services.config, 'reviewer', reply, token);
}

/** Sets the password of the results. Throws `review_password_fixed`. */
export async function updateScoreReviewPassword(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { actor, body: { password } }: Call<typeof contract.updateScoreReviewPassword>,
): Promise<void> {
  if (config.scoreReviewPassword !== undefined) fail('review_password_fixed');
  await transact(db, async (trx) => {
    await storeReviewPassword(trx, password);
    await recordAudit(trx, actor.id, 'score-review.password_set', 'score-review');
  });
}
