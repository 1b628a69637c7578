import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/operations/home.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { findByName, getHome } from './home.service.ts';

/** Serves the organizers' home page, and what their command palette finds. */
export function homeRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getHome, ({ actor }) => getHome(services, actor));
  route(app, services, contract.findByName, ({ actor, query }) => findByName(services, actor, query.q));
}
