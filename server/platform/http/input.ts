import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { ProblemCode } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { isStorable } from '../../../contract/platform/text-rules.ts';
import { isUuid } from '../../../contract/platform/uuid.ts';
import { fail } from './problem.ts';

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Returns what is wrong with an input, in words for people; undefined keeps the schema's own message. */
function formatInputProblem(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'is missing';
    if (issue.code === 'invalid_type') return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
  }
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
  const small = issue.code === 'too_small';
  const bound = Number(small ? issue.minimum : issue.maximum);
  if (issue.origin === 'number' || issue.origin === 'int')
    return `must be ${small ? 'at least' : 'at most'} ${bound}`;
  if (small && bound === 1) return 'is missing';
  const unit = issue.origin === 'string' ? 'characters' : 'entries';
  return `must have ${small ? 'at least' : 'at most'} ${bound} ${unit}`;
}

/** Throws `invalid_input` for strings that cannot be stored unchanged and for values nested too deeply. */
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

/**
 * Parses a value with a schema. Throws `code` with a sentence for each wrong field, but `invalid_input` for errors inside a
 * field.
 */
export function parseInput<T extends z.ZodType>(
  schema: T,
  value: unknown,
  code: ProblemCode = 'invalid_input',
): z.output<T> {
  requireStorable(value);
  const result = schema.safeParse(value, { error: formatInputProblem });
  if (result.success) return result.data;
  // Excludes the names that every object inherits, because callers choose the keys.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] ??= 'is not known here';
    else fields[issue.path.join('.') || 'body'] ??= issue.message;
  }
  const isInside = result.error.issues.every(({ path }) => path.length > 1);
  fail(isInside ? 'invalid_input' : code, { fields });
}

/** Parses the query. Throws `invalid_input`, also for malformed percent-encoding. */
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

/** Throws `wrong_content_type` for a form where the endpoint takes none, and for a compressed body. */
export function requireContentType(endpoint: Endpoint, request: FastifyRequest): void {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  const isForm = /^\s*multipart\//i.test(type);
  if (encoding !== 'identity' || (isForm && !endpoint.form && !endpoint.anyOrigin))
    fail('wrong_content_type');
}

/**
 * Returns the `Idempotency-Key` as a UUID: the UUID that was sent, one derived from the caller and any other key of
 * printable characters, or a random one if the header is absent. Throws `invalid_input`.
 */
export function parseIdempotencyKey(request: FastifyRequest, callerId: string): string {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined) return crypto.randomUUID();
  if (typeof sent !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(sent))
    fail('invalid_input', { fields: { 'Idempotency-Key': 'is not a key of at most 200 characters' } });
  if (isUuid(sent)) return sent.toLowerCase();
  return hash('sha256', `${callerId} ${sent}`).replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12}).*/,
    '$1-$2-$3-$4-$5',
  );
}

/** Parses JSON bodies. An empty body counts as none, because many clients always send the content type. */
export function installBodyParsers(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : json(request, String(body), done),
  );
}

/** Adds a route that also accepts a form from a page that works without scripts, or ignores any body. */
export function addWebFormRoute(
  app: FastifyInstance,
  options: RouteOptions,
  { webForm: bodyLimit, anyOrigin }: Endpoint,
): void {
  app.register(async (scope) => {
    if (anyOrigin) {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) =>
        done(null, undefined),
      );
    }
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.route(options);
  });
}
