import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/judging/results.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import { getPublication, publishResults, withdrawResults } from './publication.service.ts';

/** Serves the publishing of results, at an event that has projects. */
export function publicationRoutes(app: FastifyInstance, services: Services): void {
  if (!services.event.projects) return;
  route(app, services, contract.getPublication, () => getPublication(services));
  route(app, services, contract.publishResults, ({ actor, body }) =>
    publishResults(services, actor.id, body),
  );
  route(app, services, contract.withdrawResults, ({ actor }) => withdrawResults(services, actor.id));
}
