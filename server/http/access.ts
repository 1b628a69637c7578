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

/**
 * Finds out who is calling and refuses whom the endpoint does not serve. Roles are read from the database at every
 * call. Throws signed_out without a session of the needed kind and forbidden without the role.
 */
export async function authorise(services: Services, access: Access, request: FastifyRequest): Promise<Actor> {
  if (access === 'open') return { kind: 'anonymous' };
  const token = request.cookies[sessionCookie(services.config)];
  const actor: Actor = (token ? await findSignedIn(services, token) : undefined) ?? { kind: 'anonymous' };
  if (access === 'all') return actor;
  if (actor.kind !== 'user') fail('signed_out');
  if (access !== 'user' && actor.role !== access) fail('forbidden');
  return actor;
}
