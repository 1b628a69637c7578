import type { FastifyInstance } from 'fastify';
import * as directoryContract from '../../contract/teams/team-directory.ts';
import * as contract from '../../contract/teams/teams.ts';
import { serve } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import * as invitation from './invite-link.service.ts';
import * as invites from './invites.service.ts';
import * as joinRequests from './join-requests.service.ts';
import * as members from './members.service.ts';
import * as cards from './team-cards.service.ts';
import * as directory from './team-directory.service.ts';
import * as teams from './teams.service.ts';

/** Serves teams, their members and join requests, and the directory of open teams. */
export function teamRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, contract, {
    ...teams,
    ...members,
    ...joinRequests,
    ...invitation,
    ...directory,
  });
  serve(app, services, directoryContract, { ...directory, ...cards, ...invites });
}
