import type * as contract from '../../contract/judging/judging.ts';
import { hour, minute, second } from '../../contract/platform/durations.ts';
import { closeSession, openSession } from '../people-data/sessions.service.ts';
import { recordAttempt, refundAttempt } from '../platform/http/attempt-throttle.ts';
import type { Call, HttpCall } from '../platform/http/call.ts';
import { fail } from '../platform/http/problem.ts';
import { toAddressKey } from '../platform/http/rate-limit.ts';
import type { Services } from '../platform/services.ts';
import { createDeviceMark, isKnownDevice } from '../platform/sessions/device-marks.ts';
import {
  clearSessionCookie,
  findDeviceMark,
  findSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '../platform/sessions/session-cookies.ts';
import type { SignedInJudge } from '../platform/sessions/session-holders.ts';
import { findJudgeByUsername } from './judges.queries.ts';
import { hasPasswordCheck, isPassword, normalizePassword } from './password.ts';
import { isPaused } from './scores.queries.ts';

// Known devices, and passwords with a valid check, have their own attempts, which nobody else can use up. Others are
// slowed: a whole campus shares one address, and usernames can be guessed from anywhere.
function limitsFor({ config }: Services, username: string, address: string, isKnown: boolean) {
  const scaled = (max: number) => Math.ceil(max * config.rateLimitScale);
  const perDevice = { max: scaled(5), milliseconds: 5 * minute, thenEvery: 10 * second };
  if (isKnown) return [{ key: `judge device ${username} ${address}`, ...perDevice }];
  // The address first: once it is refused, its further invented usernames are neither counted nor stored.
  return [
    { key: `judges ${address}`, max: scaled(600), milliseconds: 5 * minute, thenEvery: second },
    { key: `judge ${username} ${address}`, ...perDevice },
    { key: `judge ${username}`, max: scaled(30), milliseconds: hour, thenEvery: 10 * second },
  ];
}

type JudgeRow = Pick<SignedInJudge, 'username' | 'name' | 'track' | 'prize'>;

const toJudgeView = ({ username, name, track, prize }: JudgeRow): contract.Judge => ({
  username,
  name,
  ...(track && { track }),
  ...(prize && { prize }),
});

/**
 * Signs a judge in; capitals, spaces and dashes of the password do not matter. `device` is the mark of a known device, from
 * the judge's sheet. Throws `too_many_requests` and `wrong_credentials`.
 */
export async function logInJudge(
  services: Services,
  { body, request, reply }: HttpCall<typeof contract.logInJudge>,
): Promise<{ success: true; judge: contract.Judge }> {
  const { db, config } = services;
  const username = body.username.trim().toLowerCase();
  const password = normalizePassword(body.password);
  const isKnown =
    hasPasswordCheck(config, username, password) ||
    [body.device, findDeviceMark(config, 'judge', request)].some((mark) =>
      isKnownDevice(config, 'judge', mark, username),
    );
  const counted = await recordAttempt(
    services,
    limitsFor(services, username, toAddressKey(request.ip), isKnown),
  );
  const judge = await findJudgeByUsername(db, username);
  const isRight = await isPassword(password, judge?.passwordHash);
  if (!judge || !isRight) fail('wrong_credentials');
  await refundAttempt(services, counted);
  const replaced = findSessionToken(config, 'judge', request);
  const token = await openSession(services, db, 'judge', { judge_id: judge.id }, replaced);
  setSessionCookie(config, 'judge', reply, token);
  setDeviceCookie(config, 'judge', reply, createDeviceMark(config, 'judge', username));
  return { success: true, judge: toJudgeView(judge) };
}

/** Returns the signed-in judge and whether judging is paused. */
export async function getJudgeSession(
  services: Pick<Services, 'db'>,
  { actor: judge }: Call<typeof contract.getJudgeSession>,
) {
  return { success: true as const, judge: toJudgeView(judge), paused: await isPaused(services.db) };
}

/** Ends the session of a judge. The cookie is cleared even when the database is unavailable. */
export async function logOutJudge(
  { config, db, log }: Services,
  { request, reply }: HttpCall<typeof contract.logOutJudge>,
): Promise<void> {
  const token = findSessionToken(config, 'judge', request);
  if (!token) return;
  clearSessionCookie(config, 'judge', reply);
  await closeSession(db, 'judge', token).catch(() => log.warn('a judge’s session was not ended'));
}
