import type { LightMyRequestResponse } from 'fastify';
import { calls } from '../../contract/api.ts';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import type { MatrixWorld } from './world.ts';

type Request = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** What a row of the matrix sends, beyond the method and the path that its call declares. */
export interface MatrixCase {
  /** Parameters, query and body; a call that needs none has no case. */
  request?: Request | ((world: MatrixWorld, site: TestApp) => Request | Promise<Request>);
  /** Sends what is not a JSON request. */
  send?: (as: TestActor, world: MatrixWorld, site: TestApp) => Promise<LightMyRequestResponse>;
  /** Changes the world before the caller's turn. */
  prepare?: (world: MatrixWorld, site: TestApp) => Promise<unknown>;
  /** Changes the caller's own objects before the caller's turn. */
  own?: (as: TestActor, world: MatrixWorld, site: TestApp) => Promise<unknown>;
  /** This machine lacks what the call needs. */
  impossible?: boolean;
  /** The call makes its caller a member, who sees the others' email addresses. */
  joins?: true;
}

/** Sends a call of the contract as somebody, filled in by its case. Throws when the case leaves out a parameter. */
export async function sendCall(
  name: string,
  { request = {}, send }: MatrixCase,
  as: TestActor,
  world: MatrixWorld,
  site: TestApp,
): Promise<LightMyRequestResponse> {
  if (send) return send(as, world, site);
  const endpoint = calls[name];
  if (!endpoint) throw new Error(`The contract has no call ${name}`);
  const { params = {}, query, body } = typeof request === 'function' ? await request(world, site) : request;
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`The case of ${name} has no ${key}`);
    return value;
  });
  const search = query ? `?${new URLSearchParams(query)}` : '';
  // A stream never ends by itself: only its beginning is read.
  if (endpoint.answer !== 'stream') return as.call(endpoint.method, path + search, body);
  const begun = await as.call(endpoint.method, path, undefined, { payloadAsStream: true });
  if (begun.statusCode === 200) begun.stream().destroy();
  return { ...begun, statusCode: begun.statusCode, body: '' } as LightMyRequestResponse;
}

/** Gives the caller an application of their own. */
export const withOwnApplication =
  (status: 'pending' | 'approved', track?: string) =>
  async ({ id }: TestActor, _world: MatrixWorld, site: TestApp) => {
    if (id) await createApplicant(site, { id }, { status, track });
  };
