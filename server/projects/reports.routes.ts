import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/project-reports.ts';
import { sendCachedPage } from '../http/cached-pages.ts';
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
  // The page of a project has a form that works without scripts.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8192 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const page = createReportedPage(services.event);
  route(app, services, contract.reportProject, async ({ params, body, request, reply }) => {
    await reportProject(services, { ...params, ...body });
    return sendCachedPage(page, request, reply);
  });
}
