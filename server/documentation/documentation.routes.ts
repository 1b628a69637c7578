import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/api.ts';
import { apiDocs, openApi } from '../../contract/site.ts';
import { sessionCookie } from '../auth/sessions.service.ts';
import { hold, sendHeld } from '../http/cached-pages.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { openApiDocument } from './openapi.ts';
import { documentationPage } from './page.ts';

/** The contract for programs (OpenAPI) and for people, both made once at start. */
export function documentationRoutes(app: FastifyInstance, services: Services): void {
  const { event, config } = services;
  const document = openApiDocument(endpoints, {
    title: event.name,
    url: config.publicUrl.origin,
    cookie: sessionCookie(config),
  });
  const openApiFile = hold({ type: 'application/json; charset=utf-8', body: JSON.stringify(document) });
  const page = hold({ type: 'text/html; charset=utf-8', body: documentationPage(endpoints, event.name) });
  route(app, services, openApi, ({ request, reply }) => sendHeld(openApiFile, request, reply));
  route(app, services, apiDocs, ({ request, reply }) => sendHeld(page, request, reply));
}
