import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/event-day/check-in.ts';
import { listConflicts } from '../../../contract/event-day/check-in-overview.ts';
import { texts } from '../../../contract/texts.ts';
import { accessRefusal } from '../../platform/http/access.ts';
import { fail } from '../../platform/http/problem.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { canAdmitWalkIns, canRenewPass } from './check-in.policy.ts';
import * as service from './check-in.service.ts';
import * as participants from './participants.service.ts';
import * as roster from './roster.service.ts';

/** Serves the calls of check-in stations: find people, check them in, undo it, and renew passes. */
export function checkInRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.searchParticipants, ({ query }) =>
    participants.searchParticipants(services, query),
  );
  route(app, services, contract.listCheckedIn, ({ query }) =>
    participants.listCheckedIn(services, query.checkpoint),
  );
  route(app, services, contract.checkInParticipant, async ({ actor, body, key }) => {
    if (body.walkIn && !canAdmitWalkIns(actor)) fail('forbidden');
    const data = await service.checkInParticipant(services, { ...body, key, by: actor.id });
    const message = body.undoneAfter === undefined ? texts.checkIn.done : 'Check-in undone';
    return { success: true as const, data, message };
  });
  route(app, services, contract.getPassHolder, ({ actor, body }) =>
    participants.getPassHolder(services, { ...body, by: actor.id }),
  );
  route(app, services, contract.syncCheckIns, ({ actor, body }) =>
    service.syncCheckIns(services, actor.id, body.checkIns),
  );
  route(app, services, contract.getRoster, async ({ actor, query }) => ({
    ...(await roster.getRoster(services, query.checkpoint)),
    can: {
      undo: !accessRefusal(contract.undoCheckIn.access, actor),
      review: !accessRefusal(listConflicts.access, actor),
    },
  }));
  route(app, services, contract.countCheckIns, () => roster.countCheckIns(services));
  route(app, services, contract.undoCheckIn, ({ actor, params, body }) =>
    service.undoCheckIn(services, { id: params.id, by: actor.id, reason: body.reason }),
  );
  route(app, services, contract.renewPass, async ({ actor, params }) => {
    if (!canRenewPass(actor, params.id)) fail('forbidden');
    return {
      success: true as const,
      qrCode: await participants.renewPass(services, { userId: params.id, by: actor.id }),
    };
  });
}
