import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/users.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { clearSessionCookie } from '../sessions/session-cookies.ts';
import { deleteMyAccount, exportPersonalData } from './account.service.ts';
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

  route(app, services, contract.exportPersonalData, async ({ actor, reply }) =>
    reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="about-me.zip"')
      .send(await exportPersonalData(services, actor.id)),
  );

  route(app, services, contract.deleteMyAccount, async ({ actor, reply }) => {
    await deleteMyAccount(services, actor);
    clearSessionCookie(services.config, 'user', reply);
    return { success: true as const };
  });
}
