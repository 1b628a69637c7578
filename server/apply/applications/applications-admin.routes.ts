import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/applications-admin.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { getApplicantIndex } from '../search/applicant-index.ts';
import {
  countApplications,
  getApplication,
  getApplicationHistory,
  getApplicationStatistics,
  listApplicationDetails,
  listApplications,
} from './applications-admin.service.ts';
import { updateApplicationStatus, updateApplicationStatuses } from './decisions.service.ts';
import { deleteView, listSavedViews, saveView } from './saved-views.service.ts';

/** Serves the organizers' calls about all applications. */
export function applicationAdminRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.listApplications, async ({ actor, query, reply }) => {
    const { page, total } = await listApplications(services, actor, query);
    // Whoever sees the list may search next, which does not wait for the profiles of everybody then.
    getApplicantIndex(services).prepare((error) =>
      services.log.error({ err: error }, 'Search index not up to date'),
    );
    reply.header('x-total-count', total);
    return page;
  });
  route(app, services, contract.countApplications, () => countApplications(services));
  route(app, services, contract.listSavedViews, () => listSavedViews(services.db));
  route(app, services, contract.saveView, ({ body }) => saveView(services, body));
  route(app, services, contract.deleteView, ({ query }) => deleteView(services, query.name));
  route(app, services, contract.getApplication, ({ actor, params }) =>
    getApplication(services, actor, params.id),
  );
  route(app, services, contract.getApplicationHistory, ({ actor, params }) =>
    getApplicationHistory(services, actor, params.id),
  );
  route(app, services, contract.getApplicationStatistics, () => getApplicationStatistics(services));
  route(app, services, contract.listApplicationDetails, ({ actor, body }) =>
    listApplicationDetails(services, actor, body.ids),
  );
  route(app, services, contract.updateApplicationStatus, ({ actor, params, body }) =>
    updateApplicationStatus(services, actor, params.id, body),
  );
  route(app, services, contract.updateApplicationStatuses, ({ actor, body }) =>
    updateApplicationStatuses(services, actor, body.ids, body),
  );
}
