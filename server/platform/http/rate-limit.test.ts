import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/platform/endpoint.ts';
import { buildApp } from '../../app.ts';
import { createServices } from '../../people-data/create-services.ts';
import { anonymous, signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { defaultEvent } from '../../testing/default-event.ts';
import { route } from './route.ts';

const done = z.object({ success: z.literal(true) });
const rare = endpoint('POST /probe/rare', 'all', {
  summary: 'Call five times in ten minutes',
  response: done,
  limit: { max: 5, seconds: 600 },
});
const guarded = endpoint('POST /probe/guarded', 'user', {
  summary: 'Call five times in ten minutes, signed in',
  response: done,
  limit: { max: 5, seconds: 600 },
});

let site: TestApp;
async function start(settings: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  site = await createTestApp({ rateLimitScale: 1, ...settings });
  for (const declared of [rare, guarded])
    route(site.app, site.services, declared, () => ({ success: true }) as const);
  return site;
}
afterEach(() => site.close());

const from = (address: string, headers: Record<string, string> = {}) =>
  anonymous(site).call('POST', '/probe/rare', undefined, { remoteAddress: address, headers });
const statuses = async (count: number, call: () => Promise<{ statusCode: number }>) => {
  const all = await Promise.all(Array.from({ length: count }, call));
  return [200, 401, 429].map((status) => all.filter(({ statusCode }) => statusCode === status).length);
};

test('a limit is exact with a hundred concurrent calls', async () => {
  await start();
  expect(await statuses(100, () => from('10.0.0.1'))).toEqual([5, 0, 95]);
});

test('Retry-After is in whole seconds, rounded up', async () => {
  await start();
  await statuses(5, () => from('10.0.0.1'));
  site.advance(599_100);
  const refused = await from('10.0.0.1');
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
    429,
    '1',
    'too_many_requests',
  ]);
  site.advance(1000);
  expect((await from('10.0.0.1')).statusCode).toBe(200);
});

test('people behind one address are counted separately, and separately from visitors', async () => {
  await start();
  const [ada, bob] = await Promise.all([signUp(site), signUp(site)]);
  await statuses(6, () => from('127.0.0.1'));
  expect(await statuses(6, () => ada.call('POST', '/probe/rare'))).toEqual([5, 0, 1]);
  expect(await statuses(5, () => bob.call('POST', '/probe/rare'))).toEqual([5, 0, 0]);
});

test('spellings of one path share a count', async () => {
  await start();
  const spelled = (path: string) => anonymous(site).call('POST', path);
  for (const path of ['/probe/rare', '/probe/rare/', '/probe/rare?a=1', '/probe/r%61re', '/probe/rare'])
    expect((await spelled(path)).statusCode).toBe(200);
  expect((await spelled('/probe/rare/')).statusCode).toBe(429);
});

test('a forged session is counted under the address', async () => {
  await start();
  let tries = 0;
  const forged = () => {
    tries += 1;
    return anonymous(site).call('POST', '/probe/guarded', undefined, {
      headers: { cookie: `sid=forged${tries}` },
    });
  };
  expect(await statuses(8, forged)).toEqual([0, 5, 3]);
});

test('calls without a limit of their own share one, of 300 a minute for each person', async () => {
  await start();
  const ada = await signUp(site);
  const reads = () => ada.call('GET', '/event');
  expect(await statuses(150, reads)).toEqual([150, 0, 0]);
  const answers = await Promise.all(Array.from({ length: 200 }, () => ada.call('GET', '/openapi.json')));
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeLessThanOrEqual(200);
});

test('a forwarded address counts only when it comes from a trusted proxy', async () => {
  await start();
  for (let i = 0; i < 5; i += 1) await from('10.0.0.1', { 'x-forwarded-for': `198.51.100.${i}` });
  expect((await from('10.0.0.1', { 'x-forwarded-for': '198.51.100.99' })).statusCode).toBe(429);
  await site.close();

  await start({ trustedProxies: ['10.0.0.1'] });
  const through = (client: string, proxy = '10.0.0.1') => from(proxy, { 'x-forwarded-for': client });
  expect(await statuses(6, () => through('198.51.100.1'))).toEqual([5, 0, 1]);
  expect((await through('198.51.100.2')).statusCode).toBe(200);
  // What the client sent precedes what the proxy added, and does not count.
  expect((await through('203.0.113.9, 198.51.100.1')).statusCode).toBe(429);
  // A sender that is not the proxy.
  expect(await statuses(6, () => through('198.51.100.3', '10.0.0.2'))).toEqual([5, 0, 1]);
});

test('two instances on one database share a limit of more than a minute, and a right attempt is taken back', async () => {
  await start({ databaseUrl: 'postgres://shared' });
  const { db, config, log } = site.services;
  const services = await createServices({ db, config, log, event: defaultEvent });
  const instance = await buildApp(services, { dist: '' });
  route(instance, services, rare, () => ({ success: true }) as const);
  const there = () => anonymous({ ...site, app: instance }).call('POST', '/probe/rare');
  const both = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 ? there() : from('127.0.0.1'))),
  );
  expect(both.filter(({ statusCode }) => statusCode === 200).length).toBe(5);
  expect((await there()).statusCode).toBe(429);
  site.advance(601_000);
  expect((await from('127.0.0.1')).statusCode).toBe(200);

  const limits = [
    { key: 'person', max: 2, milliseconds: 60_000 },
    { key: 'address', max: 9, milliseconds: 60_000 },
  ];
  const now = Date.now();
  const here = site.services.rateLimits;
  expect([await here.consume(limits, now), await services.rateLimits.consume(limits, now)]).toEqual([0, 0]);
  expect(await here.consume(limits, now + 10_000)).toBe(50_000);
  await here.refund(limits);
  expect(await services.rateLimits.consume(limits, now + 20_000)).toBe(0);
  await instance.close();
});

test('a clock that is set back closes no limit', async () => {
  await start();
  await statuses(6, () => from('10.0.0.1'));
  site.advance(-3_600_000);
  expect((await from('10.0.0.1')).statusCode).toBe(200);
});
