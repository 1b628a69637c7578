import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import product from '../../../package.json' with { type: 'json' };
import { findUnreadiness, listKnownMigrations } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { fail } from './problem.ts';
import type { StaticPageServer } from './static-page-server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes proxies send requests elsewhere before the program stops: `/readyz` returns 503 and every answer closes its
     * connection. Requests are still answered, and live streams stay open until the program closes.
     */
    startDraining: () => void;
  }
}

/**
 * Serves `/healthz` (the process responds), `/readyz` (it is not draining, and the database is available with the right
 * schema) and `/version` (of the program and its schema).
 */
export function installHealth(app: FastifyInstance, services: Services, staticPages: StaticPageServer): void {
  app.decorate('startDraining', () => {
    staticPages.closesConnections = true;
  });
  // When the program stops listening, connections not yet accepted would be reset, and no proxy repeats a POST. The event
  // loop accepts them all between two turns of `setImmediate`.
  app.addHook('preClose', async () => {
    await nextTurn();
    await nextTurn();
  });
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  app.get('/readyz', async (_request, reply) => {
    if (staticPages.closesConnections) fail('unavailable', { retryAfter: 5 });
    const reason = await findUnreadiness(services.db);
    reply.header('cache-control', 'no-store');
    if (!reason) return reply.send({ ok: true });
    return reply.code(503).header('retry-after', '5').send({ code: 'unavailable', message: reason });
  });
  app.get('/version', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ version: product.version, schema: listKnownMigrations().at(-1) }),
  );
}
