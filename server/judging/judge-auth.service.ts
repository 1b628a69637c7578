import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Judge } from '../../contract/judging.ts';
import { type FailedAttemptLimit, FailedAttemptLimiter } from '../http/failed-attempts.ts';
import { fail } from '../http/problem.ts';
import { deriveKey } from '../secret.ts';
import type { Services } from '../services.ts';
import { openJudgeSession } from '../sessions/sessions.service.ts';
import { findJudgeByUsername } from './judges.queries.ts';
import { isJudgingPaused } from './judging-admin.service.ts';
import { isPassword } from './password.ts';

const minute = 60_000;
const hour = 60 * minute;

const limiters = new WeakMap<Services, FailedAttemptLimiter>();

function limiterOf(services: Services): FailedAttemptLimiter {
  const found = limiters.get(services) ?? new FailedAttemptLimiter();
  limiters.set(services, found);
  return found;
}

// Stored by a device from which this judge has signed in. It has attempts of its own, which nobody else can use up.
function createDeviceMark({ config }: Services, username: string): string {
  const mac = createHmac('sha256', deriveKey(config.secretKey, 'judge device')).update(username).digest();
  return mac.toString('base64url');
}

function isKnownDevice(services: Services, username: string, given: string | undefined): boolean {
  const expected = Buffer.from(createDeviceMark(services, username));
  const mark = Buffer.from(given ?? '');
  return mark.length === expected.length && timingSafeEqual(mark, expected);
}

/** Where a sign-in comes from. */
export interface SignInOrigin {
  /** The key of the network address, see `toAddressKey`. */
  address: string;
  /** The mark of a known device. */
  device: string | undefined;
  /** The session that this sign-in replaces. */
  replaced?: string | undefined;
}

function limitsFor(services: Services, username: string, origin: SignInOrigin): FailedAttemptLimit[] {
  const scaled = (max: number) => Math.ceil(max * services.config.rateLimitScale);
  const { address, device } = origin;
  if (isKnownDevice(services, username, device))
    return [{ key: `device ${username} ${address}`, max: scaled(5), milliseconds: 5 * minute }];
  return [
    { key: `name ${username} ${address}`, max: scaled(5), milliseconds: 5 * minute },
    { key: `address ${address}`, max: scaled(100), milliseconds: 5 * minute },
    { key: `name ${username}`, max: scaled(30), milliseconds: hour },
  ];
}

/**
 * Signs a judge in. Returns the judge, the token of the new session, and the mark that makes this a known device. Throws
 * `too_many_requests` and `wrong_credentials`.
 */
export async function logInJudge(
  services: Services,
  { username, password }: { username: string; password: string },
  origin: SignInOrigin,
): Promise<{ judge: Judge; token: string; device: string }> {
  const { db, now } = services;
  const limits = limitsFor(services, username, origin);
  const wait = limiterOf(services).take(limits, now().getTime());
  if (wait > 0) fail('too_many_requests', { retryAfter: Math.ceil(wait / 1000) });
  const judge = await findJudgeByUsername(db, username);
  const isRight = await isPassword(password, judge?.passwordHash);
  if (!judge || !isRight) fail('wrong_credentials');
  limiterOf(services).giveBack(limits);
  const token = await openJudgeSession(services, db, judge.id, origin.replaced);
  return {
    judge: { username: judge.username, name: judge.name },
    token,
    device: createDeviceMark(services, username),
  };
}

/** Returns the signed-in judge and whether judging is paused. */
export async function getJudgeSession(services: Pick<Services, 'db'>, { username, name }: Judge) {
  return { success: true as const, judge: { username, name }, paused: await isJudgingPaused(services) };
}
