import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, cookieOptions } from '../auth/cookies.ts';
import { hashToken } from '../auth/sessions.service.ts';
import { type FailedAttemptLimit, FailedAttemptLimiter } from '../http/failed-attempts.ts';
import { fail } from '../http/problem.ts';
import { toAddressKey } from '../http/rate-limit.ts';
import { deriveKey } from '../secret.ts';
import type { Services } from '../services.ts';
import { hashPassword, isPassword } from './password.ts';
import {
  deleteReviewSession,
  findReviewPassword,
  findReviewSession,
  insertReviewSession,
  upsertReviewPassword,
} from './score-review.queries.ts';

const minute = 60_000;
/** How long a reviewer stays signed in, in milliseconds. */
export const reviewSessionLifetime = 12 * 60 * minute;

/** Somebody who knows the shared password. */
export interface Reviewer {
  kind: 'reviewer';
  /** Of the session: there are no people behind it. */
  id: string;
}

type Keyed = Pick<Services, 'config'>;
const misses = new WeakMap<Services, FailedAttemptLimiter>();

function missesOf(services: Services): FailedAttemptLimiter {
  const found = misses.get(services) ?? new FailedAttemptLimiter();
  misses.set(services, found);
  return found;
}

function mac({ config }: Keyed, text: string): Buffer {
  return createHmac('sha256', deriveKey(config.secretKey, 'score review')).update(text).digest();
}

/** What a session of the present password is marked with: with another password the mark is another. */
function markOf(keyed: Keyed, kept: string | undefined): Buffer | undefined {
  const present = keyed.config.scoreReviewPassword ?? kept;
  return present === undefined ? undefined : mac(keyed, present);
}

async function isRight(services: Services, password: string, kept: string | undefined): Promise<boolean> {
  const given = services.config.scoreReviewPassword;
  if (given === undefined) return isPassword(password, kept);
  return timingSafeEqual(mac(services, password), mac(services, given));
}

function limitsFor(services: Services, request: FastifyRequest, device: string): FailedAttemptLimit[] {
  const scaled = (max: number) => Math.ceil(max * services.config.rateLimitScale);
  const address = toAddressKey(request.ip);
  const known = request.cookies[cookieName(services.config, 'review-device')] === device;
  if (known) return [{ key: `device ${address}`, max: scaled(5), milliseconds: 5 * minute }];
  return [
    { key: `address ${address}`, max: scaled(5), milliseconds: 5 * minute },
    { key: 'all', max: scaled(50), milliseconds: 60 * minute },
  ];
}

/** Opens the results to a browser. Throws too_many_requests, review_denied. */
export async function unlockScoreReview(
  services: Services,
  password: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { db, config, now, random } = services;
  const device = mac(services, 'device').toString('base64url');
  const limits = limitsFor(services, request, device);
  const wait = missesOf(services).take(limits, now().getTime());
  if (wait > 0) fail('too_many_requests', { retryAfter: Math.ceil(wait / 1000) });
  const kept = await findReviewPassword(db);
  const mark = markOf(services, kept);
  if (!(await isRight(services, password, kept)) || !mark) fail('review_denied');
  missesOf(services).giveBack(limits);
  const token = random(32).toString('base64url');
  await insertReviewSession(db, { token_hash: hashToken(token), password_mark: mark, created_at: now() });
  const options = cookieOptions(config);
  reply.setCookie(cookieName(config, 'review'), token, { ...options, maxAge: reviewSessionLifetime / 1000 });
  reply.setCookie(cookieName(config, 'review-device'), device, {
    ...options,
    maxAge: (60 * reviewSessionLifetime) / 1000,
  });
}

/** The reviewer of the session that a browser sent; undefined without one of the present password. */
export async function findReviewer(
  services: Services,
  request: FastifyRequest,
): Promise<Reviewer | undefined> {
  const token = sentReviewToken(services, request);
  return token ? findReviewerOf(services, token) : undefined;
}

/** The token of a reviewer's session that a browser sent. */
export function sentReviewToken({ config }: Keyed, request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(config, 'review')];
}

/** The reviewer whose session a token is; undefined when it is over or of another password. */
export async function findReviewerOf(
  services: Pick<Services, 'db' | 'config' | 'now'>,
  token: string,
): Promise<Reviewer | undefined> {
  const { db, now } = services;
  const hash = hashToken(token);
  const found = await findReviewSession(db, hash);
  if (!found || now().getTime() - found.createdAt.getTime() > reviewSessionLifetime) return undefined;
  const mark = markOf(services, (found.kept as string | null) ?? undefined);
  if (!mark || !timingSafeEqual(mark, found.mark)) return undefined;
  return { kind: 'reviewer', id: hash.toString('hex') };
}

/** Closes the results to a browser again. */
export async function lockScoreReview(
  { db, config }: Pick<Services, 'db' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const name = cookieName(config, 'review');
  const token = request.cookies[name];
  reply.clearCookie(name, cookieOptions(config));
  if (token) await deleteReviewSession(db, hashToken(token));
}

/** Changes the kept password; every session of the one before is over. */
export async function updateReviewPassword(services: Pick<Services, 'db'>, password: string): Promise<void> {
  await upsertReviewPassword(services.db, await hashPassword(password));
}
