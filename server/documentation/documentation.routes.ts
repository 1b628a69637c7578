import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/api.ts';
import * as contract from '../../contract/site.ts';
import { createCachedPage, sendCachedPage } from '../http/cached-pages.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { sessionCookieName } from '../sessions/session-cookies.ts';
import { createOpenApiDocument } from './openapi.ts';
import { renderDocumentationPage } from './page.ts';

/** Serves the contract as OpenAPI and as a page, both rendered once at start. */
export function documentationRoutes(app: FastifyInstance, services: Services): void {
  const { event, config } = services;
  const served = event.projects
    ? endpoints
    : endpoints.filter(({ path }) => !/^\/(projects|pictures)\b/.test(path));
  const document = createOpenApiDocument(served, {
    title: event.name,
    url: config.publicUrl.origin,
    cookie: sessionCookieName(config, 'user'),
  });
  const openApiFile = createCachedPage({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(document),
  });
  const page = createCachedPage({
    type: 'text/html; charset=utf-8',
    body: renderDocumentationPage(served, event.name),
  });
  route(app, services, contract.getOpenApi, ({ request, reply }) =>
    sendCachedPage(openApiFile, request, reply),
  );
  route(app, services, contract.getApiDocs, ({ request, reply }) => sendCachedPage(page, request, reply));
}
