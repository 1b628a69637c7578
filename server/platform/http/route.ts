import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import { type Endpoint, listCalls } from '../../../contract/platform/endpoint.ts';
import { success } from '../../../contract/platform/responses.ts';
import type { Services } from '../services.ts';
import { findViewedPerson, identify, requireAccess, requireOwnOrigin } from './access.ts';
import type { Handled, HttpCall, ServiceOf } from './call.ts';
import { Download, sendDownload } from './download.ts';
import { addWebFormRoute, parseIdempotencyKey, parseInput, parseQuery, requireContentType } from './input.ts';
import { fail, Problem } from './problem.ts';
import { createSerializer, SerializedResponse, validateResponse } from './responses.ts';
import { addFormRoute, receiveForm } from './uploads.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Validate every response against its schema, in tests. */
    validates: boolean;
    /** The calls that are served. */
    endpoints: Endpoint[];
  }
}

/** Whether a call receives files, which can take minutes on a slow line. */
const isLarge = ({ form }: Endpoint) =>
  Object.values(form?.files ?? {}).some(({ maxBytes }) => maxBytes > 20_000_000);

/**
 * Serves one endpoint of the contract: checks origin, limit and access before the body is read, parses the input, calls
 * `handle`, and serializes the response by its schema, so that nothing outside the contract can leave.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  handle: (call: HttpCall<E>) => Handled<E>,
): void {
  app.endpoints.push(endpoint);
  const ownOrigin = services.config.publicUrl.origin;
  const send = createSender(app, endpoint);
  const isUnsafe = endpoint.method !== 'GET';
  const options: RouteOptions = {
    config: { endpoint },
    // Reads have the time limits of the database and the bucket, and can take long to send.
    ...(isUnsafe && { handlerTimeout: isLarge(endpoint) ? 300_000 : 60_000 }),
    onRequest: async (request) => {
      if (isUnsafe && !endpoint.anyOrigin) requireOwnOrigin(request, ownOrigin);
      const actor = await identify(services, endpoint, request);
      request.actor = actor;
      const counted = app.limiter(endpoint, actor, request);
      if (counted) await counted;
      request.actor = (await findViewedPerson(services, endpoint, actor, request)) ?? actor;
      requireAccess(endpoint.access, request.actor);
      if (isUnsafe) requireContentType(endpoint, request);
    },
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    handler: async (request, reply) => {
      const params = endpoint.params ? endpoint.params.safeParse(request.params) : undefined;
      if (params && !params.success) fail('not_found');
      if (endpoint.body && request.body === undefined) fail('malformed_body');
      const call = {
        actor: request.actor,
        params: params?.data,
        query: endpoint.query ? parseQuery(endpoint.query, request) : undefined,
        body: endpoint.body ? parseInput(endpoint.body, request.body, endpoint.refusedAs) : undefined,
        key: endpoint.idempotent
          ? parseIdempotencyKey(request, request.actor.kind === 'anonymous' ? '' : request.actor.id)
          : undefined,
        fields: undefined as unknown,
        files: {},
        request,
        reply,
      };
      reply.header('cache-control', 'no-store');
      if (!endpoint.form) return send(reply, await handle(call as unknown as HttpCall<E>));
      const form = await receiveForm(services, request, endpoint.form);
      try {
        const received = {
          ...call,
          fields: parseInput(endpoint.form.fields, form.fields),
          files: form.files,
        };
        return send(reply, await handle(received as unknown as HttpCall<E>));
      } catch (error) {
        const { failed } = endpoint.form;
        if (!failed || error instanceof Problem) throw error;
        throw new Problem(failed, { retryAfter: 2, cause: error });
      } finally {
        await form.discard();
      }
    },
  };
  if (endpoint.form) addFormRoute(app, options);
  else if (endpoint.webForm) addWebFormRoute(app, options, endpoint);
  else app.route(options);
}

/** Serves each call of a contract with the function of its name. */
export function serve<C extends object>(
  app: FastifyInstance,
  services: Services,
  contract: C,
  service: ServiceOf<C>,
): void {
  const functions = service as ServiceOf<Record<string, Endpoint>>;
  for (const [name, endpoint] of listCalls(contract))
    route(app, services, endpoint, (call) => functions[name]?.(services, call));
}

/** Serves calls that only an event with projects has, and answers `not_found` while the settings turn projects off. */
export function serveWithProjects(
  app: FastifyInstance,
  services: Pick<Services, 'event'>,
  addRoutes: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async () => {
      if (!services.event.projects) fail('not_found');
    });
    addRoutes(scope);
  });
}

function createSender(app: FastifyInstance, { response, status }: Endpoint) {
  if (typeof response === 'string')
    return (reply: FastifyReply, result: unknown): unknown => {
      if (reply.sent) return reply;
      if (result instanceof Download) return sendDownload(reply, result);
      return response === 'empty' ? reply.status(status ?? 204).send() : (result ?? reply);
    };
  const serialize = createSerializer(response);
  return (reply: FastifyReply, result: unknown): unknown => {
    const value = response === success ? { success: true } : result;
    const json = value instanceof SerializedResponse ? value.json : serialize(value);
    if (app.validates && !(value instanceof SerializedResponse)) validateResponse(response, value, json);
    return reply
      .status(status ?? reply.statusCode)
      .type('application/json; charset=utf-8')
      .send(json);
  };
}
