import type { FastifyInstance } from 'fastify';
import { assertWritable } from '../db/readiness.ts';
import type { Services } from '../services.ts';
import { fail } from './problem.ts';
import type { StaticPageServer } from './static-page-server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes proxies send requests elsewhere before the program stops: `/readyz` is 503 and every answer closes its
     * connection. Requests are still answered, and live streams stay until the program closes.
     */
    startDraining: () => void;
  }
}

/** Serves `/healthz` (the process answers) and `/readyz` (it can work and is not draining). */
export function installHealth(app: FastifyInstance, services: Services, staticPages: StaticPageServer): void {
  app.decorate('startDraining', () => {
    staticPages.closesConnections = true;
  });
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  app.get('/readyz', async (_request, reply) => {
    if (staticPages.closesConnections) fail('unavailable', { retryAfter: 5 });
    await assertWritable(services.db);
    return reply.header('cache-control', 'no-store').send({ ok: true });
  });
}
