import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { problemBody } from '../../contract/errors.ts';

type Json = { [key: string]: unknown };

const contentTypes = { file: 'application/octet-stream', page: 'text/html', stream: 'text/event-stream' };

/** A schema as JSON Schema: what is sent (`input`) or what is answered (`output`). */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

/** The parameters of a schema's object, each on its own. */
function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function requestBody({ body, form }: Endpoint): Json | undefined {
  if (body)
    return { required: true, content: { 'application/json': { schema: toJsonSchema(body, 'input') } } };
  if (!form) return undefined;
  const fields = toJsonSchema(form.fields, 'input') as { properties?: Json };
  const files = Object.entries(form.files).map(([name, { maxBytes }]) => [
    name,
    { type: 'string', format: 'binary', description: `A PDF of at most ${maxBytes} bytes` },
  ]);
  const schema = { ...fields, properties: { ...fields.properties, ...Object.fromEntries(files) } };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function isOpen({ access }: Endpoint): boolean {
  return access === 'open' || access === 'all';
}

/** The statuses with which a call can be refused before its own rules are asked, and those that its rules may give. */
function refusals(declared: Endpoint): number[] {
  const unsafe = declared.method !== 'GET';
  const takes = declared.body || declared.form;
  return [
    ...(takes || declared.query ? [400] : []),
    ...(isOpen(declared) ? [] : [401]),
    ...(unsafe || !isOpen(declared) ? [403] : []),
    ...(declared.params ? [404] : []),
    ...(unsafe ? [409] : []),
    ...(takes ? [413, 415] : []),
    ...(declared.idempotent ? [422] : []),
    429,
    503,
  ];
}

function answer(declared: Endpoint): Json {
  if (typeof declared.answer !== 'string')
    return {
      description: 'Done',
      content: { 'application/json': { schema: toJsonSchema(declared.answer, 'output') } },
    };
  if (declared.answer === 'redirect')
    return { description: 'Goes on elsewhere', headers: { Location: { schema: { type: 'string' } } } };
  if (declared.answer === 'empty') return { description: 'Done' };
  return { description: 'Done', content: { [contentTypes[declared.answer]]: {} } };
}

/** The status of a call that succeeds. */
export function successStatus(declared: Endpoint): number {
  const byAnswer = declared.answer === 'redirect' ? 302 : declared.answer === 'empty' ? 204 : 200;
  return declared.status ?? byAnswer;
}

function operation(declared: Endpoint): Json {
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', format: 'uuid' } };
  return {
    operationId: `${declared.method.toLowerCase()}${declared.path.replace(/[^a-z0-9]+/gi, '_')}`,
    tags: [declared.path.split('/')[1]],
    summary: declared.summary,
    security: isOpen(declared) ? [] : [{ session: [] }],
    'x-access': declared.access,
    parameters: [
      ...parameters(declared.params, 'path'),
      ...parameters(declared.query, 'query'),
      ...(declared.idempotent ? [key] : []),
    ],
    requestBody: requestBody(declared),
    responses: {
      [successStatus(declared)]: answer(declared),
      ...Object.fromEntries(
        refusals(declared).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** The contract as an OpenAPI 3.1 document; `cookie` is the name of the session cookie. */
export function createOpenApiDocument(
  endpoints: readonly Endpoint[],
  { title, url, cookie }: { title: string; url: string; cookie: string },
): Json {
  const paths: Record<string, Json> = {};
  for (const declared of endpoints) {
    const path = declared.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operation(declared) };
  }
  const statuses = [...new Set(endpoints.flatMap(refusals))].sort();
  const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: `${url}/api` }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      schemas: { Problem: toJsonSchema(problemBody, 'output') },
      responses: Object.fromEntries(
        statuses.map((status) => [status, { description: STATUS_CODES[status], content: refusal }]),
      ),
    },
  };
}
