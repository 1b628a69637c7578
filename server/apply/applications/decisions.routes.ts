import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/decisions.ts';
import { moveToWaitlist as moveToWaitlistCall } from '../../../contract/apply/places.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { answerForApplicant } from './attendance.service.ts';
import { moveToWaitlist, undoDecision } from './decisions.service.ts';
import { previewEmail } from './email-preview.service.ts';
import { extendOffer, offerPlace } from './offers.service.ts';
import { releaseDecisions } from './release.service.ts';

/** Serves the organizers' calls that take decisions back or release them. */
export function decisionRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.undoDecision, ({ actor, params, body }) =>
    undoDecision(services, actor, params.id, body.status),
  );
  route(app, services, moveToWaitlistCall, ({ actor, body }) => moveToWaitlist(services, actor, body.ids));
  route(app, services, contract.answerForApplicant, ({ actor, params, body }) =>
    answerForApplicant(services, actor, params.id, body.attending),
  );
  route(app, services, contract.extendOffer, ({ actor, params, body }) =>
    extendOffer(services, actor, params.id, body.until),
  );
  route(app, services, contract.offerPlace, ({ actor, params, body }) =>
    offerPlace(services, actor, params.id, body.reason),
  );
  route(app, services, contract.previewEmail, (call) => previewEmail(services, call));
  route(app, services, contract.releaseDecisions, ({ actor }) => releaseDecisions(services, actor));
}
