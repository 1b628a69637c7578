import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/event-day/lending.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import * as service from './lending.service.ts';

/** Serves the things that are lent to participants, and to those who hand them out. */
export function lendingRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listThings, ({ actor }) => service.listThings(services, actor.id));
  route(app, services, contract.reserveThing, ({ actor, params }) =>
    service.reserveThing(services, actor, params.number),
  );
  route(app, services, contract.cancelReservation, ({ actor, params }) =>
    service.cancelReservation(services, actor.id, params.number),
  );
  route(app, services, contract.listLoans, () => service.listLoans(services));
  route(app, services, contract.recordLoan, ({ actor, params, body }) =>
    service.recordLoan(services, { id: params.id, by: actor.id }, body),
  );
  route(app, services, contract.listThingLabels, () => service.listThingLabels(services));
}
