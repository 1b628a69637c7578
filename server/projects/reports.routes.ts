import type { FastifyInstance } from 'fastify';
import type { Event } from '../../contract/event/event.ts';
import { paths } from '../../contract/pages.ts';
import * as contract from '../../contract/projects/project-reports.ts';
import type { CachedPage } from '../platform/http/cached-pages.ts';
import { sendCachedPage } from '../platform/http/cached-pages.ts';
import { addFormParser } from '../platform/http/input.ts';
import { createPlainPage } from '../platform/http/plain-page.ts';
import { route } from '../platform/http/route.ts';
import { perEvent, type Services } from '../platform/services.ts';
import { dismissReports, reportProject } from './reports.service.ts';

function createReportedPage({ name }: Pick<Event, 'name'>): CachedPage {
  return createPlainPage({
    site: name,
    title: 'Reported',
    main: `<h1>Thank you. The organizers see your report.</h1>
<p><a href="${paths.projects}">All projects</a></p>`,
  });
}

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
  const getPage = perEvent(services, createReportedPage);
  route(app, services, contract.reportProject, async ({ params, body, request, reply }) => {
    await reportProject(services, { ...params, ...body });
    return sendCachedPage(getPage(), request, reply);
  });
}
