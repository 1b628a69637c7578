import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/teams/team-directory.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import { createInvite, decideInvite, listReceivedInvites } from './invites.service.ts';
import { deleteMyTeamCard, getMyTeamCard, listTeamCards, updateMyTeamCard } from './team-cards.service.ts';
import { updateTeamNeed } from './team-directory.service.ts';

/** Serves the directory of teams: what teams need, the cards of people without one, and invites. */
export function teamDirectoryRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.updateTeamNeed, ({ actor, params, body }) =>
    updateTeamNeed(services, actor, { teamId: params.id, need: body.need }),
  );

  route(app, services, contract.getMyTeamCard, ({ actor }) => getMyTeamCard(services, actor));

  route(app, services, contract.updateMyTeamCard, ({ actor, body }) =>
    updateMyTeamCard(services, actor, body),
  );

  route(app, services, contract.deleteMyTeamCard, ({ actor }) => deleteMyTeamCard(services, actor));

  route(app, services, contract.listTeamCards, ({ actor }) => listTeamCards(services, actor));

  route(app, services, contract.createInvite, ({ actor, body }) =>
    createInvite(services, actor, body.cardId),
  );

  route(app, services, contract.listReceivedInvites, ({ actor }) => listReceivedInvites(services, actor));

  route(app, services, contract.decideInvite, ({ actor, params, body }) =>
    decideInvite(services, actor, { id: params.id, action: body.action }),
  );
}
