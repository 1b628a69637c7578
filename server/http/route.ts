import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type {
  AnswerGiven,
  BodyOf,
  Endpoint,
  FieldsOf,
  FileNames,
  ParamsOf,
  QueryOf,
} from '../../contract/endpoint.ts';
import type { StagedFile } from '../files/staging.ts';
import type { Services } from '../services.ts';
import { type ActorOf, identify, requireAccess } from './access.ts';
import { parseIdempotencyKey, parseInput, parseQuery, requireContent } from './input.ts';
import { requireOwnOrigin } from './origin.ts';
import { fail } from './problem.ts';
import { SerializedAnswer } from './serialized.ts';
import { receiveForm } from './uploads.ts';

/** What a route's function is given: everything parsed, the person known and allowed. */
export interface Call<E extends Endpoint> {
  actor: ActorOf<E['access']>;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  fields: FieldsOf<E>;
  files: Partial<Record<FileNames<E>, StagedFile>>;
  /** The `Idempotency-Key`, of calls that take one. */
  key: E extends { idempotent: true } ? string : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answer<E extends Endpoint> = E['answer'] extends z.ZodType ? AnswerGiven<E> : unknown;

/**
 * Serves one endpoint of the contract: checks origin, access and limit before the body is read, parses what came in,
 * calls `answer`, and parses what leaves, so that nothing outside the contract can leave.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  declared: E,
  answer: (call: Call<E>) => Promise<Answer<E> | SerializedAnswer> | Answer<E> | SerializedAnswer,
): void {
  const ownOrigin = services.config.publicUrl.origin;
  const unsafe = declared.method !== 'GET';
  app.route({
    config: { endpoint: declared },
    onRequest: async (request) => {
      if (unsafe) requireOwnOrigin(request, ownOrigin);
      const actor = await identify(services, declared.access, request);
      await app.limiter(declared, actor, request);
      requireAccess(declared.access, actor);
      if (unsafe) requireContent(declared, request);
      request.actor = actor;
    },
    method: declared.method,
    url: `/api${declared.path}`,
    handler: async (request, reply) => {
      const params = declared.params ? declared.params.safeParse(request.params) : undefined;
      if (params && !params.success) fail('not_found');
      if (declared.body && request.body === undefined) fail('malformed_body');
      const call = {
        actor: request.actor,
        params: params?.data,
        query: declared.query ? parseQuery(declared.query, request) : undefined,
        body: declared.body ? parseInput(declared.body, request.body, declared.refusedAs) : undefined,
        key: declared.idempotent
          ? parseIdempotencyKey(request, request.actor.kind === 'anonymous' ? '' : request.actor.id)
          : undefined,
        fields: undefined as unknown,
        files: {},
        request,
        reply,
      };
      reply.header('cache-control', 'no-store');
      if (!declared.form) return send(declared, reply, await answer(call as unknown as Call<E>));
      const form = await receiveForm(services, request, declared.form);
      try {
        const received = {
          ...call,
          fields: parseInput(declared.form.fields, form.fields),
          files: form.files,
        };
        return send(declared, reply, await answer(received as unknown as Call<E>));
      } finally {
        await form.discard();
      }
    },
  });
}

function send(declared: Endpoint, reply: FastifyReply, result: unknown): unknown {
  if (reply.sent) return reply;
  if (typeof declared.answer === 'string') {
    if (declared.answer === 'empty') return reply.status(declared.status ?? 204).send();
    return result ?? reply;
  }
  reply.status(declared.status ?? reply.statusCode);
  if (result instanceof SerializedAnswer)
    return reply.type('application/json; charset=utf-8').send(result.json);
  return declared.answer.parse(result);
}
