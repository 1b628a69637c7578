import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/people/volunteers.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import {
  addVolunteer,
  listVolunteers,
  removeVolunteer,
  searchVolunteerCandidates,
} from './volunteers.service.ts';

/** Serves the organizers' list of volunteers. */
export function volunteerRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listVolunteers, () => listVolunteers(services));
  route(app, services, contract.searchVolunteerCandidates, ({ query }) =>
    searchVolunteerCandidates(services, query.term),
  );
  route(app, services, contract.addVolunteer, async ({ actor, body }) => ({
    success: true as const,
    data: await addVolunteer(services, body.email, actor.id),
  }));
  route(app, services, contract.removeVolunteer, ({ actor, params }) =>
    removeVolunteer(services, params.id, actor.id),
  );
}
