import type { FastifyInstance } from 'fastify';
import * as shifts from '../../../contract/people/shifts.ts';
import * as contract from '../../../contract/people/volunteers.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { findSessionToken, setSessionCookie } from '../../platform/sessions/session-cookies.ts';
import { endShifts, getShiftCode, startShift } from './shifts.service.ts';
import { toUser } from './users.service.ts';
import {
  addVolunteer,
  listVolunteers,
  removeVolunteer,
  searchVolunteerCandidates,
} from './volunteers.service.ts';

/** Serves the organizers' list of volunteers, and the shifts of those who scan a code. */
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
  route(app, services, shifts.getShiftCode, ({ actor, query }) =>
    getShiftCode(services, { ...query, express: query.express === 'true', by: actor.id }),
  );
  route(app, services, shifts.startShift, async ({ actor, body, key, request, reply }) => {
    const { user, token, station } = await startShift(services, {
      ...body,
      key,
      signedIn: actor.kind === 'user' ? actor : undefined,
      replaced: findSessionToken(services.config, 'user', request),
    });
    if (token) setSessionCookie(services.config, 'user', reply, token);
    return { success: true as const, user: toUser(services, user), station };
  });
  route(app, services, shifts.endShifts, ({ actor }) => endShifts(services, actor.id));
}
