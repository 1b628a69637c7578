import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/project-reports.ts';
import { sendCachedPage } from '../http/cached-pages.ts';
import { addFormParser } from '../http/input.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { createReportedPage } from './report-page.ts';
import { dismissReports, reportProject } from './reports.service.ts';

/** Serves reports of projects, at an event that has them. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  if (!services.event.projects) return;
  route(app, services, contract.dismissReports, async ({ actor, params }) => {
    await dismissReports(services, actor.id, params.id);
    return { success: true } as const;
  });
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
