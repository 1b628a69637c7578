import type { FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import { findSignedIn, type SignedIn, sessionCookie } from '../people/sessions.service.ts';
import type { Services } from '../services.ts';
import { fail } from './problem.ts';

export interface Anonymous {
  kind: 'anonymous';
}
export type Actor = Anonymous | SignedIn;

/** The actor that a route's function may count on, by the endpoint's access. */
export type ActorOf<A extends Access> = A extends 'open' ? Anonymous : A extends 'all' ? Actor : SignedIn;

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Finds out who is calling; roles are read from the database at every call. */
export async function identify(services: Services, access: Access, request: FastifyRequest): Promise<Actor> {
  const token = access === 'open' ? undefined : request.cookies[sessionCookie(services.config)];
  return (token && (await findSignedIn(services, token))) || { kind: 'anonymous' };
}

/** Refuses whom an endpoint does not serve: signed_out without a session of the needed kind, forbidden without the role. */
export function admit(access: Access, actor: Actor): void {
  if (access === 'open' || access === 'all') return;
  if (actor.kind !== 'user') fail('signed_out');
  if (access !== 'user' && actor.role !== access) fail('forbidden');
}
