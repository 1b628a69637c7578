import { z } from 'zod';
import { problemBody } from '../../../contract/errors.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { STATUS_CODES } from '../../platform/http/node-http.ts';

type Json = { [key: string]: unknown };

const contentTypes = { file: 'application/octet-stream', page: 'text/html', stream: 'text/event-stream' };

/** Returns a schema as JSON Schema, of what is sent (`input`) or of what is answered (`output`). */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    ...{ io, unrepresentable: 'any' },
    // Labels and hints for the settings page are not part of the contract.
    metadata: z.registry(),
  }) as Json;
  return rest;
}

function listParameters(schema: z.ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

function formatRequestBody({ body, form }: Endpoint): Json | undefined {
  if (body)
    return { required: true, content: { 'application/json': { schema: toJsonSchema(body, 'input') } } };
  if (!form) return undefined;
  const fields = toJsonSchema(form.fields, 'input') as { properties?: Json };
  const files = Object.entries(form.files).map(([name, { format, maxBytes }]) => [
    name,
    { type: 'string', format: 'binary', description: `${format}, at most ${maxBytes} bytes` },
  ]);
  const schema = { ...fields, properties: { ...fields.properties, ...Object.fromEntries(files) } };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function isOpen({ access }: Endpoint): boolean {
  return access === 'open' || access === 'all';
}

/** Returns the statuses that can refuse a call: those checked for every call and those of its own rules. */
function listRefusals(endpoint: Endpoint): number[] {
  const isUnsafe = endpoint.method !== 'GET';
  const hasBody = endpoint.body || endpoint.form;
  return [
    ...(hasBody || endpoint.query ? [400] : []),
    ...(isOpen(endpoint) ? [] : [401]),
    ...(isUnsafe || !isOpen(endpoint) ? [403] : []),
    ...(endpoint.params ? [404] : []),
    ...(isUnsafe ? [409] : []),
    ...(hasBody ? [413, 415] : []),
    ...(endpoint.idempotent ? [422] : []),
    429,
    503,
  ];
}

function formatResponse(endpoint: Endpoint): Json {
  if (typeof endpoint.response !== 'string')
    return {
      description: 'Success',
      content: { 'application/json': { schema: toJsonSchema(endpoint.response, 'output') } },
    };
  if (endpoint.response === 'redirect')
    return { description: 'Redirect', headers: { Location: { schema: { type: 'string' } } } };
  if (endpoint.response === 'empty') return { description: 'Success' };
  return { description: 'Success', content: { [contentTypes[endpoint.response]]: {} } };
}

export function getSuccessStatus(endpoint: Endpoint): number {
  const byResponse = endpoint.response === 'redirect' ? 302 : endpoint.response === 'empty' ? 204 : 200;
  return endpoint.status ?? byResponse;
}

function formatOperation(endpoint: Endpoint): Json {
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', format: 'uuid' } };
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^a-z0-9]+/gi, '_')}`,
    tags: [endpoint.path.split('/')[1]],
    summary: endpoint.summary,
    security: isOpen(endpoint) ? [] : [{ session: [] }],
    'x-access': endpoint.access,
    parameters: [
      ...listParameters(endpoint.params, 'path'),
      ...listParameters(endpoint.query, 'query'),
      ...(endpoint.idempotent ? [key] : []),
    ],
    requestBody: formatRequestBody(endpoint),
    responses: {
      [getSuccessStatus(endpoint)]: formatResponse(endpoint),
      ...Object.fromEntries(
        listRefusals(endpoint).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** Returns the contract as an OpenAPI 3.1 document; `cookie` is the name of the session cookie. */
export function createOpenApiDocument(
  endpoints: readonly Endpoint[],
  { title, url, cookie }: { title: string; url: string; cookie: string },
): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: formatOperation(endpoint) };
  }
  const statuses = [...new Set(endpoints.flatMap(listRefusals))].sort();
  const problemContent = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: `${url}/api` }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      schemas: { Problem: toJsonSchema(problemBody, 'output') },
      responses: Object.fromEntries(
        statuses.map((status) => [status, { description: STATUS_CODES[status], content: problemContent }]),
      ),
    },
  };
}
