import type { FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '../../../contract/platform/endpoint.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import type { Services } from '../services.ts';
import { findSessionToken } from '../sessions/session-cookies.ts';
import {
  findSessionHolder,
  type Reviewer,
  type SessionHolder,
  type SignedInJudge,
  type SignedInUser,
} from '../sessions/sessions.service.ts';
import { failIf } from './problem.ts';

interface Anonymous {
  kind: 'anonymous';
}
export type Actor = Anonymous | SessionHolder;

/** The actor that a route's function may count on, by the endpoint's access. */
export type ActorOf<A extends Access> = A extends 'open'
  ? Anonymous
  : A extends 'all'
    ? Anonymous | SignedInUser
    : A extends 'judge'
      ? SignedInJudge
      : A extends 'reviewer'
        ? Reviewer
        : SignedInUser;

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Returns who is calling, by the kind of session that the access needs. */
export async function identify(
  services: Services,
  { access, untraced }: Endpoint,
  request: FastifyRequest,
): Promise<Actor> {
  if (access === 'open') return { kind: 'anonymous' };
  const kind = access === 'judge' || access === 'reviewer' ? access : 'user';
  const token = findSessionToken(services.config, kind, request);
  return (token && (await findSessionHolder(services, kind, token, { untraced }))) || { kind: 'anonymous' };
}

/**
 * Returns why an actor cannot make a call; undefined when they can. `server/testing/authz-matrix.json` lists who may make
 * which call, `web/routes.tsx` which pages are for whom.
 */
export function accessRefusal(access: Access, actor: Actor): 'signed_out' | 'forbidden' | undefined {
  if (access === 'open' || access === 'all') return undefined;
  if (access === 'judge' || access === 'reviewer') return actor.kind === access ? undefined : 'signed_out';
  if (actor.kind !== 'user') return 'signed_out';
  return hasAccess(actor.role, access) && (access !== 'owner' || actor.isOwner) ? undefined : 'forbidden';
}

/** Throws `signed_out` without a session of the needed kind, and `forbidden` without the needed role. */
export function requireAccess(access: Access, actor: Actor): void {
  failIf(accessRefusal(access, actor));
}
