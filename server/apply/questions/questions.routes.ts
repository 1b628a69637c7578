import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/questions.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { listSchools } from './questions.service.ts';

/** Serves what the form asks for while somebody answers the event's own questions. */
export function questionRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listSchools, ({ query }) => listSchools(services.event, query.q));
}
