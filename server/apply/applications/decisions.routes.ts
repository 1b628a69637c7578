import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/decisions.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { undoDecision } from './decisions.service.ts';
import { releaseDecisions } from './release.service.ts';

/** Serves the organizers' calls that take decisions back or release them. */
export function decisionRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.undoDecision, ({ actor, params, body }) =>
    undoDecision(services, actor, params.id, body.status),
  );
  route(app, services, contract.releaseDecisions, ({ actor }) => releaseDecisions(services, actor));
}
