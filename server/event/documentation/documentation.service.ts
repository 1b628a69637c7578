import { type ProblemCode, problems } from '../../../contract/errors.ts';
import type * as contract from '../../../contract/event/site.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { createCachedPage, sendCachedPage } from '../../platform/http/cached-pages.ts';
import type { HttpCall } from '../../platform/http/call.ts';
import { perEvent, type Services } from '../../platform/services.ts';
import { sessionCookieName } from '../../platform/sessions/session-cookies.ts';
import { createOpenApiDocument } from './openapi.ts';
import { renderDocumentationPage } from './page.ts';

/** The calls and refusals that an event has only with a part that it need not have. */
const parts = [
  {
    part: 'projects',
    calls: /^\/(projects|pictures|results|judge\/prize|scores\/prizes)\b/,
    refusals: /^(project|picture|import|results)|_prize/,
  },
  { part: 'help', calls: /^\/help\//, refusals: /^help_|^unknown_topic$/ },
  { part: 'lending', calls: /^\/lending\//, refusals: /^thing_|^unknown_thing$/ },
  { part: 'certificates', calls: /^\/certificates?\b/, refusals: /^certificate/ },
  { part: 'feedback', calls: /^\/feedback\b/, refusals: /^feedback_/ },
  { part: 'resumeBook', calls: /^\/resume-book\b/, refusals: /^resume_link/ },
] as const;

const listMissing = ({ event }: Services) => parts.filter(({ part }) => !event[part]);
const listServed = (services: Services, endpoints: readonly Endpoint[]) =>
  endpoints.filter(({ path }) => !listMissing(services).some(({ calls }) => calls.test(path)));

const getOpenApiFile = perEvent((services, endpoints: readonly Endpoint[]) => {
  const { event, config } = services;
  const about = {
    title: event.name,
    url: config.publicUrl.origin,
    cookie: sessionCookieName(config, 'user'),
  };
  const body = JSON.stringify(createOpenApiDocument(listServed(services, endpoints), about));
  return createCachedPage({ type: 'application/json; charset=utf-8', body });
});

const getPage = perEvent((services, endpoints: readonly Endpoint[]) => {
  const missing = listMissing(services);
  const codes = Object.keys(problems) as ProblemCode[];
  const refusals = codes.filter((code) => !missing.some((part) => part.refusals.test(code)));
  const body = renderDocumentationPage(listServed(services, endpoints), refusals, services.event.name);
  return createCachedPage({ type: 'text/html; charset=utf-8', body });
});

/** Sends the contract as OpenAPI, which is rendered when it is first requested. */
export const getOpenApi = (services: Services, { request, reply }: HttpCall<typeof contract.getOpenApi>) =>
  sendCachedPage(getOpenApiFile(services, request.server.endpoints), request, reply);

/** Sends the contract as a page, which is rendered when it is first requested. */
export const getApiDocs = (services: Services, { request, reply }: HttpCall<typeof contract.getApiDocs>) =>
  sendCachedPage(getPage(services, request.server.endpoints), request, reply);
