import type { FastifyInstance } from 'fastify';
import { listSlots } from '../../contract/event/program.ts';
import * as contract from '../../contract/event/site.ts';
import { sendDownload } from '../platform/http/download.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import { getCalendar, getEvent } from './event.service.ts';

/** Serves the event and its calendar file. */
export function eventRoutes(app: FastifyInstance, services: Services): void {
  const program = listSlots(services.event);
  route(app, services, contract.getEvent, () => getEvent(services, program));

  route(app, services, contract.getCalendar, ({ reply }) =>
    sendDownload(reply, 'schedule.ics', getCalendar(services)),
  );
}
