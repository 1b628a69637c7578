import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createEmptyPages } from '../../testing/pages.ts';

let site: TestApp;
let pages: Awaited<ReturnType<typeof createEmptyPages>>;
let port: number;
beforeAll(async () => {
  pages = await createEmptyPages();
  site = await createTestApp({}, { dist: pages.dist });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as { port: number }).port;
});
afterAll(async () => {
  await site.close();
  await pages.remove();
});

interface Asked {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Sends a request on a new connection and returns the response without its date, connection and request id. */
function ask({ path = '/dashboard', method = 'GET', headers = {} }: Asked = {}) {
  return new Promise<{ status?: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      request({ port, path, method, headers: { ...headers, connection: 'close' } }, (response) => {
        const { date: _, connection: __, 'x-request-id': ___, ...kept } = response.headers;
        let body = '';
        response.setEncoding('latin1').on('data', (text: string) => {
          body += text;
        });
        response.on('end', () => resolve({ status: response.statusCode, headers: kept, body }));
      })
        .on('error', reject)
        .end();
    },
  );
}

const asked: [string, Omit<Asked, 'path'>][] = [
  ['uncompressed', {}],
  ['compressed', { headers: { 'accept-encoding': 'gzip, br' } }],
  ['for an old browser', { headers: { 'accept-encoding': 'gzip' } }],
  ['in dark theme, for an organizer', { headers: { cookie: 'a=b; theme=dark; auth=admin' } }],
  ['with invalid cookies', { headers: { cookie: 'xtheme=dark; auth=root; theme="dark"' } }],
  ['without its body', { method: 'HEAD' }],
];

test.each(asked)('a page %s is the same from the static page server and from the router', async (_, how) => {
  for (const path of ['/dashboard', '/app.html']) {
    const first = await ask({ path, ...how });
    const routed = await ask({ path: `${path}?from=poster`, ...how });
    expect(first).toEqual(routed);
    expect([first.status, first.headers['x-frame-options']]).toEqual([200, 'DENY']);
  }
});

test('a page that the browser has cached is not sent again', async () => {
  const { headers } = await ask();
  const known = { headers: { 'if-none-match': String(headers.etag) } };
  const again = await ask(known);
  expect([again.status, again.body]).toEqual([304, '']);
  expect((await ask({ path: '/dashboard?again', ...known })).status).toBe(304);
  expect((await ask({ headers: { ...known.headers, cookie: 'theme=dark' } })).status).toBe(200);
});

test('a cached page carries the request id that was sent, or one of its own, never what could break the log', async () => {
  const idOf = async (path: string, sent?: string) => {
    const headers = { 'if-none-match': 'x', ...(sent && { 'x-request-id': sent }) };
    return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).headers.get('x-request-id');
  };
  for (const path of ['/dashboard', '/app.html', '/dashboard?again']) {
    expect(await idOf(path, 'proxy-17')).toBe('proxy-17');
    for (const sent of [undefined, 'a'.repeat(65), '{"level":60}'])
      expect(await idOf(path, sent)).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('the static page server answers GET and HEAD only', async () => {
  expect((await ask({ method: 'POST' })).status).toBe(404);
  expect((await ask({ path: '/api/auth/user' })).status).toBe(200);
});

test('an address of slashes is a page that does not exist', async () => {
  for (const path of ['//', '///', '//evil.example//', '/..//'])
    expect([path, (await ask({ path, headers: { accept: 'text/html' } })).status]).toEqual([path, 404]);
});
