import type { FastifyInstance } from 'fastify';
import { makeBadges } from '../../contract/badges.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { badgesOf } from './badges.service.ts';

/** Serves what organisers print for people to wear. */
export function badgeRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, makeBadges, ({ body }) => badgesOf(services, body.ids));
}
