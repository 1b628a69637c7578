import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { cookieName, cookieOptions, findCookie } from '../../platform/sessions/session-cookies.ts';
import { flowLifetime } from './oidc.service.ts';

type Site = Pick<Config, 'publicUrl'>;

/** Returns the token that binds a sign-in to the browser that started it. */
export function findFlowToken(config: Site, request: FastifyRequest): string | undefined {
  return findCookie(request, cookieName(config, 'flow'));
}

export function setFlowCookie(config: Site, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(config, 'flow'), token, {
    ...cookieOptions(config),
    maxAge: flowLifetime / 1000,
  });
}

export function clearFlowCookie(config: Site, reply: FastifyReply): void {
  reply.clearCookie(cookieName(config, 'flow'), cookieOptions(config));
}
