import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/after/exports.ts';
import { sendDownload } from '../../platform/http/download.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { exportEvent, exportRegistrations } from './exports.service.ts';

/** Serves the exports of the whole event to organizers. */
export function exportRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.exportEvent, async ({ reply }) =>
    sendDownload(reply, 'event.zip', await exportEvent(services)),
  );
  route(app, services, contract.exportRegistrations, async ({ reply }) =>
    sendDownload(reply, 'registrations.csv', await exportRegistrations(services)),
  );
}
