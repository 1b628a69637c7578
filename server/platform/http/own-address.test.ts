import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createEmptyPages } from '../../testing/pages.ts';

let site: TestApp;
let pages: Awaited<ReturnType<typeof createEmptyPages>>;
let port: number;
beforeAll(async () => {
  pages = await createEmptyPages();
  const settings = { publicUrl: new URL('https://hack.example.org'), loopback: false, trustedProxies: [] };
  site = await createTestApp(settings, { dist: pages.dist });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as { port: number }).port;
});
afterAll(async () => {
  await site.close();
  await pages.remove();
});

/** Requests from the running program, as a browser or a proxy would; returns the status and the redirect target. */
function ask(path: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    request({ port, path, method, headers: { ...headers, connection: 'close' } }, (response) => {
      response.resume().on('end', () => resolve([response.statusCode, response.headers.location]));
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  ['/dashboard', 'https://hack.example.org/dashboard'],
  ['/sign-in?returnTo=%2Fapply', 'https://hack.example.org/sign-in?returnTo=%2Fapply'],
  ['/api/auth/login?returnTo=/apply', 'https://hack.example.org/api/auth/login?returnTo=/apply'],
  ['//evil.example/', 'https://hack.example.org//evil.example/'],
])('%s under a second name leads to the same page of the site', async (path, target) => {
  for (const method of ['GET', 'HEAD'])
    for (const host of ['www.hack.example.org', 'hack.example.com:8443', 'HACK.example.org.evil.example'])
      expect(await ask(path, { host }, method)).toEqual([302, target]);
});

test.each([
  'hack.example.org',
  'HACK.example.org:443',
  '127.0.0.1:3000',
  '10.0.0.7',
  '[::1]:3000',
  'localhost:3000',
  'overnight:3000',
  'overnight.default.svc.cluster.local',
])('a request to %s is answered: it is the site, a check, or a proxy', async (host) => {
  expect(await ask('/dashboard', { host })).toEqual([200, undefined]);
});

test('calls, checks, files and other methods are answered under any name', async () => {
  const host = 'www.hack.example.org';
  for (const path of ['/api/event', '/healthz', '/readyz', '/version'])
    expect(await ask(path, { host })).toEqual([200, undefined]);
  for (const path of ['/icon.svg', '/assets/x.js']) expect((await ask(path, { host }))[1]).toBeUndefined();
  expect((await ask('/dashboard', { host }, 'POST'))[1]).toBeUndefined();
});

test('behind a proxy that rewrites the name, a page is shown after one redirect', async () => {
  const headers = { host: 'origin.cdn.example', cookie: '__Host-redirected=yes' };
  expect(await ask('/dashboard', headers)).toEqual([200, undefined]);
});

test('a trusted proxy says under which name the page was asked for', async () => {
  const settings = {
    publicUrl: new URL('https://hack.example.org'),
    loopback: false,
    trustedProxies: ['loopback'],
  };
  const behind = await createTestApp(settings, { dist: pages.dist });
  const get = (forwarded: string) =>
    behind.app.inject({
      url: '/dashboard',
      headers: { host: 'origin.cdn.example', 'x-forwarded-host': forwarded },
    });
  expect((await get('hack.example.org')).statusCode).toBe(200);
  const moved = await get('www.hack.example.org');
  expect(moved.headers.location).toBe('https://hack.example.org/dashboard');
  expect(moved.cookies).toMatchObject([{ name: '__Host-redirected', value: 'yes', maxAge: 10 }]);
  await behind.close();
});

test('a call from another address is refused in a sentence that names the right one', async () => {
  const headers = { host: 'www.hack.example.org', origin: 'https://www.hack.example.org' };
  const refused = await site.app.inject({
    method: 'POST',
    url: '/api/auth/email/start',
    headers,
    payload: { email: 'ada@example.org' },
  });
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'This request came from another site. Use https://hack.example.org instead.',
  ]);
});
