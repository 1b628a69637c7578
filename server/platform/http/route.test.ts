import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/platform/endpoint.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { route } from './route.ts';

const echo = endpoint({
  method: 'POST',
  path: '/probe/echo',
  summary: 'Return the body',
  access: 'user',
  body: z.strictObject({
    text: z.string(),
    word: z.string().max(9).optional(),
    inner: z.unknown().optional(),
    size: z.enum(['S', 'M']).optional(),
    count: z.int().min(1).max(9).optional(),
    list: z.array(z.int()).max(2).optional(),
  }),
  response: z.object({ text: z.string() }),
  status: 201,
});
const thing = endpoint({
  method: 'GET',
  path: '/probe/things/:id',
  summary: 'Get a thing',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  query: z.object({ word: z.string().max(5).default('') }),
  response: z.object({ _id: z.uuid(), word: z.string() }),
});
const remove = endpoint({
  method: 'DELETE',
  path: '/probe/things/:id',
  summary: 'Remove a thing',
  access: 'user',
  params: z.object({ id: z.uuid() }),
  response: 'empty',
});
const once = endpoint({
  method: 'POST',
  path: '/probe/once',
  summary: 'Return the key',
  access: 'user',
  idempotent: true,
  response: z.object({ key: z.guid() }),
});
const broken = endpoint({
  method: 'GET',
  path: '/probe/broken',
  summary: 'Return what the contract does not name',
  access: 'all',
  response: z.object({ name: z.string() }),
});

const download = endpoint({
  method: 'GET',
  path: '/probe/download',
  summary: 'Get a file',
  access: 'user',
  response: 'file',
});

const id = '00000000-0000-4000-8000-000000000001';
const file = new PassThrough();
const begun = Promise.withResolvers<void>();
let site: TestApp;
let ada: TestActor;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  const { app, services } = site;
  route(app, services, echo, ({ body }) => ({ ...body, password: 'leaked' }));
  route(app, services, thing, ({ params, query }) => ({ _id: params.id, word: query.word, secret: 1 }));
  route(app, services, remove, () => undefined);
  route(app, services, once, ({ key }) => ({ key }));
  route(app, services, download, ({ reply }) => {
    begun.resolve();
    return reply.type('application/zip').send(file);
  });
  route(app, services, broken, () => ({ name: 7 as unknown as string }));
  [ada, grace] = await Promise.all([signUp(site), signUpAdmin(site)]);
});
afterAll(() => site.close());

const raw = (payload: string | undefined, headers: Record<string, string> = {}) =>
  ada.call('POST', '/probe/echo', undefined, {
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });

test('access: signed out 401, wrong role 403, right role 200', async () => {
  const path = `/probe/things/${id}`;
  expect((await anonymous(site).call('GET', path)).json()).toMatchObject({ code: 'signed_out' });
  expect((await anonymous(site).call('GET', path)).statusCode).toBe(401);
  expect((await ada.call('GET', path)).statusCode).toBe(403);
  expect((await grace.call('GET', path)).statusCode).toBe(200);
});

test('an answer holds nothing that its schema does not name', async () => {
  expect((await raw('{"text":"hello"}')).json()).toEqual({ text: 'hello' });
  expect((await raw('{"text":"hello"}')).statusCode).toBe(201);
  expect((await grace.call('GET', `/probe/things/${id}`)).json()).toEqual({ _id: id, word: '' });
});

test('an answer that breaks the contract is a 500 without details', async () => {
  const answer = await ada.call('GET', '/probe/broken');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    success: false,
    code: 'internal',
    message: 'Something went wrong on our side.',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test.each(['undefined', 'null', '1', "1' OR '1'='1", '%00', `${id}x`, 'a'.repeat(200)])(
  'the id %s is not found',
  async (wrong) => {
    const answer = await grace.call('GET', `/probe/things/${encodeURIComponent(wrong)}`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  },
);

test.each([
  ['a key that is not known', '{"text":"a","role":"admin"}', { role: 'is not known here' }],
  ['a missing key', '{}', { text: 'is missing' }],
  ['a number for a text', '{"text":1}', { text: 'must be a text' }],
  ['an array for a body', '[]', { body: 'must be an object' }],
  [
    'everything out of bounds',
    '{"text":"a","word":"0123456789","size":"XL","count":0,"list":[1,2,3]}',
    {
      word: 'must have at most 9 characters',
      size: 'must be one of S, M',
      count: 'must be at least 1',
      list: 'must have at most 2 entries',
    },
  ],
  ['NUL', '{"text":"a\\u0000b"}', { body: 'has a character that cannot be stored' }],
  ['a lone surrogate', '{"text":"\\ud800"}', { body: 'has a character that cannot be stored' }],
  ['NUL in a key', '{"text":"a","\\u0000":1}', { body: 'has a character that cannot be stored' }],
  [
    'deep nesting',
    `{"text":"a","inner":${'['.repeat(25)}${']'.repeat(25)}}`,
    { body: 'is nested too deeply' },
  ],
])('%s is 400 with its field', async (_what, body, fields) => {
  const answer = await raw(body);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
  expect(answer.json().fields).toEqual(fields);
});

test.each([
  ['no body', undefined],
  ['an empty body', ''],
  ['broken JSON', '{"text":'],
  ['__proto__', '{"__proto__":{"role":"admin"},"text":"a"}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"role":"admin"}},"text":"a"}'],
  ['thirty thousand brackets', '['.repeat(30_000)],
])('%s is 400', async (_what, body) => {
  const answer = await raw(body);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_body']);
});

test('a body of 64 KiB is read and one byte more is 413', async () => {
  const frame = '{"text":""}'.length;
  expect((await raw(`{"text":"${'x'.repeat(65_536 - frame)}"}`)).statusCode).toBe(201);
  const answer = await raw(`{"text":"${'x'.repeat(65_537 - frame)}"}`);
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large']);
});

test.each([
  ['text', { 'content-type': 'text/plain' }],
  ['a web form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['an upload', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['XML', { 'content-type': 'application/xml' }],
  ['compressed JSON', { 'content-encoding': 'gzip' }],
])('%s is 415', async (_what, headers) => {
  const answer = await raw('{"text":"a"}', headers);
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'wrong_content_type']);
});

test.each([
  ['word=%00', 400],
  ['word=%FF', 400],
  ['word=%', 400],
  ['word=a&word=b', 400],
  ['word=toolong', 400],
  ['word=a&other=b', 200],
])('the query %s is %i', async (query, status) => {
  expect((await grace.call('GET', `/probe/things/${id}?${query}`)).statusCode).toBe(status);
});

test('an input is decoded once', async () => {
  const answer = await grace.call('GET', `/probe/things/${id}?word=%2561`);
  expect(answer.json().word).toBe('%61');
  expect((await raw('{"text":"%61 &lt; \\\\u0061"}')).json()).toEqual({ text: '%61 &lt; \\u0061' });
});

test('a call without a body may send the content type of JSON', async () => {
  const answer = await ada.call('DELETE', `/probe/things/${id}`, undefined, {
    headers: { 'content-type': 'application/json' },
  });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
});

test('idempotency keys: a UUID stays, another key is derived per caller, and without one it is random', async () => {
  const keyOf = async (who: TestActor, key?: string) =>
    (
      await who.call('POST', '/probe/once', undefined, { headers: key ? { 'idempotency-key': key } : {} })
    ).json().key;
  expect(await keyOf(ada, id.toUpperCase())).toBe(id);
  expect(await keyOf(ada, 'k-1')).toBe(await keyOf(ada, 'k-1'));
  expect(await keyOf(ada, 'k-1')).not.toBe(await keyOf(ada, 'k-2'));
  expect(await keyOf(ada, 'k-1')).not.toBe(await keyOf(grace, 'k-1'));
  expect(await keyOf(ada)).not.toBe(await keyOf(ada));
  for (const wrong of ['', 'é', 'k'.repeat(201)]) {
    const answer = await ada.call('POST', '/probe/once', undefined, {
      headers: { 'idempotency-key': wrong },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
  }
});

test('other methods: HEAD answers like GET without a body, the others are 404', async () => {
  const url = '/api/event';
  const head = await site.app.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  for (const method of ['OPTIONS', 'TRACE', 'PATCH', 'DELETE'] as const) {
    const answer = await site.app.inject({ method, url });
    expect([method, answer.statusCode]).toEqual([method, 404]);
    if (method !== 'TRACE') expect(answer.json().code).toBe('not_found');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('a file that takes more than a minute to send is sent whole', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const answer = ada.call('GET', '/probe/download');
    file.write('first, ');
    await begun.promise;
    await vi.advanceTimersByTimeAsync(120_000);
    file.end('last');
    expect((await answer).body).toBe('first, last');
  } finally {
    vi.useRealTimers();
  }
});
