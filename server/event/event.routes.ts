import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/site.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { getCalendar, getEvent } from './event.service.ts';

/** Serves the event and its calendar file. */
export function eventRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getEvent, () => getEvent(services));

  route(app, services, contract.getCalendar, ({ reply }) =>
    reply
      .header('content-disposition', 'attachment; filename="schedule.ics"')
      .type('text/calendar; charset=utf-8')
      .send(getCalendar(services)),
  );
}
