import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/projects/project-reports.ts';
import { sendCachedPage } from '../platform/http/cached-pages.ts';
import { addFormParser } from '../platform/http/input.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import { createReportedPage } from './report-page.ts';
import { dismissReports, reportProject } from './reports.service.ts';

/** Serves reports of projects, at an event that has them. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  if (!services.event.projects) return;
  route(app, services, contract.dismissReports, ({ actor, params }) =>
    dismissReports(services, actor.id, params.id),
  );
  void app.register(async (scope) => visitorRoutes(scope, services));
}

function visitorRoutes(app: FastifyInstance, services: Services): void {
  addFormParser(app, 8192);
  const page = createReportedPage(services.event);
  route(app, services, contract.reportProject, async ({ params, body, request, reply }) => {
    await reportProject(services, { ...params, ...body });
    return sendCachedPage(page, request, reply);
  });
}
