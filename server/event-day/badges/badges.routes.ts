import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/event-day/badges.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { listBadges } from './badges.service.ts';

/** Serves the badges that organizers print. */
export function badgeRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listBadges, ({ body }) => listBadges(services, body.ids));
}
