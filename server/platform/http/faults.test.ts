import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/platform/endpoint.ts';
import { signUp, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { withServer } from '../../testing/postgres.ts';
import { toProblem } from './error-handler.ts';
import { route } from './route.ts';

const me = endpoint('GET /probe/me', 'user', {
  summary: 'Get who is signed in, from the database',
  response: z.object({ _id: z.uuid() }),
});

let site: TestApp;
let ada: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  route(site.app, site.services, me, ({ actor }) => ({ _id: actor.id }));
  ada = await signUp(site);
});
afterEach(() => site.close());

const { admin } = inject('testServer');
const name = () => String(site.database.connection.database);
const endConnections = () =>
  withServer(admin, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()]);

test('ended connections are replaced, and no call is a 500', async () => {
  for (let round = 0; round < 5; round += 1) {
    const calls = Array.from({ length: 8 }, () => ada.call('GET', '/probe/me'));
    await endConnections();
    for (const { statusCode } of await Promise.all(calls)) expect([200, 503]).toContain(statusCode);
  }
  // A dead idle connection is noticed on its next use.
  await expect.poll(async () => (await ada.call('GET', '/probe/me')).statusCode).toBe(200);
});

test('without a database, calls are 503 with Retry-After and pages still work; afterwards everything works again', async () => {
  await endConnections();
  await withServer(admin, `alter database "${name()}" rename to "${name()}_away"`);
  const answer = await ada.call('GET', '/probe/me');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
  expect(answer.json()).toEqual({
    success: false,
    code: 'unavailable',
    message: 'This is not available at the moment. Please try again.',
    requestId: expect.any(String),
  });
  const ready = await site.app.inject('/readyz');
  expect([ready.statusCode, ready.json().code]).toEqual([503, 'unavailable']);
  for (const url of ['/healthz', '/api/event', '/api/docs']) {
    const { statusCode } = await site.app.inject({ url, headers: { cookie: ada.cookie } });
    expect([url, statusCode]).toEqual([url, 200]);
  }
  await withServer(admin, `alter database "${name()}_away" rename to "${name()}"`);
  expect((await ada.call('GET', '/probe/me')).json()).toEqual({ _id: ada.id });
  expect((await site.app.inject('/readyz')).statusCode).toBe(200);
});

test('a call that waits for a lock for too long is a 503, not a 500', async () => {
  const { pool } = site.database;
  const client = await pool.connect();
  await client.query('begin; lock table sessions in access exclusive mode');
  const answer = await ada.call('GET', '/probe/me');
  await client.query('rollback');
  client.release();
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
});

test.each([
  ['ENOENT', 'connect', 'unavailable'],
  ['ECONNREFUSED', 'connect', 'unavailable'],
  ['ENOTFOUND', 'getaddrinfo', 'unavailable'],
  ['EAI_AGAIN', 'getaddrinfo', 'unavailable'],
  ['ENOENT', 'open', 'internal'],
  ['ENOENT', 'rename', 'internal'],
])('%s of %s is %s', (code, syscall, answer) => {
  expect(toProblem(Object.assign(new Error(code), { code, syscall })).code).toBe(answer);
});

test('a body that ends because its sender leaves is a mistake of the request, not of the database', () => {
  const left = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 });
  expect(toProblem(left).code).toBe('malformed_body');
  expect(toProblem(Object.assign(new Error('lost'), { code: 'ECONNRESET' })).code).toBe('unavailable');
});
