import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../services.ts';

/** Serves `/healthz` (the process answers) and `/readyz` (it can work). */
export function installOperations(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  app.get('/readyz', async (_request, reply) => {
    await sql`select 1`.execute(services.db);
    return reply.header('cache-control', 'no-store').send({ ok: true });
  });
}
