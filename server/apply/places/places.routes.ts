import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/places.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { getPlaceFigures } from './places.service.ts';
import { listWaitlist, moveOnWaitlist, updateWaitlistOrder } from './waitlist.service.ts';

/** Serves the organizers' calls about limited places and who waits for one. */
export function placeRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getPlaceFigures, () => getPlaceFigures(services));
  route(app, services, contract.listWaitlist, ({ actor }) => listWaitlist(services, actor));
  route(app, services, contract.updateWaitlistOrder, ({ actor, body }) =>
    updateWaitlistOrder(services, actor, body.order),
  );
  route(app, services, contract.moveOnWaitlist, ({ actor, params, body }) =>
    moveOnWaitlist(services, actor, { ...params, ...body }),
  );
}
