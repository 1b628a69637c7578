import type { FastifyInstance } from 'fastify';
import * as notes from '../../../contract/apply/notes.ts';
import * as contract from '../../../contract/apply/reviews.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { addNote, listNotes, readMentions } from './notes.service.ts';
import {
  assignReviewer,
  claimApplications,
  endClaims,
  getReviewStatus,
  listReviews,
  saveReview,
  updateBlindReview,
} from './reviews.service.ts';

/** Serves the calls of organizers who review applications together. */
export function reviewRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listReviews, ({ actor, params }) => listReviews(services, actor, params.id));
  route(app, services, contract.saveReview, ({ actor, params, body }) =>
    saveReview(services, actor, params.id, body),
  );
  route(app, services, notes.listNotes, ({ actor, params }) => listNotes(services, actor, params.id));
  route(app, services, notes.addNote, ({ actor, params, body }) =>
    addNote(services, actor, { ...params, ...body }),
  );
  route(app, services, notes.readMentions, ({ actor, params }) => readMentions(services, actor, params.id));
  route(app, services, contract.claimApplications, ({ actor, body }) =>
    claimApplications(services, actor, body.count),
  );
  route(app, services, contract.assignReviewer, ({ actor, body }) => assignReviewer(services, actor, body));
  route(app, services, contract.endClaims, ({ actor }) => endClaims(services, actor));
  route(app, services, contract.getReviewStatus, ({ actor }) => getReviewStatus(services, actor));
  route(app, services, contract.updateBlindReview, ({ actor, body }) =>
    updateBlindReview(services, actor, body.blind),
  );
}
