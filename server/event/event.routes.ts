import type { FastifyInstance } from 'fastify';
import { listSlots } from '../../contract/event/program.ts';
import * as contract from '../../contract/event/site.ts';
import { sendDownload } from '../platform/http/download.ts';
import { route } from '../platform/http/route.ts';
import { perEvent, type Services } from '../platform/services.ts';
import { getCalendar, getEvent } from './event.service.ts';

/** Serves the event and its calendar file. */
export function eventRoutes(app: FastifyInstance, services: Services): void {
  const getProgram = perEvent(services, listSlots);
  route(app, services, contract.getEvent, () => getEvent(services, getProgram()));

  route(app, services, contract.getCalendar, ({ reply }) =>
    sendDownload(reply, 'schedule.ics', getCalendar(services)),
  );
}
