import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { ProblemCode } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { isStorable } from '../../contract/text-rules.ts';
import { formatInputProblem } from './input-sentences.ts';
import { fail } from './problem.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Refuses strings that cannot be stored unchanged and values nested deeper than allowed. Throws invalid_input. */
function requireStorable(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (!isStorable(value))
      fail('invalid_input', { fields: { body: 'has a character that cannot be stored' } });
  } else if (value !== null && typeof value === 'object') {
    if (depth >= limits.json.maxDepth) fail('invalid_input', { fields: { body: 'is nested too deeply' } });
    for (const [key, inner] of Object.entries(value)) {
      requireStorable(key, depth + 1);
      requireStorable(inner, depth + 1);
    }
  }
}

/** Parses with a schema; throws `code` (invalid_input) with one sentence for each wrong field. */
export function parseInput<T extends z.ZodType>(
  schema: T,
  value: unknown,
  code: ProblemCode = 'invalid_input',
): z.output<T> {
  requireStorable(value);
  const result = schema.safeParse(value, { error: formatInputProblem });
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] ??= 'is not known here';
    else fields[issue.path.join('.') || 'body'] ??= issue.message;
  }
  fail(code, { fields });
}

/** Parses the query; throws invalid_input, also for percent signs that stand for no text. */
export function parseQuery<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  const { url } = request;
  if (url.includes('%') && !isDecodable(url.slice(url.indexOf('?') + 1)))
    fail('invalid_input', { fields: { query: 'has a character that cannot be read' } });
  return parseInput(schema, request.query);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Refuses content that the endpoint does not take: a form elsewhere than at an upload, or anything compressed. Throws wrong_content_type. */
export function requireContent(declared: Endpoint, request: FastifyRequest): void {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  const isForm = /^\s*multipart\//i.test(type);
  if (encoding !== 'identity' || (isForm && !declared.form)) fail('wrong_content_type');
}

/**
 * The `Idempotency-Key` as a UUID: the one that was sent, a name-based one for any other key of visible characters, which
 * is this caller's own, or a fresh one without the header. Throws invalid_input.
 */
export function parseIdempotencyKey(request: FastifyRequest, callerId: string): string {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined) return crypto.randomUUID();
  if (typeof sent !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(sent))
    fail('invalid_input', { fields: { 'Idempotency-Key': 'is not a key of at most 200 characters' } });
  if (uuid.test(sent)) return sent.toLowerCase();
  return hash('sha256', `${callerId} ${sent}`).replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12}).*/,
    '$1-$2-$3-$4-$5',
  );
}

/** Reads JSON bodies; a call that takes none may send an empty one, since many clients name the type in any case. */
export function installBodyParsers(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : json(request, String(body), done),
  );
}
