import type { FastifyInstance } from 'fastify';
import { assertWritable } from '../db/readiness.ts';
import type { Services } from '../services.ts';

/** Serves `/healthz` (the process answers) and `/readyz` (it can work). */
export function installOperations(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  app.get('/readyz', async (_request, reply) => {
    await assertWritable(services.db);
    return reply.header('cache-control', 'no-store').send({ ok: true });
  });
}
