import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/exports.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { exportEvent, exportRegistrations } from './exports.service.ts';

/** Serves the exports of the whole event to organizers. */
export function exportRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.exportEvent, async ({ reply }) => {
    const zip = await exportEvent(services);
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="event.zip"')
      .send(zip);
  });
  route(app, services, contract.exportRegistrations, async ({ reply }) => {
    const csv = await exportRegistrations(services);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="registrations.csv"')
      .send(csv);
  });
}
