import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Services } from '../services.ts';
import type { UserRow } from '../users/users.queries.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import {
  deleteSession,
  findSessionWithUser,
  insertSession,
  selectSessionsWithUsers,
  touchSession,
} from './sessions.queries.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long a session lasts, in milliseconds: without use, and in all. */
const lifetimes = {
  hacker: { idle: 24 * hour, absolute: 7 * 24 * hour },
  volunteer: { idle: 14 * hour, absolute: 24 * hour },
  admin: { idle: 8 * hour, absolute: 24 * hour },
};

/** No session is older, in milliseconds. */
export const longestSession = lifetimes.hacker.absolute;

/** A person with a live session; read from the database at every call. */
export type SignedInUser = UserRow & {
  kind: 'user';
  /** When this session was opened. */
  signedInAt: Date;
};

/** SHA-256 of a token: the database never holds the token itself. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The name of the session cookie. */
export function sessionCookieName(config: Pick<Config, 'publicUrl'>): string {
  return cookieName(config, 'sid');
}

/** The session token that a browser sent. */
export function getSessionToken(
  { config }: Pick<Services, 'config'>,
  request: FastifyRequest,
): string | undefined {
  return request.cookies[sessionCookieName(config)];
}

/** Opens a session for a person, ends the one it takes the place of, and returns the new token (256 random bits). */
export async function openSession(
  services: Pick<Services, 'random' | 'now'>,
  db: Db,
  userId: string,
  replaced?: string,
): Promise<string> {
  if (replaced) await closeSession(db, replaced);
  const token = services.random(32).toString('base64url');
  await insertSession(db, hashToken(token), userId, services.now());
  return token;
}

/** Gives the browser its session. */
export function setSessionCookie(
  services: Pick<Services, 'config'>,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(sessionCookieName(services.config), token, {
    ...cookieOptions(services.config),
    maxAge: longestSession / 1000,
  });
}

/** Signs a browser out: its cookie goes whatever happens, its session as soon as the database is reached. */
export async function endSession(
  services: Pick<Services, 'config' | 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.clearCookie(sessionCookieName(services.config), cookieOptions(services.config));
  const token = getSessionToken(services, request);
  if (token) await closeSession(services.db, token);
}

/** Who a token belongs to; undefined when it is unknown or over. `last seen` is written at most once a minute. */
export async function findSignedInUser(
  { db, now }: Pick<Services, 'db' | 'now'>,
  token: string,
): Promise<SignedInUser | undefined> {
  const hash = hashToken(token);
  const found = await findSessionWithUser(db, hash);
  if (!found) return undefined;
  const { createdAt, lastSeenAt, ...person } = found;
  if (isOver(found, now())) {
    await deleteSession(db, hash);
    return undefined;
  }
  if (now().getTime() - lastSeenAt.getTime() > minute) await touchSession(db, hash, now());
  return { kind: 'user', ...person, signedInAt: createdAt };
}

function isOver(
  { role, createdAt, lastSeenAt }: { role: SignedInUser['role']; createdAt: Date; lastSeenAt: Date },
  now: Date,
): boolean {
  const { idle, absolute } = lifetimes[role];
  const at = now.getTime();
  return at - lastSeenAt.getTime() > idle || at - createdAt.getTime() > absolute;
}

/** Who these tokens belong to, without those that are unknown or over. It is a look, not a use of the sessions. */
export async function findSignedInUsers(
  { db, now }: Pick<Services, 'db' | 'now'>,
  tokens: string[],
): Promise<Map<string, SignedInUser>> {
  const byHash = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]));
  const found = await selectSessionsWithUsers(db, tokens.map(hashToken));
  return new Map(
    found
      .filter((session) => !isOver(session, now()))
      .map(({ tokenHash, createdAt, lastSeenAt, ...person }) => [
        byHash.get(tokenHash.toString('hex'))!,
        { kind: 'user', ...person, signedInAt: createdAt },
      ]),
  );
}

/** Ends the session of a token; harmless when there is none. */
export async function closeSession(db: Db, token: string): Promise<void> {
  await deleteSession(db, hashToken(token));
}
