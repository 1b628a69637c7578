import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/people/staff.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import {
  endStaffSessions,
  handOverOwnership,
  inviteStaff,
  listStaff,
  removeStaff,
  updateStaffRole,
} from './staff.service.ts';

/** Serves the page of the people who run the event. */
export function staffRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listStaff, ({ actor }) => listStaff(services, actor));
  route(app, services, contract.inviteStaff, ({ actor, body }) => inviteStaff(services, actor.id, body));
  route(app, services, contract.updateStaffRole, ({ actor, params, body }) =>
    updateStaffRole(services, actor.id, { ...params, ...body }),
  );
  route(app, services, contract.removeStaff, ({ actor, params }) =>
    removeStaff(services, actor.id, params.id),
  );
  route(app, services, contract.endStaffSessions, ({ actor, params }) =>
    endStaffSessions(services, actor.id, params.id),
  );
  route(app, services, contract.handOverOwnership, ({ actor, params }) =>
    handOverOwnership(services, actor.id, params.id),
  );
}
