import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Announcement, AnnouncementReceiver } from '../../../contract/event-day/announcements.ts';
import { jobHandlers, pushJobHandlers } from '../../operations/background-jobs.ts';
import { openSession } from '../../people-data/sessions.service.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { type Jobs, startJobs } from '../../platform/jobs/worker.ts';
import { createLogger } from '../../platform/log.ts';
import { getPushKey } from '../../platform/push/vapid.ts';
import type { Services } from '../../platform/services.ts';
import { signUp, signUpAdmin, type TestActor, withCookie } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { jobNamed } from '../../testing/jobs.ts';
import { Killing } from '../../testing/killing.ts';
import { type PushService, startPushService } from '../../testing/push-service.ts';
import { pushAnnouncements } from './push-announcements.service.ts';

let push: PushService;
let other: PushService;
let site: TestApp;
let grace: TestActor;
beforeEach(async () => {
  [push, other] = [await startPushService(), await startPushService()];
  const settings = { origins: [push.origin, other.origin], timeout: 10_000 };
  site = await createTestApp({ push: settings });
  site.services.event.pushNotifications = true;
  grace = await signUpAdmin(site);
});
afterEach(async () => {
  await Promise.all([push.close(), other.close()]);
  await site.close();
});

/** Somebody with a device at a push service. */
async function signUpWithDevice(name: string, service = push) {
  const actor = await signUp(site, { name });
  await createApplicant(site, actor);
  const { endpoint } = await addDevice(actor, service);
  return { ...actor, endpoint };
}
async function addDevice(actor: TestActor, service = push) {
  const device = service.createDevice();
  expect((await actor.call('PUT', '/push-subscription', device)).statusCode).toBe(200);
  return device;
}
const lunch = { subject: 'Lunch for {name}', text: 'It is at noon.', email: false, aboutPlace: false };
async function send(draft: Partial<typeof lunch> = {}): Promise<Announcement> {
  const answer = await grace.call('POST', '/announcements', { ...lunch, segment: {}, ...draft });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}
const run = () => pushAnnouncements(site.services);
const countDevices = async () => (await grace.call('GET', '/announcements')).json()[0].devices;
const listStates = () =>
  site.services.db
    .selectFrom('announcement_pushes')
    .leftJoin('push_subscriptions', 'push_subscriptions.id', 'subscription_id')
    .select(['endpoint', 'state', 'tries'])
    .execute();

test('every device of a receiver gets the announcement once, encrypted for it and signed by the site', async () => {
  const ada = await signUpWithDevice('Ada Lovelace');
  const token = await openSession(site.services, site.services.db, 'user', { user_id: ada.id });
  const laptop = await addDevice(withCookie(site, `sid=${token}`));
  await createApplicant(site, await signUp(site, { name: 'Bob without a device' }));
  const sent = await send();
  expect(sent.devices).toEqual({ accepted: 0, waiting: 2, failed: 0 });
  // A device that comes later gets what comes later.
  await signUpWithDevice('Zoe');
  await Promise.all([run(), run()]);
  await run();
  expect(push.calls.sort()).toEqual([ada.endpoint, laptop.endpoint].sort());
  for (const { headers, message, site: signed } of push.received) {
    expect(message).toEqual({
      ...{ title: 'Lunch for Ada', body: 'It is at noon.', tag: sent._id, url: '/dashboard' },
    });
    const { origin: aud } = push;
    expect(signed).toMatchObject({
      aud,
      sub: 'mailto:team@overnight.example',
      key: getPushKey(site.services.config),
    });
    expect(signed.exp * 1000 - Date.now()).toBeLessThan(24 * 3_600_000);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(Number(headers.ttl)).toBeGreaterThan(12 * 3600 - 60);
    expect(headers.topic).toMatch(/^[\w-]{22}$/);
  }
  expect(await countDevices()).toEqual({ accepted: 2, waiting: 0, failed: 0 });
  const receivers: AnnouncementReceiver[] = (
    await grace.call('GET', `/announcements/${sent._id}/receivers`)
  ).json();
  expect(receivers.map(({ name, devices }) => [name, devices])).toEqual([
    ['Ada Lovelace', 2],
    ['Bob without a device', 0],
  ]);
});

test('a long text is cut so that it fits, at a whole character', async () => {
  await signUpWithDevice('Ada');
  await send({ text: '🦉'.repeat(2000) });
  await run();
  const [{ message }] = push.received as [PushService['received'][number]];
  expect(message.body).toMatch(/^(🦉)+…$/u);
  expect(Buffer.byteLength(JSON.stringify(message))).toBeGreaterThan(3060);
  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(3072);
});

test('a subscription that the service does not know any more is deleted; what is refused is given up', async () => {
  const [gone, refused, kept] = await Promise.all(
    ['Ada', 'Bob', 'Cleo'].map((name) => signUpWithDevice(name)),
  );
  const statuses = new Map([
    [gone!.endpoint, 410],
    [refused!.endpoint, 403],
  ]);
  push.answer = (endpoint, response) => void response.writeHead(statuses.get(endpoint) ?? 201).end();
  await send();
  await run();
  const { db } = site.services;
  const left = await db.selectFrom('push_subscriptions').select('endpoint').orderBy('endpoint').execute();
  expect(left.map(({ endpoint }) => endpoint)).toEqual([refused!.endpoint, kept!.endpoint].sort());
  expect(await countDevices()).toEqual({ accepted: 1, waiting: 0, failed: 1 });
  site.advance(3_600_000);
  await run();
  expect(push.calls).toHaveLength(3);
});

test('what the service cannot take is tried again, a while later each time, at most ten times and for half a day', async () => {
  await signUpWithDevice('Ada');
  push.answer = (_endpoint, response) => void response.writeHead(500).end();
  const lines: string[] = [];
  site.services.log = createLogger('info', { write: (line) => void lines.push(line) });
  await send();
  await run();
  await run();
  expect(push.calls).toHaveLength(1);
  for (let at = 0; at < 12; at += 1) {
    site.advance(901_000);
    await run();
  }
  expect(push.calls).toHaveLength(10);
  expect(await countDevices()).toEqual({ accepted: 0, waiting: 0, failed: 1 });
  expect(lines.join()).toContain(new URL(push.origin).host);
  expect(lines.join()).not.toContain('/push/');

  await send();
  await run();
  site.advance(12 * 3_600_000);
  push.answer = undefined;
  await run();
  expect([push.calls.length, push.received]).toEqual([11, []]);
  expect((await listStates()).map(({ state }) => state)).toEqual(['failed', 'failed']);
});

test('a service that asks for patience gets it, for all of its devices, and other services go on', async () => {
  // More than are sent at once.
  for (let at = 0; at < 20; at += 1) await signUpWithDevice(`Ada ${at}`);
  const cleo = await signUpWithDevice('Cleo', other);
  push.answer = (_endpoint, response) => void response.writeHead(429, { 'retry-after': '600' }).end();
  await send();
  await run();
  expect(other.received.map(({ endpoint }) => endpoint)).toEqual([cleo.endpoint]);
  const asked = push.calls.length;
  expect(asked).toBeLessThan(20);
  push.answer = undefined;
  site.advance(590_000);
  await run();
  expect(push.calls).toHaveLength(asked);
  site.advance(20_000);
  await run();
  expect(push.received).toHaveLength(20);
});

test('a redirect is not followed, and the answer is not read', async () => {
  await signUpWithDevice('Ada');
  push.answer = (_endpoint, response) =>
    void response.writeHead(307, { location: `${other.origin}/stolen` }).end('x');
  await send();
  await run();
  expect(other.calls).toEqual([]);
  expect(await countDevices()).toEqual({ accepted: 0, waiting: 0, failed: 1 });
});

test('a service that never answers holds up neither other services nor sign-in codes nor other jobs', async () => {
  // Longer than this test waits for anything.
  site.services.config.push.timeout = 60_000;
  const held: ServerResponse[] = [];
  for (let at = 0; at < 3; at += 1) await signUpWithDevice(`Ada ${at}`);
  push.answer = (_endpoint, response) => void held.push(response);
  const done: string[] = [];
  const note = async (_: unknown, payload: Record<string, unknown>) => void done.push(String(payload.each));
  let jobs: Jobs | undefined;
  try {
    jobs = await startJobs(site.services, site.database.pool, {
      ...{
        handlers: { ...jobHandlers, note },
        urgentHandlers: { code: note },
        slowHandlers: pushJobHandlers,
      },
      concurrency: 1,
    });
    await send();
    await vi.waitFor(() => expect(push.calls).toHaveLength(3), { timeout: 15_000 });
    await addJob(site.services.db, jobNamed('note'), { each: 'job' });
    await addJob(site.services.db, jobNamed('code'), { each: 'code' });
    await vi.waitFor(() => expect(done.sort()).toEqual(['code', 'job']), { timeout: 15_000 });
    for (const response of held) response.destroy();
    site.services.config.push.timeout = 1500;
    site.advance(61_000);
    const bob = await signUpWithDevice('Bob', other);
    await send({ subject: 'Dinner' });
    await vi.waitFor(() => expect(other.received).toHaveLength(1), { timeout: 15_000 });
    expect(other.received[0]).toMatchObject({ endpoint: bob.endpoint, message: { title: 'Dinner' } });
  } finally {
    await jobs?.stop();
  }
  expect(push.received).toEqual([]);
});

test('a device that logged out, or somebody else signed in on, gets nothing of what was waiting', async () => {
  const ada = await signUpWithDevice('Ada');
  const bob = await signUpWithDevice('Bob');
  const cleo = await signUp(site, { name: 'Cleo' });
  await send();
  await ada.call('GET', '/auth/logout');
  const device = { endpoint: bob.endpoint, keys: push.createDevice().keys };
  expect((await cleo.call('PUT', '/push-subscription', device)).statusCode).toBe(200);
  await run();
  expect(push.calls).toEqual([]);
  expect(await countDevices()).toEqual({ accepted: 0, waiting: 0, failed: 0 });
});

test('after a change of the secret nothing is sent to subscriptions with the old key: they are deleted', async () => {
  await signUpWithDevice('Ada');
  await send();
  site.services.config.secretKey = 'another secret of thirty-two bytes, or more';
  await run();
  expect(push.calls).toEqual([]);
  expect(await site.services.db.selectFrom('push_subscriptions').selectAll().execute()).toEqual([]);
});

test('a run that is killed at any statement loses no device, and records none that the service did not accept', async () => {
  const people = await Promise.all(['Ada', 'Bob', 'Cleo', 'Dan'].map((name) => signUpWithDevice(name)));
  const sent = await send();
  const accepted = () => new Set(push.received.map(({ endpoint }) => endpoint));
  let statements = 0;
  const runUntil = (statement: number) => {
    const db = site.services.db.withPlugin(new Killing(statement)) as Services['db'];
    return pushAnnouncements({ ...site.services, db }).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed');
        return false;
      },
    );
  };
  while (!(await runUntil(statements))) {
    statements += 1;
    for (const { endpoint, state } of await listStates())
      if (state === 'accepted') expect(accepted()).toContain(endpoint);
    // When its claims have ended, the next run takes them.
    site.advance(61_000);
  }
  expect(statements).toBeGreaterThan(4);
  expect(push.received.length).toBeGreaterThan(people.length);
  expect([...accepted()].sort()).toEqual(people.map(({ endpoint }) => endpoint).sort());
  expect(await countDevices()).toEqual({ accepted: 4, waiting: 0, failed: 0 });
  // Whoever got it twice got the same tag and topic: the second replaces the first.
  expect(new Set(push.received.map(({ message }) => message.tag))).toEqual(new Set([sent._id]));
  expect(new Set(push.received.map(({ headers }) => headers.topic)).size).toBe(1);
});

test('without the setting nothing is queued or counted, and what an earlier setting queued is not sent', async () => {
  await signUpWithDevice('Ada');
  await send();
  site.services.event.pushNotifications = false;
  await run();
  const sent = await send({ subject: 'Dinner' });
  expect(sent).not.toHaveProperty('devices');
  expect(await listStates()).toHaveLength(1);
  expect(push.calls).toEqual([]);
});
