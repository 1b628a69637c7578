import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/operations/log.ts';
import { sendDownload } from '../../platform/http/download.ts';
import { route } from '../../platform/http/route.ts';
import { retryFailedMails } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { exportLog, listFailedMails, listLog } from './log.service.ts';

/** Serves the log of what was done, and the emails that were given up. */
export function logRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listLog, ({ actor, query }) => listLog(services, actor.id, query));
  route(app, services, contract.exportLog, ({ actor, query, reply }) =>
    sendDownload(reply, 'log.csv', exportLog(services, actor.id, query.kind)),
  );
  route(app, services, contract.listFailedMails, () => listFailedMails(services));
  route(app, services, contract.retryFailedMails, async ({ body }) => ({
    success: true as const,
    queued: await retryFailedMails(services, body.ids),
  }));
}
