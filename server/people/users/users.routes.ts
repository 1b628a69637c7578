import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/people/users.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { toUser, updateMyName, updateTeamPreference } from './users.service.ts';

/** Serves users' own accounts. */
export function userRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.updateMyName, async ({ actor, body }) => ({
    success: true as const,
    user: toUser(services, await updateMyName(services, actor.id, body.name)),
  }));

  route(app, services, contract.updateTeamPreference, async ({ actor, body }) => ({
    success: true as const,
    user: toUser(services, await updateTeamPreference(services, actor.id, body.teamPreference)),
  }));
}
