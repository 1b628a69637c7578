import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/platform/endpoint.ts';
import { anonymous, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { fail } from './problem.ts';
import { route } from './route.ts';

const refuse = endpoint('GET /probe/refuse', 'all', {
  summary: 'Refuse with a code',
  query: z.object({ how: z.enum(['internal', 'unavailable', 'too_many_requests']) }),
  response: 'empty',
});
const leave = endpoint('GET /probe/leave', 'all', {
  summary: 'Redirect',
  response: 'redirect',
});
const take = endpoint('POST /probe/take', 'all', {
  summary: 'Take a body',
  body: z.strictObject({ text: z.string() }),
  response: 'empty',
});

let site: TestApp;
let visitor: TestActor;
let port: number;
beforeAll(async () => {
  site = await createTestApp({ publicUrl: new URL('https://hack.example.org') });
  const { app, services } = site;
  route(app, services, refuse, ({ query }) =>
    fail(query.how, { retryAfter: 2, cause: new Error('select secret') }),
  );
  route(app, services, leave, ({ reply }) => reply.redirect('/', 302));
  route(app, services, take, () => undefined);
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
  visitor = anonymous(site);
});
afterAll(() => site.close());

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cache-control': 'no-store',
};
const policy =
  "default-src 'self';script-src 'self' 'wasm-unsafe-eval';style-src 'self';img-src 'self' data: blob:;font-src 'self';connect-src 'self';media-src 'self';worker-src 'self';manifest-src 'self';frame-src 'none';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'";

test.each([
  [200, () => visitor.call('GET', '/event')],
  [302, () => visitor.call('GET', '/probe/leave')],
  [400, () => visitor.call('POST', '/probe/take', {})],
  [404, () => visitor.call('GET', '/nope')],
  [404, () => visitor.call('GET', '/')],
  [413, () => visitor.call('POST', '/probe/take', { text: 'x'.repeat(70_000) })],
  [
    415,
    () =>
      visitor.call('POST', '/probe/take', undefined, { payload: 'x', headers: { 'content-type': 'a/b' } }),
  ],
  [429, () => visitor.call('GET', '/probe/refuse?how=too_many_requests')],
  [500, () => visitor.call('GET', '/probe/refuse?how=internal')],
  [503, () => visitor.call('GET', '/probe/refuse?how=unavailable')],
])('a %i carries every security header', async (status, ask) => {
  const { statusCode, headers } = await ask();
  expect(statusCode).toBe(status);
  expect(headers).toMatchObject(everywhere);
  expect(headers['content-security-policy']).toBe(policy);
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers.server).toBeUndefined();
});

test.each([
  [429, 'too_many_requests'],
  [500, 'internal'],
  [503, 'unavailable'],
])('a %i is JSON with a request id and without its cause', async (status, code) => {
  const ask = () => visitor.call('GET', `/probe/refuse?how=${code}`);
  const [one, other] = [await ask(), await ask()];
  expect(one.statusCode).toBe(status);
  expect(one.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(one.headers['retry-after']).toBe('2');
  expect(Object.keys(one.json()).sort()).toEqual(['code', 'message', 'requestId', 'success']);
  expect(one.body).not.toMatch(/secret|Error|\.ts/);
  expect(one.json().requestId).not.toBe(other.json().requestId);
});

test('a site on plain http sends no Strict-Transport-Security', async () => {
  const plain = await createTestApp();
  const { headers } = await anonymous(plain).call('GET', '/event');
  await plain.close();
  expect(headers['strict-transport-security']).toBeUndefined();
});

async function wire(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.end(request);
  await once(socket, 'close');
  return answer;
}

test.each([
  ['a request that is not HTTP', 'nonsense\r\n\r\n', 400],
  ['headers of 100 KB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 413],
  ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    400,
  ],
  ['a path that cannot be read', 'GET /api/%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 404],
  ['slashes only', 'GET /// HTTP/1.1\r\nhost: a\r\naccept: text/html\r\nconnection: close\r\n\r\n', 404],
  ['no host', 'GET /api/nope HTTP/1.1\r\nconnection: close\r\n\r\n', 404],
  [
    'an unknown expectation',
    'GET /api/nope HTTP/1.1\r\nhost: a\r\nexpect: miracle\r\nconnection: close\r\n\r\n',
    404,
  ],
  ['TRACE', 'TRACE /api/event HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 404],
])('%s gets a problem body', async (_what, request, status) => {
  const answer = await wire(request);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/x-content-type-options: nosniff/i);
  const sent = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  expect(sent).toMatchObject({ ...everywhere, 'content-security-policy': policy, 'x-frame-options': 'DENY' });
  expect(sent['x-request-id']).toBe(JSON.parse(body).requestId);
  expect(JSON.parse(body)).toMatchObject({ success: false, message: expect.any(String) });
});
