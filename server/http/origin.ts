import type { FastifyRequest } from 'fastify';
import { fail } from './problem.ts';

/**
 * Refuses unsafe calls from other sites: an `Origin` must be ours; without one, `Sec-Fetch-Site` must be `same-origin`;
 * without both the call does not come from a browser. Throws bad_origin.
 */
export function requireOwnOrigin(request: FastifyRequest, ownOrigin: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origin !== ownOrigin) fail('bad_origin');
  if (site !== undefined && site !== 'same-origin' && !(origin === ownOrigin && site === 'same-origin'))
    fail('bad_origin');
}
