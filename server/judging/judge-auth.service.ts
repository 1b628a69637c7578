import type { Judge } from '../../contract/judging/judging.ts';
import { type AttemptLimit, countAttempt, refundAttempt } from '../platform/http/attempt-throttle.ts';
import { fail } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { createDeviceMark, isKnownDevice } from '../platform/sessions/device-marks.ts';
import { openJudgeSession, type SignedInJudge } from '../platform/sessions/sessions.service.ts';
import { findJudgeByUsername } from './judges.queries.ts';
import { hasPasswordCheck, isPassword, normalizePassword } from './password.ts';
import { isPaused } from './scores.queries.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

interface Credentials {
  username: string;
  password: string;
  /** The mark of a known device, from the judge's sheet. */
  device?: string | undefined;
}

/** Where a sign-in comes from. */
interface SignInOrigin {
  /** The key of the network address, see `toAddressKey`. */
  address: string;
  /** The mark of a known device, from its cookie. */
  device: string | undefined;
  /** The session that this sign-in replaces. */
  replaced: string | undefined;
}

// A known device, and whoever types a password that has its check, have attempts of their own, which nobody else can use up.
// The others are slowed: a whole campus shares one address, and a username can be guessed from anywhere.
function limitsFor(
  { config }: Services,
  username: string,
  address: string,
  isKnown: boolean,
): AttemptLimit[] {
  const scaled = (max: number) => Math.ceil(max * config.rateLimitScale);
  const perDevice = { max: scaled(5), milliseconds: 5 * minute, thenEvery: 10 * second };
  if (isKnown) return [{ key: `judge device ${username} ${address}`, ...perDevice }];
  // The address first: once it is refused, its further invented usernames are not counted, and store nothing.
  return [
    { key: `judges ${address}`, max: scaled(600), milliseconds: 5 * minute, thenEvery: second },
    { key: `judge ${username} ${address}`, ...perDevice },
    { key: `judge ${username}`, max: scaled(30), milliseconds: hour, thenEvery: 10 * second },
  ];
}

type JudgeRow = Pick<SignedInJudge, 'username' | 'name' | 'track' | 'prize'>;

const toJudgeView = ({ username, name, track, prize }: JudgeRow): Judge => ({
  username,
  name,
  ...(track && { track }),
  ...(prize && { prize }),
});

/**
 * Signs a judge in; capitals, spaces and dashes of the password do not matter. Returns the judge, the token of the new session, and the mark that makes this a known device. Throws
 * `too_many_requests` and `wrong_credentials`.
 */
export async function logInJudge(
  services: Services,
  { username: typedUsername, password: typedPassword, device }: Credentials,
  origin: SignInOrigin,
): Promise<{ judge: Judge; token: string; device: string }> {
  const { db, config } = services;
  const username = typedUsername.trim().toLowerCase();
  const password = normalizePassword(typedPassword);
  const isKnown =
    hasPasswordCheck(config, username, password) ||
    [device, origin.device].some((mark) => isKnownDevice(config, 'judge', mark, username));
  const counted = await countAttempt(services, limitsFor(services, username, origin.address, isKnown));
  const judge = await findJudgeByUsername(db, username);
  const isRight = await isPassword(password, judge?.passwordHash);
  if (!judge || !isRight) fail('wrong_credentials');
  await refundAttempt(services, counted);
  const token = await openJudgeSession(services, db, judge.id, origin.replaced);
  return {
    judge: toJudgeView(judge),
    token,
    device: createDeviceMark(config, 'judge', username),
  };
}

/** Returns the signed-in judge and whether judging is paused. */
export async function getJudgeSession(services: Pick<Services, 'db'>, judge: JudgeRow) {
  return { success: true as const, judge: toJudgeView(judge), paused: await isPaused(services.db) };
}
