import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/event-day/check-in-overview.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { listConflicts, resolveConflict } from './conflicts.service.ts';
import { listRefusedScans, recordRefusedScans } from './refused-scans.service.ts';
import { getStations, reportStation } from './stations.service.ts';

/** Serves the check-in overview of organizers, and takes the refused scans that stations report. */
export function checkInOverviewRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listRefusedScans, ({ query }) =>
    listRefusedScans(services, query.checkpoint),
  );
  route(app, services, contract.recordRefusedScans, ({ actor, body }) =>
    recordRefusedScans(services, actor.id, body),
  );
  route(app, services, contract.reportStation, ({ actor, params, body }) =>
    reportStation(services, { ...body, id: params.id, by: actor.id }),
  );
  route(app, services, contract.getStations, () => getStations(services));
  route(app, services, contract.listConflicts, ({ query }) =>
    listConflicts(services, { isSettled: query.settled === 'true' }),
  );
  route(app, services, contract.resolveConflict, ({ actor, params, body }) =>
    resolveConflict(services, { id: params.id, by: actor.id, ...body }),
  );
}
