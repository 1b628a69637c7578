import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/event-day/walk-ins.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import * as service from './walk-ins.service.ts';

/** Serves the people who register at the entrance. */
export function walkInRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.submitWalkIn, ({ params, body }) =>
    service.submitWalkIn(services, params.id, body),
  );
  route(app, services, contract.getWalkInRegistration, () => service.getWalkInRegistration(services));
  route(app, services, contract.updateWalkInRegistration, ({ actor, body }) =>
    service.updateWalkInRegistration(services, { ...body, by: actor.id }),
  );
  route(app, services, contract.listWalkIns, () => service.listWalkIns(services));
  route(app, services, contract.removeWalkIn, ({ params }) => service.removeWalkIn(services, params.id));
}
