import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/people/shifts.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { findSessionToken, setSessionCookie } from '../../platform/sessions/session-cookies.ts';
import { endShifts, getShiftCode, startShift } from './shifts.service.ts';
import { toUser } from './users.service.ts';

/** Serves the shifts of volunteers who scan a code. */
export function shiftRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services;
  route(app, services, contract.getShiftCode, ({ actor, query }) =>
    getShiftCode(services, { ...query, express: query.express === 'true', by: actor.id }),
  );
  route(app, services, contract.startShift, async ({ actor, body, key, request, reply }) => {
    const { user, token, station } = await startShift(services, {
      ...body,
      key,
      signedIn: actor.kind === 'user' ? actor : undefined,
      replaced: findSessionToken(config, 'user', request),
    });
    if (token) setSessionCookie(config, 'user', reply, token);
    return { success: true as const, user: toUser(services, user), station };
  });
  route(app, services, contract.endShifts, ({ actor }) => endShifts(services, actor.id));
}
