import { endpoints } from '../../../contract/api.ts';
import { type ProblemCode, problems } from '../../../contract/errors.ts';
import type * as contract from '../../../contract/event/site.ts';
import { createCachedPage, sendCachedPage } from '../../platform/http/cached-pages.ts';
import type { HttpCall } from '../../platform/http/call.ts';
import { perEvent, type Services } from '../../platform/services.ts';
import { sessionCookieName } from '../../platform/sessions/session-cookies.ts';
import { createOpenApiDocument } from './openapi.ts';
import { renderDocumentationPage } from './page.ts';

// What an event without projects does not have.
const callsOfProjects = /^\/(projects|pictures|results|judge\/prize|scores\/prizes)\b/;
const refusalsOfProjects = /^(project|picture|import|results)|_prize/;

const listServed = ({ event }: Services) =>
  event.projects ? endpoints : endpoints.filter(({ path }) => !callsOfProjects.test(path));

const getOpenApiFile = perEvent((services) => {
  const { event, config } = services;
  const about = {
    title: event.name,
    url: config.publicUrl.origin,
    cookie: sessionCookieName(config, 'user'),
  };
  const body = JSON.stringify(createOpenApiDocument(listServed(services), about));
  return createCachedPage({ type: 'application/json; charset=utf-8', body });
});

const getPage = perEvent((services) => {
  const codes = Object.keys(problems) as ProblemCode[];
  const refusals = services.event.projects ? codes : codes.filter((code) => !refusalsOfProjects.test(code));
  const body = renderDocumentationPage(listServed(services), refusals, services.event.name);
  return createCachedPage({ type: 'text/html; charset=utf-8', body });
});

/** Sends the contract as OpenAPI, which is rendered when it is first requested. */
export const getOpenApi = (services: Services, { request, reply }: HttpCall<typeof contract.getOpenApi>) =>
  sendCachedPage(getOpenApiFile(services), request, reply);

/** Sends the contract as a page, which is rendered when it is first requested. */
export const getApiDocs = (services: Services, { request, reply }: HttpCall<typeof contract.getApiDocs>) =>
  sendCachedPage(getPage(services), request, reply);
