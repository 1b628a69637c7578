import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/places.ts';
import { route } from '../http/route.ts';
import { getPlaceFigures } from '../places/places.service.ts';
import { moveOnWaitlist, updateWaitlistOrder } from '../places/waitlist.service.ts';
import type { Services } from '../services.ts';
import { listWaitlist } from './waitlist.service.ts';

/** Serves the organizers' calls about limited places and who waits for one. */
export function waitlistRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getPlaceFigures, () => getPlaceFigures(services));
  route(app, services, contract.listWaitlist, ({ actor }) => listWaitlist(services, actor));
  route(app, services, contract.updateWaitlistOrder, async ({ actor, body }) => {
    await updateWaitlistOrder(services, actor, body.order);
    return { success: true as const };
  });
  route(app, services, contract.moveOnWaitlist, async ({ actor, params, body }) => {
    await moveOnWaitlist(services, actor, { ...params, ...body });
    return { success: true as const };
  });
}
