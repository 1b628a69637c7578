import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/event-day/help.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import * as service from './help.service.ts';

/** Serves the queue for help to participants, mentors and organizers. */
export function helpRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getMyHelp, ({ actor }) => service.getMyHelp(services, actor.id));
  route(app, services, contract.askForHelp, ({ actor, params, body }) =>
    service.askForHelp(services, actor, params.id, body),
  );
  route(app, services, contract.updateHelpRequest, ({ actor, params, body }) =>
    service.updateHelpRequest(services, actor, params.id, body),
  );
  route(app, services, contract.rateHelp, ({ actor, params, body }) =>
    service.rateHelp(services, actor.id, params.id, body.rating),
  );
  route(app, services, contract.getHelpQueue, ({ actor }) => service.getHelpQueue(services, actor));
  route(app, services, contract.getHelpOverview, () => service.getHelpOverview(services));
  route(app, services, contract.updateMyMentoring, ({ actor, body }) =>
    service.updateMyMentoring(services, actor.id, body),
  );
  route(app, services, contract.addMentor, ({ actor, body }) => service.addMentor(services, body, actor.id));
  route(app, services, contract.removeMentor, ({ actor, params }) =>
    service.removeMentor(services, params.id, actor.id),
  );
}
