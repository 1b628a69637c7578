import type { FastifyInstance } from 'fastify';
import { addVolunteer, findCandidates, listVolunteers, removeVolunteer } from '../../contract/volunteers.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { candidates, endHelp, letHelp, volunteers } from './volunteers.service.ts';

/** Who helps at the door, for organisers. */
export function volunteerRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listVolunteers, () => volunteers(services));
  route(app, services, findCandidates, ({ query }) => candidates(services, query.term));
  route(app, services, addVolunteer, async ({ actor, body }) => ({
    success: true as const,
    data: await letHelp(services, body.email, actor.id),
  }));
  route(app, services, removeVolunteer, async ({ actor, params }) => {
    await endHelp(services, params.id, actor.id);
    return { success: true as const };
  });
}
