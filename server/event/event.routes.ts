import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/site.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { formatCalendar } from './calendar.ts';

/** Serves the event and its calendar file. */
export function eventRoutes(app: FastifyInstance, services: Services): void {
  const { event, config, now } = services;

  route(app, services, contract.getEvent, () => ({
    ...event,
    registration: {
      ...event.registration,
      open: !event.registration.enforce || now().getTime() <= Date.parse(event.registration.closesAt),
    },
    community: event.links.community,
    wallets: { apple: config.apple !== undefined, google: config.google !== undefined },
  }));

  const file = formatCalendar(event, config.publicUrl.hostname, now());
  route(app, services, contract.getCalendar, ({ reply }) =>
    reply
      .header('content-disposition', 'attachment; filename="schedule.ics"')
      .type('text/calendar; charset=utf-8')
      .send(file),
  );
}
