import type { FastifyInstance } from 'fastify';
import * as calls from '../../contract/teams.ts';
import { fill, texts } from '../../contract/texts.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { askToJoin, cancelRequest, decideRequest, readReceived, readSent } from './join-requests.service.ts';
import { joinByCode, leaveTeam, removeMember } from './members.service.ts';
import { searchTeams } from './team-search.service.ts';
import { foundTeam, readTeam } from './teams.service.ts';

const said = (message: string) => ({ success: true, message }) as const;

/** Serves every call on teams and join requests. */
export function teamRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.searchTeams, ({ actor, query }) => searchTeams(services, actor, query));

  route(app, services, calls.readTeam, ({ actor, params }) =>
    readTeam(services.db, services, actor, params.id),
  );

  route(app, services, calls.createTeam, ({ actor, body }) => foundTeam(services, actor, body));

  route(app, services, calls.joinTeam, ({ actor, body }) => joinByCode(services, actor, body.inviteCode));

  route(app, services, calls.leaveTeam, async ({ actor, params }) => {
    await leaveTeam(services, actor, params.id);
    return said(texts.teams.left);
  });

  route(app, services, calls.removeMember, async ({ actor, params }) => {
    await removeMember(services, actor, { teamId: params.id, memberId: params.memberId });
    return said(texts.teams.removed);
  });

  route(app, services, calls.requestsReceived, ({ actor }) => readReceived(services.db, actor));

  route(app, services, calls.requestsSent, ({ actor }) => readSent(services.db, actor));

  route(app, services, calls.askToJoin, ({ actor, body }) => askToJoin(services, actor, body));

  route(app, services, calls.decideRequest, async ({ actor, params, body }) => {
    await decideRequest(services, actor, { id: params.id, action: body.action });
    const action = body.action === 'approve' ? 'approved' : 'rejected';
    return said(fill(texts.teams.requestDone, { action }));
  });

  route(app, services, calls.cancelRequest, async ({ actor, params }) => {
    await cancelRequest(services, actor, params.id);
    return said(texts.teams.cancelDone);
  });
}
