import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../../contract/api.ts';
import { type ProblemCode, problems } from '../../../contract/errors.ts';
import * as contract from '../../../contract/event/site.ts';
import { createCachedPage, sendCachedPage } from '../../platform/http/cached-pages.ts';
import { route } from '../../platform/http/route.ts';
import { perEvent, type Services } from '../../platform/services.ts';
import { sessionCookieName } from '../../platform/sessions/session-cookies.ts';
import { createOpenApiDocument } from './openapi.ts';
import { renderDocumentationPage } from './page.ts';

// What an event without projects does not have.
const callsOfProjects = /^\/(projects|pictures|results|judge\/prize|scores\/prizes)\b/;
const refusalsOfProjects = /^(project|picture|import|results)|_prize/;

/** Serves the contract as OpenAPI and as a page, each rendered when it is first requested. */
export function documentationRoutes(app: FastifyInstance, services: Services): void {
  const { event, config } = services;
  const served = event.projects ? endpoints : endpoints.filter(({ path }) => !callsOfProjects.test(path));
  const codes = Object.keys(problems) as ProblemCode[];
  const refusals = event.projects ? codes : codes.filter((code) => !refusalsOfProjects.test(code));
  const getOpenApiFile = perEvent(services, ({ name: title }) =>
    createCachedPage({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(
        createOpenApiDocument(served, {
          title,
          url: config.publicUrl.origin,
          cookie: sessionCookieName(config, 'user'),
        }),
      ),
    }),
  );
  const getPage = perEvent(services, ({ name }) =>
    createCachedPage({
      type: 'text/html; charset=utf-8',
      body: renderDocumentationPage(served, refusals, name),
    }),
  );
  route(app, services, contract.getOpenApi, ({ request, reply }) =>
    sendCachedPage(getOpenApiFile(), request, reply),
  );
  route(app, services, contract.getApiDocs, ({ request, reply }) =>
    sendCachedPage(getPage(), request, reply),
  );
}
