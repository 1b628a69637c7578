import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import { calls } from './calls.ts';
import type { MatrixWorld } from './world.ts';

interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** A moment that calls about later take. */
export const inAMonth = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();

/** What a row of the matrix sends beyond what its call declares, the parameters of `findParams` and a body of `createSample`. */
export interface MatrixCase extends Request {
  /** What is only known of the caller's world. */
  request?: (world: MatrixWorld) => Request;
  /** Sends what is not a JSON request. */
  send?: (as: TestActor, world: MatrixWorld) => Promise<LightMyRequestResponse>;
  /** Changes the world before the caller's turn. */
  prepare?: (world: MatrixWorld) => unknown;
  /** As `prepare`, and returns what is sent. */
  prepareRequest?: (world: MatrixWorld) => Promise<Request>;
  /** Changes the caller's own objects before the caller's turn. */
  own?: (as: TestActor, world: MatrixWorld) => Promise<unknown>;
  /** This machine lacks what the call needs. */
  impossible?: boolean;
  /** The call makes its caller a member, who sees the others' email addresses. */
  joins?: true;
}

/** A token that opens nothing. */
export const token = 'x'.repeat(43);

/** The parameters that a path says enough about; an id that callers choose is a new one. */
function findParams(path: string, { cast, team, requestId, applicationId }: MatrixWorld) {
  const ids: [path: string, id: string][] = [
    ['/teams/join-requests/:id', requestId],
    ['/teams/:id', team.id],
    ['/applications/:id', applicationId],
    ['/waitlist/:id', applicationId],
    ['/walk-ins/:id', crypto.randomUUID()],
    ['/check-ins/stations/:id', crypto.randomUUID()],
  ];
  const [, id] = ids.find(([beginning]) => path.startsWith(beginning)) ?? [];
  return { ...(id && { id }), memberId: cast.member.id, userId: cast.hacker.id, token };
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Returns the least that a schema accepts, as far as it says so; `x` for any text. */
function createSample(schema: JsonSchema): unknown {
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return createSample(choice as JsonSchema);
  const { type, required = [], properties = {} } = schema;
  if (schema.const !== undefined || schema.enum) return schema.const ?? schema.enum![0];
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'array') return Array(schema.minItems ?? 0).fill(createSample(schema.items as JsonSchema));
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, createSample(properties[name] as JsonSchema)]));
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (schema.format === 'date-time') return inAMonth;
  return 'x'.repeat(schema.minLength ?? 1);
}

const createBody = (body: z.ZodType) =>
  createSample(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));

/** Sends a call of the contract as somebody, filled in by its case. Throws when the case leaves out a parameter. */
export async function sendCall(
  name: string,
  matrixCase: MatrixCase,
  as: TestActor,
  world: MatrixWorld,
): Promise<LightMyRequestResponse> {
  if (matrixCase.send) return matrixCase.send(as, world);
  const endpoint = calls[name];
  if (!endpoint) throw new Error(`The contract has no call ${name}`);
  const given = { ...matrixCase, ...matrixCase.request?.(world) };
  const { params, query, body = endpoint.body && createBody(endpoint.body) } = given;
  const known: Record<string, string> = { ...findParams(endpoint.path, world), ...params };
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = known[key];
    if (value === undefined) throw new Error(`The case of ${name} has no ${key}`);
    return value;
  });
  const search = query ? `?${new URLSearchParams(query)}` : '';
  // A stream never ends by itself: only its beginning is read.
  if (endpoint.response !== 'stream') return as.call(endpoint.method, path + search, body);
  const begun = await as.call(endpoint.method, path, undefined, { payloadAsStream: true });
  if (begun.statusCode === 200) begun.stream().destroy();
  return { ...begun, statusCode: begun.statusCode, body: '' } as LightMyRequestResponse;
}

/** Gives the caller an application of their own. */
export const withOwnApplication =
  (status: 'pending' | 'approved') =>
  async ({ id }: TestActor, { site }: MatrixWorld) => {
    if (id) await createApplicant(site, { id }, { status });
  };

/** Returns the id of the row with these values. */
export async function findId(
  { services }: TestApp,
  table: 'projects' | 'files',
  values: Record<string, string>,
): Promise<string> {
  // One of the tables, for the types: all of them have an id.
  const rows = services.db.selectFrom(table as 'projects').where(({ and }) => and(values));
  return (await rows.select('id').executeTakeFirstOrThrow()).id;
}
