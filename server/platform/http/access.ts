import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access, Endpoint } from '../../../contract/platform/endpoint.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import type { Services } from '../services.ts';
import { findSessionToken } from '../sessions/session-cookies.ts';
import type { Reviewer, SessionHolder, SignedInJudge, SignedInUser } from '../sessions/session-holders.ts';
import { fail } from './problem.ts';

interface Anonymous {
  kind: 'anonymous';
}
export type Actor = Anonymous | SessionHolder;

/** The actor that a route's function can rely on, by the endpoint's access. */
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

/**
 * Throws `bad_origin` for a call from another site: an `Origin` that is sent must be ours and a `Sec-Fetch-Site` must be
 * `same-origin`. A call with neither does not come from a browser.
 */
export function requireOwnOrigin(request: FastifyRequest, ownOrigin: string): void {
  const { origin = ownOrigin, 'sec-fetch-site': site = 'same-origin' } = request.headers;
  if (origin !== ownOrigin || site !== 'same-origin') fail('bad_origin', { values: { address: ownOrigin } });
}

/** Returns who is calling, for the kind of session that the access needs. */
export async function identify(
  services: Services,
  { access, leavesNoTrace }: Endpoint,
  request: FastifyRequest,
): Promise<Actor> {
  if (access === 'open') return { kind: 'anonymous' };
  const kind = access === 'judge' || access === 'reviewer' ? access : 'user';
  const token = findSessionToken(services.config, kind, request);
  return (
    (token && (await services.sessions.findHolder(services, kind, token, { leavesNoTrace }))) || {
      kind: 'anonymous',
    }
  );
}

/** The header with the id of the person whose dashboard an organizer views. */
const viewHeader = 'x-view-as';

/**
 * Returns the participant as whom an organizer makes a viewable call; undefined without the header. Throws `signed_out`,
 * `forbidden`, `view_only` for any other call, `export_blind`, and `not_found`.
 */
export async function findViewedPerson(
  services: Services,
  { access, viewable, method }: Endpoint,
  actor: Actor,
  request: FastifyRequest,
): Promise<SignedInUser | undefined> {
  const id = request.headers[viewHeader];
  if (id === undefined || access === 'open') return undefined;
  requireAccess('admin', actor);
  if (!viewable || method !== 'GET' || actor.kind !== 'user') return fail('view_only');
  const person = z.uuid().safeParse(id).success && (await services.sessions.findViewed(services, String(id)));
  return person
    ? { kind: 'user', ...person, signedInAt: actor.signedInAt, viewedBy: actor.id }
    : fail('not_found');
}

/**
 * Throws `signed_out` without a session of the needed kind, and `forbidden` without the needed role.
 * `server/testing/authz-matrix.txt` lists who may make which call, `web/routes.tsx` who may open which page.
 */
export function requireAccess(access: Access, actor: Actor): void {
  if (access === 'open' || access === 'all') return;
  if (access === 'judge' || access === 'reviewer') {
    if (actor.kind !== access) fail('signed_out');
    return;
  }
  if (actor.kind !== 'user') fail('signed_out');
  if (!hasAccess(actor.role, access) || (access === 'owner' && !actor.isOwner)) fail('forbidden');
}
