import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/applications-admin.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import {
  changeStatus,
  changeStatuses,
  countApplications,
  listApplications,
  readApplication,
  readHistory,
  readStatistics,
} from './applications-admin.service.ts';

/** The calls of organisers about all applications. */
export function applicationReviewRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listApplications, async ({ actor, query, reply }) => {
    const { page, total } = await listApplications(services, actor, query);
    reply.header('x-total-count', total);
    return page;
  });
  route(app, services, contract.applicationCounts, () => countApplications(services));
  route(app, services, contract.readApplication, ({ actor, params }) =>
    readApplication(services, actor, params.id),
  );
  route(app, services, contract.applicationHistory, ({ actor, params }) =>
    readHistory(services, actor, params.id),
  );
  route(app, services, contract.applicationStatistics, () => readStatistics(services));
  route(app, services, contract.changeStatus, ({ actor, params, body }) =>
    changeStatus(services, actor, params.id, body),
  );
  route(app, services, contract.changeStatuses, ({ actor, body }) =>
    changeStatuses(services, actor, body.ids, body.status),
  );
}
