import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/check-in-overview.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { attempts, takeReports } from './attempts.service.ts';
import { conflicts, settle } from './conflicts.service.ts';

/** Serves what organisers see of the door, and the stations' word about whom they turned away. */
export function doorRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listAttempts, ({ query }) => attempts(services, query.checkpoint));
  route(app, services, contract.reportAttempts, async ({ actor, body }) => {
    await takeReports(services, actor.id, body);
    return { success: true as const };
  });
  route(app, services, contract.listConflicts, () => conflicts(services));
  route(app, services, contract.settleConflict, async ({ actor, params, body }) => {
    await settle(services, { id: params.id, by: actor.id, ...body });
    return { success: true as const };
  });
}
