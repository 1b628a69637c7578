import type { FastifyRequest } from 'fastify';
import { fail } from './problem.ts';

/**
 * Throws `bad_origin` for a call from another site: an `Origin` that is sent must be ours and a `Sec-Fetch-Site` must be
 * `same-origin`. A call with neither does not come from a browser.
 */
export function requireOwnOrigin(request: FastifyRequest, ownOrigin: string): void {
  const { origin = ownOrigin, 'sec-fetch-site': site = 'same-origin' } = request.headers;
  if (origin !== ownOrigin || site !== 'same-origin') fail('bad_origin');
}
