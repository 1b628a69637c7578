import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/after/feedback.ts';
import { sendDownload } from '../../platform/http/download.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { exportFeedback, getFeedback, getMyFeedback, submitFeedback } from './feedback.service.ts';

/** Serves the anonymous feedback form, and its answers to organizers. */
export function feedbackRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getMyFeedback, ({ actor }) => getMyFeedback(services, actor.id));
  route(app, services, contract.submitFeedback, ({ actor, body }) =>
    submitFeedback(services, actor.id, body.answers),
  );
  route(app, services, contract.getFeedback, () => getFeedback(services));
  route(app, services, contract.exportFeedback, async ({ reply }) =>
    sendDownload(reply, 'feedback.csv', await exportFeedback(services)),
  );
}
