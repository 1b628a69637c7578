import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/decisions.ts';
import { moveToWaitlist as moveToWaitlistCall } from '../../../contract/apply/places.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { moveToWaitlist, undoDecision } from './decisions.service.ts';
import { releaseDecisions } from './release.service.ts';

/** Serves the organizers' calls that take decisions back or release them. */
export function decisionRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.undoDecision, ({ actor, params, body }) =>
    undoDecision(services, actor, params.id, body.status),
  );
  route(app, services, moveToWaitlistCall, ({ actor, body }) => moveToWaitlist(services, actor, body.ids));
  route(app, services, contract.releaseDecisions, ({ actor }) => releaseDecisions(services, actor));
}
