import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/badges.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { listBadges } from './badges.service.ts';

/** Serves the badges that organizers print. */
export function badgeRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listBadges, ({ body }) => listBadges(services, body.ids));
}
