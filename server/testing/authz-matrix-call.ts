import type { LightMyRequestResponse } from 'fastify';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import type { MatrixWorld } from './world.ts';

type Ask = (as: TestActor, world: MatrixWorld, site: TestApp) => Promise<LightMyRequestResponse>;

/** How a row of the matrix is asked for. */
export interface MatrixCall {
  /** Method and path as the program registers them; undefined for what no route may serve. */
  route: string | undefined;
  ask: Ask;
  /** What has to be so in the world before. */
  prepare?: (world: MatrixWorld, site: TestApp) => Promise<unknown>;
  /** What has to be so for the caller of a call on own objects. */
  given?: (as: TestActor, world: MatrixWorld, site: TestApp) => Promise<unknown>;
  /** This machine lacks what the call needs. */
  impossible?: boolean;
  /** The call makes its caller a member, who sees the others' addresses. */
  joins?: true;
}

/** A call that is the same for everybody; its path is the route's own unless the world decides it. */
export function plainCall(route: string, path: string, body?: unknown): MatrixCall {
  const method = route.split(' ')[0] as 'GET';
  return { route, ask: (as) => as.call(method, path, body) };
}

/** A call that depends on the world. */
export function callAbout(route: string, ask: Ask, more: Partial<MatrixCall> = {}): MatrixCall {
  return { route, ask, ...more };
}

/** Gives the caller an application of their own. */
export const callOnOwnApplication =
  (status: 'pending' | 'approved', track?: string) =>
  async ({ id }: TestActor, _world: MatrixWorld, site: TestApp) => {
    if (id) await createApplicant(site, { id }, { status, track });
  };
