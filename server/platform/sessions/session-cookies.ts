import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { longestSession, type SessionKind } from './session-holders.ts';

type Site = Pick<Config, 'publicUrl'>;

const names: Record<SessionKind, string> = { user: 'sid', judge: 'judge', reviewer: 'review' };

/** Returns the full name of a cookie. Over https, browsers enforce that this host set it. */
const toFullName = ({ publicUrl }: Site, name: string): string =>
  publicUrl.protocol === 'https:' ? `__Host-${name}` : name;

/** Returns the value of a cookie that a browser sent. */
export function findCookie(config: Site, { headers, server }: FastifyRequest, name: string) {
  return headers.cookie === undefined
    ? undefined
    : server.parseCookie(headers.cookie)[toFullName(config, name)];
}

/**
 * Sets a cookie that scripts cannot read and that other sites only send when a link is followed; `lifetime` is in
 * milliseconds.
 */
export function setCookie(
  config: Site,
  reply: FastifyReply,
  name: string,
  value: string,
  { lifetime, expires }: { lifetime: number; expires?: never } | { lifetime?: never; expires: Date },
): void {
  const until = expires ? { expires } : { maxAge: lifetime / 1000 };
  reply.setCookie(toFullName(config, name), value, { ...cookieOptions(config), ...until });
}

export function clearCookie(config: Site, reply: FastifyReply, name: string): void {
  reply.clearCookie(toFullName(config, name), cookieOptions(config));
}

function cookieOptions({ publicUrl }: Site) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' } as const;
}

export function sessionCookieName(config: Site, kind: SessionKind): string {
  return toFullName(config, names[kind]);
}

/** Returns the session token that a browser sent. */
export function findSessionToken(config: Site, kind: SessionKind, request: FastifyRequest) {
  return findCookie(config, request, names[kind]);
}

export function setSessionCookie(config: Site, kind: SessionKind, reply: FastifyReply, token: string): void {
  setCookie(config, reply, names[kind], token, { lifetime: longestSession[kind] });
}

export function clearSessionCookie(config: Site, kind: SessionKind, reply: FastifyReply): void {
  clearCookie(config, reply, names[kind]);
}

const deviceLifetime = 60 * 24 * 3_600_000;

/** Returns the mark of a browser that has signed in before, see `setDeviceCookie`. */
export function findDeviceMark(config: Site, kind: SessionKind, request: FastifyRequest): string | undefined {
  return findCookie(config, request, `${names[kind]}-device`);
}

/** Makes the browser a known device for 60 days: failed sign-ins elsewhere do not count against it. */
export function setDeviceCookie(config: Site, kind: SessionKind, reply: FastifyReply, mark: string): void {
  setCookie(config, reply, `${names[kind]}-device`, mark, { lifetime: deviceLifetime });
}
