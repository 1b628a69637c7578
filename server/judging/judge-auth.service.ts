import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Judge } from '../../contract/judging.ts';
import { cookieName, cookieOptions } from '../auth/cookies.ts';
import { hashToken } from '../auth/sessions.service.ts';
import { type FailedAttemptLimit, FailedAttemptLimiter } from '../http/failed-attempts.ts';
import { fail } from '../http/problem.ts';
import { toAddressKey } from '../http/rate-limit.ts';
import { deriveKey } from '../secret.ts';
import type { Services } from '../services.ts';
import {
  deleteJudgeSession,
  findJudgeByUsername,
  findSessionWithJudge,
  insertJudgeSession,
  type JudgeRow,
} from './judges.queries.ts';
import { isPassword } from './password.ts';

const minute = 60_000;
const hour = 60 * minute;
/** How long a judge stays signed in, in milliseconds. */
export const judgeSessionLifetime = 14 * hour;
const deviceLifetime = 60 * 24 * hour;

/** A judge with a live session. */
export type SignedInJudge = JudgeRow & { kind: 'judge' };

const misses = new WeakMap<Services, FailedAttemptLimiter>();

function missesOf(services: Services): FailedAttemptLimiter {
  const found = misses.get(services) ?? new FailedAttemptLimiter();
  misses.set(services, found);
  return found;
}

// A device from which a judge has signed in before is known by this mark, and has tries of its own: nobody else can use
// them up.
function deviceMark({ config }: Pick<Services, 'config'>, username: string): string {
  const mac = createHmac('sha256', deriveKey(config.secretKey, 'judge device')).update(username).digest();
  return mac.toString('base64url');
}

function isKnownDevice(services: Services, username: string, sent: string | undefined): boolean {
  const mark = Buffer.from(deviceMark(services, username));
  const given = Buffer.from(sent ?? '');
  return given.length === mark.length && timingSafeEqual(given, mark);
}

function limitsFor(services: Services, username: string, request: FastifyRequest): FailedAttemptLimit[] {
  const { config } = services;
  const scaled = (max: number) => Math.ceil(max * config.rateLimitScale);
  const address = toAddressKey(request.ip);
  if (isKnownDevice(services, username, request.cookies[cookieName(config, 'judge-device')]))
    return [{ key: `device ${username} ${address}`, max: scaled(5), milliseconds: 5 * minute }];
  return [
    { key: `name ${username} ${address}`, max: scaled(5), milliseconds: 5 * minute },
    { key: `address ${address}`, max: scaled(100), milliseconds: 5 * minute },
    { key: `name ${username}`, max: scaled(30), milliseconds: hour },
  ];
}

/** Signs a judge in and gives the browser its session. Throws too_many_requests, wrong_credentials. */
export async function logInJudge(
  services: Services,
  { username, password }: { username: string; password: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Judge> {
  const { db, config, now, random } = services;
  const limits = limitsFor(services, username, request);
  const wait = missesOf(services).take(limits, now().getTime());
  if (wait > 0) fail('too_many_requests', { retryAfter: Math.ceil(wait / 1000) });
  const judge = await findJudgeByUsername(db, username);
  const right = await isPassword(password, judge?.passwordHash);
  if (!judge || !right) fail('wrong_credentials');
  missesOf(services).giveBack(limits);
  await logOutJudge(services, request, reply);
  const token = random(32).toString('base64url');
  await insertJudgeSession(db, { token_hash: hashToken(token), judge_id: judge.id, created_at: now() });
  const options = cookieOptions(config);
  reply.setCookie(cookieName(config, 'judge'), token, { ...options, maxAge: judgeSessionLifetime / 1000 });
  reply.setCookie(cookieName(config, 'judge-device'), deviceMark(services, username), {
    ...options,
    maxAge: deviceLifetime / 1000,
  });
  return { username: judge.username, name: judge.name };
}

/** The judge of the session that a browser sent; undefined without one that lives. */
export async function findJudge(
  services: Services,
  request: FastifyRequest,
): Promise<SignedInJudge | undefined> {
  const token = sentJudgeToken(services, request);
  return token ? findJudgeOf(services, token) : undefined;
}

/** The token of a judge's session that a browser sent. */
export function sentJudgeToken({ config }: Pick<Services, 'config'>, request: FastifyRequest) {
  return request.cookies[cookieName(config, 'judge')];
}

/** The judge whose session a token is; undefined when it is unknown or over. */
export async function findJudgeOf(
  { db, now }: Pick<Services, 'db' | 'now'>,
  token: string,
): Promise<SignedInJudge | undefined> {
  const found = await findSessionWithJudge(db, hashToken(token));
  if (!found || now().getTime() - found.createdAt.getTime() > judgeSessionLifetime) return undefined;
  const { id, username, name } = found;
  return { kind: 'judge', id, username, name };
}

/** Signs a judge out: the cookie goes whatever happens, the session as soon as the database is reached. */
export async function logOutJudge(
  { db, config }: Pick<Services, 'db' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const name = cookieName(config, 'judge');
  const token = request.cookies[name];
  if (!token) return;
  reply.clearCookie(name, cookieOptions(config));
  await deleteJudgeSession(db, hashToken(token));
}
