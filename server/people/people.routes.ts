import type { FastifyInstance } from 'fastify';
import { renameMe, setTeamPreference } from '../../contract/people.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { changePreference, rename, userView } from './people.service.ts';

/** What people do with their own account. */
export function peopleRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, renameMe, async ({ actor, body }) => ({
    success: true as const,
    user: userView(services, await rename(services, actor.id, body.name)),
  }));

  route(app, services, setTeamPreference, async ({ actor, body }) => ({
    success: true as const,
    user: userView(services, await changePreference(services, actor.id, body.teamPreference)),
  }));
}
