import { Writable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../contract/platform/endpoint.ts';
import { buildApp } from '../app.ts';
import { anonymous } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { route } from './http/route.ts';
import { createLogger } from './log.ts';

const add = endpoint('POST /probe/people/:name', 'all', {
  summary: 'Insert a user',
  params: z.object({ name: z.string() }),
  response: 'empty',
});

let site: TestApp;
afterEach(() => site.close());

/** The program with a log at this level, and the lines that it wrote. */
async function openLoggingSite(level: string) {
  site = await createTestApp();
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  const logger = createLogger(level, destination);
  const app = await buildApp(site.services, { logger, dist: '' });
  route(app, site.services, add, async ({ params: { name } }) => {
    await site.services.db
      .insertInto('users')
      .values({ name, email: `${name}@canary.example` })
      .execute();
  });
  return { lines, logger, visitor: anonymous({ ...site, app }) };
}

test('a failed request is logged with method, route and request id, and without the rows of the database', async () => {
  const { lines, visitor } = await openLoggingSite('info');
  const ask = () =>
    visitor.call('POST', '/probe/people/ada', undefined, { headers: { 'x-request-id': 'proxy-17' } });
  expect((await ask()).statusCode).toBe(204);
  const failed = await ask();
  expect([failed.statusCode, failed.headers['x-request-id'], failed.json().requestId]).toEqual([
    500,
    'proxy-17',
    'proxy-17',
  ]);
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'Request failed',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: 'POST',
      route: '/api/probe/people/:name',
      reqId: 'proxy-17',
      err: expect.objectContaining({
        type: 'DatabaseError',
        code: '23505',
        table: 'users',
        stack: expect.stringMatching(/^at /),
      }),
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('ada');
});

test('a request id that is long or has other characters is replaced', async () => {
  const { visitor } = await openLoggingSite('info');
  for (const sent of ['a'.repeat(65), 'two words', '"}'])
    expect(
      (await visitor.call('GET', '/event', undefined, { headers: { 'x-request-id': sent } })).headers[
        'x-request-id'
      ],
    ).toMatch(/^[0-9a-f-]{36}$/);
});

test('at level debug every request is a line with its route, never with its address', async () => {
  const { lines, visitor } = await openLoggingSite('debug');
  await visitor.call('POST', '/probe/people/grace?token=canary');
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]).toMatchObject({
    msg: 'Request',
    method: 'POST',
    route: '/api/probe/people/:name',
    status: 204,
    seconds: expect.any(Number),
  });
  expect(JSON.stringify(lines)).not.toMatch(/grace|canary/);
});

test('an error that is logged by itself leaves its message out, and names its cause', async () => {
  const { lines, logger } = await openLoggingSite('info');
  logger.error(new Error('mail to ada@canary.example', { cause: new TypeError('canary') }), 'Mail failed');
  logger.error(new Error('canary') as never);
  expect(lines[0]).toMatchObject({
    msg: 'Mail failed',
    err: { type: 'Error', cause: { type: 'TypeError' } },
  });
  expect(JSON.stringify(lines)).not.toContain('canary');
});
