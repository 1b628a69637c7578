import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/teams/teams.ts';
import { fill, texts } from '../../contract/texts.ts';
import { toAddressKey } from '../platform/http/rate-limit.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import { getInvitation, getMyInvitation, updateMyInvitation } from './invite-link.service.ts';
import {
  cancelJoinRequest,
  createJoinRequest,
  decideJoinRequest,
  listReceivedRequests,
  listSentRequests,
} from './join-requests.service.ts';
import { joinTeam, leaveTeam, removeMember } from './members.service.ts';
import { listOpenTeams } from './team-directory.service.ts';
import { searchTeams } from './team-search.service.ts';
import { createTeam, getTeam } from './teams.service.ts';

const success = (message: string) => ({ success: true, message }) as const;

/** Serves the calls about teams and join requests. */
export function teamRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.searchTeams, ({ actor, query }) => searchTeams(services, actor, query));

  route(app, services, contract.listOpenTeams, ({ actor, query }) =>
    listOpenTeams(services, actor, query.track),
  );

  route(app, services, contract.getTeam, ({ actor, params }) =>
    getTeam(services.db, services, actor, params.id),
  );

  route(app, services, contract.createTeam, ({ actor, body }) => createTeam(services, actor, body));

  route(app, services, contract.joinTeam, ({ actor, body }) => joinTeam(services, actor, body.inviteCode));

  route(app, services, contract.getInvitation, ({ actor, body, request }) =>
    getInvitation(services, body.inviteCode, {
      user: actor.kind === 'user' ? actor : undefined,
      address: toAddressKey(request.ip),
    }),
  );

  route(app, services, contract.getMyInvitation, ({ actor }) => getMyInvitation(services, actor));

  route(app, services, contract.updateMyInvitation, ({ actor, body }) =>
    updateMyInvitation(services, actor, body.inviteCode),
  );

  route(app, services, contract.leaveTeam, async ({ actor, params }) => {
    await leaveTeam(services, actor, params.id);
    return success(texts.teams.left);
  });

  route(app, services, contract.removeMember, async ({ actor, params }) => {
    await removeMember(services, actor, { teamId: params.id, memberId: params.memberId });
    return success(texts.teams.removed);
  });

  route(app, services, contract.listReceivedRequests, ({ actor }) =>
    listReceivedRequests(services.db, actor),
  );

  route(app, services, contract.listSentRequests, ({ actor }) => listSentRequests(services.db, actor));

  route(app, services, contract.createJoinRequest, ({ actor, body }) =>
    createJoinRequest(services, actor, body),
  );

  route(app, services, contract.decideJoinRequest, async ({ actor, params, body }) => {
    await decideJoinRequest(services, actor, { id: params.id, action: body.action });
    const action = body.action === 'approve' ? 'approved' : 'rejected';
    return success(fill(texts.teams.requestDone, { action }));
  });

  route(app, services, contract.cancelJoinRequest, async ({ actor, params }) => {
    await cancelJoinRequest(services, actor, params.id);
    return success(texts.teams.cancelDone);
  });
}
