import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Access, Endpoint } from '../../contract/platform/endpoint.ts';
import { listBrokenInvariants } from '../operations/doctor/doctor.service.ts';
import type { TestActor } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createInputs, createTexts } from './arbitrary-input.ts';
import { calls } from './calls.ts';
import { multipart } from './forms.ts';
import { createGeneratedPdf } from './pdf.ts';
import { buildWorld, type MatrixWorld } from './world.ts';

// The same inputs in every run; with INPUTS_SEED and INPUTS_RUNS other ones and more.
const seed = Number(process.env.INPUTS_SEED ?? 20_250_920);
const numRuns = Number(process.env.INPUTS_RUNS ?? 25);
const megabyte = 1024 * 1024;

let site: TestApp;
let world: MatrixWorld;
let ids: string[];
beforeAll(async () => {
  site = await createTestApp({ rateLimitScale: 1_000_000 });
});
afterAll(() => site.close());

/** Fresh people and teams: inputs delete accounts and end sessions. */
async function renewWorld(): Promise<void> {
  world = await buildWorld(site);
  const { team, strangers, requestId, applicationId, cast, approved } = world;
  ids = [
    team.id,
    strangers.id,
    requestId,
    applicationId,
    approved.id,
    cast.member.id,
    cast.hacker.id,
    cast.judge.id,
    '00000000-0000-4000-8000-000000000001',
  ];
}

function chooseActor(access: Access): TestActor {
  const { cast } = world;
  const byAccess: Record<Access, TestActor> = {
    ...cast,
    staff: cast.admin,
    open: cast.anonymous,
    all: cast.hacker,
    user: cast.leader,
    hacker: cast.other,
    'check-in': cast.volunteer,
    admin: cast.admin,
    judge: cast.judge,
    reviewer: cast.reviewer,
  };
  return byAccess[access];
}

interface Sent {
  path: string;
  query: string;
  body?: unknown;
  form?: Record<string, string>;
  file: Buffer;
  key?: string;
}

/** Returns requests for a call, each part of which mostly fits its schema. */
function createRequests(endpoint: Endpoint): fc.Arbitrary<Sent> {
  const texts = createTexts(ids);
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const path = fc.tuple(...names.map(() => texts)).map((values) => {
    let index = 0;
    return endpoint.path.replace(/:\w+/g, () => encodeText(String(values[index++])).slice(0, 8000));
  });
  const toQuery = (input: unknown) =>
    Object.entries(input && typeof input === 'object' ? input : { value: input })
      .map(([name, value]) => `${encodeText(name)}=${encodeText(toText(value))}`)
      .join('&')
      .slice(0, 8000);
  const file = fc.oneof(fc.constant(createGeneratedPdf('pdf-min')), fc.uint8Array({ maxLength: 400 }));
  return fc.record({
    path,
    query: endpoint.query ? createInputs(endpoint.query, ids).map(toQuery) : fc.constant(''),
    body: endpoint.body ? createInputs(endpoint.body, ids) : fc.constant(undefined),
    form: endpoint.form ? createInputs(endpoint.form.fields, ids).map(toFields) : fc.constant(undefined),
    file: file.map((bytes) => Buffer.from(bytes)),
    key: endpoint.idempotent
      ? texts.map((text) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 300))
      : fc.constant(undefined),
  }) as fc.Arbitrary<Sent>;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function toFields(input: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input && typeof input === 'object' ? input : {}).map(([name, value]) => [
      name.toWellFormed(),
      toText(value).toWellFormed(),
    ]),
  );
}

async function send(endpoint: Endpoint, sent: Sent): Promise<LightMyRequestResponse> {
  const path = sent.query ? `${sent.path}?${sent.query}` : sent.path;
  const headers = sent.key ? { 'idempotency-key': sent.key } : {};
  const actor = chooseActor(endpoint.access);
  if (endpoint.form) {
    const files = Object.fromEntries(Object.keys(endpoint.form.files).map((name) => [name, sent.file]));
    const form = await multipart(sent.form ?? {}, files);
    return actor.call(endpoint.method, path, form.payload, { headers: { ...headers, ...form.headers } });
  }
  if (endpoint.body === undefined) return actor.call(endpoint.method, path, undefined, { headers });
  return actor.call(endpoint.method, path, undefined, {
    payload: JSON.stringify(sent.body) ?? '',
    headers: { ...headers, 'content-type': 'application/json' },
  });
}

const withInput = Object.entries(calls).filter(
  ([, { body, form, params, query, response }]) => (body || form || params || query) && response !== 'stream',
);

test.each(withInput)(
  'no input makes %s fail, hang or use much memory',
  { timeout: 120_000 },
  async (_name, endpoint: Endpoint) => {
    await renewWorld();
    await fc.assert(
      fc.asyncProperty(createRequests(endpoint), async (sent) => {
        const [memory, cpu] = [process.memoryUsage.rss(), process.threadCpuUsage()];
        const answer = await send(endpoint, sent);
        const { user, system } = process.threadCpuUsage(cpu);
        const grown = (process.memoryUsage.rss() - memory) / megabyte;
        if (answer.statusCode === 401 && endpoint.access !== 'all') await renewWorld();
        // What this site has not set up is unavailable.
        const isUnavailable = answer.statusCode === 503 && /wallet_off|sign_in_unavailable/.test(answer.body);
        if (answer.statusCode >= 500 && !isUnavailable)
          throw new Error(`${answer.statusCode} ${answer.body}`);
        // Processor time of the thread that answers everybody, not time that passes: others may use this machine.
        expect((user + system) / 1e6, 'seconds of processor time').toBeLessThan(1);
        expect(grown, 'MB of memory').toBeLessThan(150);
      }),
      { seed, numRuns, endOnFailure: true },
    );
  },
);

test('afterwards every invariant still holds', async () => {
  expect(await listBrokenInvariants(site.services)).toEqual([]);
});
