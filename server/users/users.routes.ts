import type { FastifyInstance } from 'fastify';
import { deleteMe, exportMe, renameMe, setTeamPreference } from '../../contract/users.ts';
import { endSession } from '../auth/sessions.service.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { deleteAccount, exportPerson } from './account.service.ts';
import { changePreference, rename, userView } from './users.service.ts';

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

  route(app, services, exportMe, async ({ actor, reply }) =>
    reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="about-me.zip"')
      .send(await exportPerson(services, actor.id)),
  );

  route(app, services, deleteMe, async ({ actor, request, reply }) => {
    await deleteAccount(services, actor);
    await endSession(services, request, reply);
    return { success: true as const };
  });
}
