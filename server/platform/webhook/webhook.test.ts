import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookDelivery } from '../../../contract/platform/webhook.ts';
import { applyRetention } from '../../operations/retention/retention.service.ts';
import { signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createPendingApplicant } from '../../testing/places.ts';
import { loadConfig } from '../config.ts';
import { isPublicAddress, sendWebhook, signWebhook } from './send-webhook.ts';
import { deliverWebhook } from './webhook.service.ts';

let site: TestApp;
let grace: TestActor;
let receiver: Server;
let got: { headers: IncomingMessage['headers']; body: string }[] = [];
let reply: { status: number; headers?: Record<string, string>; body: string };
let port: number;
const secret = `whsec_${Buffer.from('a key of thirty two bytes, or so').toString('base64')}`;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    got.push({ headers: request.headers, body: await text(request) });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  ({ port } = receiver.address() as AddressInfo);
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(async () => {
  await site.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(async () => {
  got = [];
  reply = { status: 204, body: '' };
  await site.services.db.deleteFrom('webhook_deliveries').execute();
  site.services.config.webhook = { url: new URL(`http://hooks.example:${port}/x`), secret };
  // For tests only: this machine counts as public.
  site.services.webhooks = {
    lookUp: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: (address) => address === '127.0.0.1',
  };
});

const list = async () => (await grace.call('GET', '/webhook/deliveries')).json<WebhookDelivery[]>();
const deliver = async () => {
  const [{ _id }] = (await list()) as [WebhookDelivery];
  return deliverWebhook(site.services, { id: _id }).then(
    () => 'done',
    (error: Error) => error.message,
  );
};
async function decide() {
  const { applicationId } = await createPendingApplicant(site, 'Ada Lovelace');
  await grace.call('PUT', `/applications/${applicationId}`, { status: 'approved' });
}

test('a decision is sent, signed, without names, and its answer is listed', async () => {
  reply = { status: 200, body: 'ok\n  \u0000thanks' };
  await decide();
  expect(await deliver()).toBe('done');
  const [{ headers, body }] = got as [(typeof got)[number]];
  const message = JSON.parse(body);
  expect(message).toMatchObject({ type: 'application.approved', data: { from: 'pending' } });
  expect([message.content, message.text]).toEqual([message.text, expect.stringContaining('was approved')]);
  expect(body).not.toMatch(/Ada|Lovelace|@/);
  expect(headers.host).toBe(`hooks.example:${port}`);
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice(6), 'base64');
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  expect(await list()).toMatchObject([{ state: 'delivered', attempts: 1, answer: '200 ok thanks' }]);
  // What was delivered is not sent by a repeated job, only by an organizer, under the same id.
  expect(await deliver()).toBe('done');
  expect(got).toHaveLength(1);
  const [{ _id }] = (await list()) as [WebhookDelivery];
  expect((await grace.call('POST', `/webhook/deliveries/${_id}`)).statusCode).toBe(200);
  await deliver();
  expect(got[1]?.headers['webhook-id']).toBe(headers['webhook-id']);
});

test('the signature is the one of the specification', () => {
  // The example of https://github.com/standard-webhooks/standard-webhooks, made with its reference library.
  const signed = signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    now: new Date(1_614_265_330_000),
  });
  expect(signed['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('errors and silence are tried again, a refusal is not, and no redirect is followed', async () => {
  await decide();
  reply = { status: 503, body: 'later' };
  expect(await deliver()).toBe('the webhook answered 503');
  expect(await list()).toMatchObject([{ state: 'waiting', answer: '503 later' }]);
  for (let tries = 2; tries < 12; tries += 1) await deliver();
  expect(await deliver()).toBe('done');
  expect(await list()).toMatchObject([{ state: 'failed', attempts: 12 }]);
  const again = async () => grace.call('POST', `/webhook/deliveries/${(await list())[0]?._id}`);
  await again();
  got = [];
  reply = { status: 302, headers: { location: `http://127.0.0.1:${port}/inside` }, body: '' };
  expect(await deliver()).toBe('done');
  expect(got).toHaveLength(1);
  expect(await list()).toMatchObject([{ state: 'failed', answer: '302' }]);
  await again();
  reply = { status: 200, body: 'x'.repeat(5_000_000) };
  await deliver();
  expect((await list())[0]?.answer.length).toBe(304);
});

test('Slack and Discord get what they show, and nobody is mentioned', async () => {
  const message = {
    id: 'x',
    type: 'settings.saved',
    text: 'A & B <!channel> @everyone',
    data: {},
    at: new Date(),
  };
  const bodyFor = async (host: string) => {
    got = [];
    await sendWebhook(
      site.services.webhooks,
      { url: new URL(`http://${host}:${port}/`), secret },
      message,
      new Date(),
    );
    return JSON.parse(got[0]!.body);
  };
  expect(await bodyFor('hooks.slack.com')).toEqual({ text: 'A &amp; B &lt;!channel&gt; @everyone' });
  expect(await bodyFor('discord.com')).toEqual({ content: message.text, allowed_mentions: { parse: [] } });
  expect(await bodyFor('evil-discord.com')).toHaveProperty('type');
});

test('only public addresses are connected to, whatever the name or its second look-up says', async () => {
  await decide();
  let lookUps = 0;
  site.services.webhooks = {
    isAllowed: isPublicAddress,
    // A name that would resolve to an internal address after the check: it is looked up only once, for the connection
    // itself.
    lookUp: async () => {
      lookUps += 1;
      return [{ address: lookUps === 1 ? '::ffff:127.0.0.1' : '1.1.1.1', family: 6 }];
    },
  };
  expect(await deliver()).toContain('answered nothing');
  expect([lookUps, got.length]).toEqual([1, 0]);
  expect(await list()).toMatchObject([{ answer: 'The address is not on the public internet.' }]);
  // One address of several is enough to refuse, and literal ones are not looked up.
  site.services.webhooks = {
    isAllowed: (address) => address === '127.0.0.1',
    lookUp: async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ],
  };
  await deliver();
  expect(got).toEqual([]);
  site.services.webhooks.isAllowed = isPublicAddress;
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]']) {
    site.services.config.webhook = { url: new URL(`http://${host}:${port}/`), secret };
    await deliver();
    expect(await list()).toMatchObject([{ answer: 'The address is not on the public internet.' }]);
  }
  expect(got).toEqual([]);
});

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.255.255', '192.168.1.1'],
  ...['192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:8.8.8.8', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fe80::1', 'fc00::1'],
  ...['fd00:ec2::254', 'ff02::1', '2001::1', '2001:db8::1', '2002:a00:1::', 'fe80::1%eth0', 'localhost', ''],
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['1.1.1.1', '100.63.255.255', '172.32.0.1', '162.159.128.233', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test('a decision that is held is told with its release, not before', async () => {
  const { event } = site.services;
  site.services.event = { ...event, holdDecisions: true };
  await decide();
  expect(await list()).toEqual([]);
  expect((await grace.call('POST', '/applications/release')).statusCode).toBe(200);
  expect(await list()).toMatchObject([{ type: 'application.released', text: 'Decisions were released: 1' }]);
  site.services.event = event;
});

test('decisions, check-ins and announcements are sent too; without an address nothing is', async () => {
  const { event } = site.services;
  await decide();
  const person = await createPendingApplicant(site, 'Bob');
  await grace.call('PUT', `/applications/${person.applicationId}`, { status: 'approved' });
  await grace.call('POST', '/applications/check-in', { userId: person.id });
  const lunch = { subject: 'Lunch', text: 'Now.', segment: {}, email: false, aboutPlace: false };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  expect((await grace.call('POST', '/announcements', lunch, { headers })).statusCode).toBe(201);
  await expect
    .poll(async () => (await list()).map(({ type }) => type).toSorted())
    .toEqual(['announcement.sent', 'application.approved', 'application.approved', 'check-in.admitted']);
  site.services.event = event;
  site.services.config.webhook = undefined;
  await decide();
  expect((await grace.call('GET', '/webhook/deliveries')).statusCode).toBe(404);
  const rows = await site.services.db.selectFrom('webhook_deliveries').select('id').execute();
  expect(rows).toHaveLength(4);
  site.advance(400 * 24 * 3_600_000);
  await applyRetention(site.services);
  expect(await site.services.db.selectFrom('webhook_deliveries').select('id').execute()).toEqual([]);
});

test('the settings need both, over https', () => {
  const load = (url: string, key?: string) => () =>
    loadConfig({ DATA_DIR: site.services.config.dataDir, WEBHOOK_URL: url, WEBHOOK_SECRET: key });
  expect(load('https://discord.com/api/webhooks/1/x')).toThrow('WEBHOOK_SECRET is missing');
  expect(load('http://127.0.0.1/', secret)).toThrow('WEBHOOK_URL must be an https:// address');
  expect(load('https://discord.com/api/webhooks/1/x', secret)().webhook?.secret).toBe(secret);
});
