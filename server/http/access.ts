import type { FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import { findSignedInUser, type SignedInUser, sessionCookieName } from '../auth/sessions.service.ts';
import { findJudge, type SignedInJudge } from '../judging/judge-auth.service.ts';
import { findReviewer, type Reviewer } from '../judging/score-review.service.ts';
import type { Services } from '../services.ts';
import { fail } from './problem.ts';

export interface Anonymous {
  kind: 'anonymous';
}
export type Actor = Anonymous | SignedInUser | SignedInJudge | Reviewer;

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

/** Finds out who is calling, by the kind of session that the call needs; roles are read from the database at every call. */
export async function identify(services: Services, access: Access, request: FastifyRequest): Promise<Actor> {
  if (access === 'judge') return (await findJudge(services, request)) ?? { kind: 'anonymous' };
  if (access === 'reviewer') return (await findReviewer(services, request)) ?? { kind: 'anonymous' };
  const token = access === 'open' ? undefined : request.cookies[sessionCookieName(services.config)];
  return (token && (await findSignedInUser(services, token))) || { kind: 'anonymous' };
}

/** Refuses whom an endpoint does not serve: signed_out without a session of the needed kind, forbidden without the role. */
export function requireAccess(access: Access, actor: Actor): void {
  if (access === 'open' || access === 'all') return;
  if (access === 'judge' || access === 'reviewer') {
    if (actor.kind !== access) fail('signed_out');
    return;
  }
  if (actor.kind !== 'user') fail('signed_out');
  if (access === 'user' || access === actor.role) return;
  if (access !== 'door' || actor.role === 'hacker') fail('forbidden');
}
