import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { longestSession, type SessionKind } from './sessions.service.ts';

type Site = Pick<Config, 'publicUrl'>;

const names: Record<SessionKind, string> = { user: 'sid', judge: 'judge', reviewer: 'review' };

/** Returns the full name of a cookie. Over https the browser enforces that this host set it. */
export function cookieName({ publicUrl }: Site, name: string): string {
  return publicUrl.protocol === 'https:' ? `__Host-${name}` : name;
}

/** Returns the value of a cookie that a browser sent. */
export function findCookie({ headers, server }: FastifyRequest, name: string): string | undefined {
  return headers.cookie === undefined ? undefined : server.parseCookie(headers.cookie)[name];
}

/** Returns options for a cookie that scripts cannot read and that other sites send only with a followed link. */
export function cookieOptions({ publicUrl }: Site) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' } as const;
}

export function sessionCookieName(config: Site, kind: SessionKind): string {
  return cookieName(config, names[kind]);
}

/** Returns the session token that a browser sent. */
export function findSessionToken(
  config: Site,
  kind: SessionKind,
  request: FastifyRequest,
): string | undefined {
  return findCookie(request, sessionCookieName(config, kind));
}

export function setSessionCookie(config: Site, kind: SessionKind, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookieName(config, kind), token, {
    ...cookieOptions(config),
    maxAge: longestSession[kind] / 1000,
  });
}

export function clearSessionCookie(config: Site, kind: SessionKind, reply: FastifyReply): void {
  reply.clearCookie(sessionCookieName(config, kind), cookieOptions(config));
}

const deviceLifetime = 60 * 24 * 3_600_000;

/** Returns the mark of a browser that has signed in before, see `setDeviceCookie`. */
export function findDeviceMark(config: Site, kind: SessionKind, request: FastifyRequest): string | undefined {
  return findCookie(request, `${sessionCookieName(config, kind)}-device`);
}

/** Makes the browser a known device for 60 days: failed sign-ins elsewhere do not count against it. */
export function setDeviceCookie(config: Site, kind: SessionKind, reply: FastifyReply, mark: string): void {
  reply.setCookie(`${sessionCookieName(config, kind)}-device`, mark, {
    ...cookieOptions(config),
    maxAge: deviceLifetime / 1000,
  });
}
