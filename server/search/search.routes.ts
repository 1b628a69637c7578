import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/search.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { determineSearchType, searchRag, searchVector } from './search.service.ts';

/** Serves the organizers' search for applicants. */
export function searchRoutes(app: FastifyInstance, services: Services): void {
  app.addHook('onClose', () => services.search.close());
  route(app, services, contract.determineSearchType, ({ body }) => determineSearchType(services, body.query));
  route(app, services, contract.searchVector, ({ actor, body }) => searchVector(services, actor, body));
  route(app, services, contract.searchRag, ({ actor, body }) => searchRag(services, actor, body));
}
