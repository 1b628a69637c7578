import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteUserSessions } from '../../people-data/sessions.queries.ts';
import { openSession } from '../../people-data/sessions.service.ts';
import { anonymous, signUp, signUpAdmin, type TestActor, withCookie } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { decryptPush, type TestSubscription, verifyAuthorization } from '../../testing/push-service.ts';
import { encryptPush } from './encrypt-push.ts';
import { describePush } from './push.doctor.ts';
import { parsePushEndpoint } from './push-services.ts';
import { createAuthorization, createKeyPair, getPushKey } from './vapid.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
beforeEach(async () => {
  site.services.event.pushNotifications = true;
  await site.services.db.deleteFrom('push_subscriptions').execute();
});
afterAll(() => site.close());

let count = 0;
function createSubscription(endpoint?: string): TestSubscription {
  count += 1;
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const address = endpoint ?? `https://fcm.googleapis.com/fcm/send/device-${count}`;
  return { endpoint: address, keys: { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } };
}
const save = async (who: TestActor, subscription: object) => {
  const answer = await who.call('PUT', '/push-subscription', subscription);
  return [answer.statusCode, answer.json().code];
};
const saved = [200, undefined];
/** Signs a person in again, on another device. */
async function signInAgain({ id }: TestActor): Promise<TestActor> {
  const token = await openSession(site.services, site.services.db, 'user', { user_id: id });
  return { ...withCookie(site, `sid=${token}`), id };
}
const listSaved = () =>
  site.services.db
    .selectFrom('push_subscriptions')
    .select(['user_id as user', 'endpoint'])
    .orderBy('endpoint')
    .execute();

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('encrypts as the example of RFC 8291, appendix A', () => {
  const sender = createKeyPair(() => bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const auth = bytes('BTBZMqHH6r4Tts7J_aSIgg');
  const p256dh = bytes(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  );
  const message = Buffer.from('When I grow up, I want to be a watermelon');
  const body = encryptPush(message, { p256dh, auth }, { sender, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  const privateKey = bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94');
  expect(decryptPush(body, { privateKey, auth })).toEqual(message);
});

test('signs as RFC 8292 says, with a key that follows from the secret', () => {
  // The example of section 2.4, which verifies these tests' own verification.
  expect(
    verifyAuthorization(
      'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
    ),
  ).toMatchObject({ aud: 'https://push.example.net', exp: 1453523768 });
  const { config } = site.services;
  const request = { origin: 'https://fcm.googleapis.com', contact: 'mailto:a@example.org', now: new Date(0) };
  const own = createAuthorization(config, request);
  expect(verifyAuthorization(own)).toEqual({
    ...{ aud: 'https://fcm.googleapis.com', exp: 43_200, sub: 'mailto:a@example.org' },
    key: getPushKey(config),
  });
  expect(() => verifyAuthorization(own.replace(/t=\w+\.\w/, 't=eyJ0eXAi.f'))).toThrow();
  expect(getPushKey({ secretKey: config.secretKey })).toBe(getPushKey(config));
  expect(getPushKey({ secretKey: `${config.secretKey}2` })).not.toBe(getPushKey(config));
  // A candidate that is not a key of the curve is skipped.
  const zeroFirst = (attempt: number) => Buffer.alloc(32, attempt - 1);
  expect(createKeyPair(zeroFirst).getPrivateKey()).toEqual(Buffer.alloc(32, 1));
});

test('only addresses of push services are accepted', () => {
  const push = { origins: ['http://127.0.0.1:4000'], timeout: 1 };
  const accepts = (endpoint: string) => parsePushEndpoint({ push }, endpoint) !== undefined;
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def-_',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QKC-1',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2b',
    'http://127.0.0.1:4000/push/1',
  ])
    expect([endpoint, accepts(endpoint)]).toEqual([endpoint, true]);
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/1',
    'https://fcm.googleapis.com:8443/fcm/send/1',
    'https://user:password@fcm.googleapis.com/1',
    'https://fcm.googleapis.com@127.0.0.1/1',
    'https://fcm.googleapis.com.example.org/1',
    'https://evilpush.apple.com/1',
    'https://push.apple.com.example.org/1',
    'https://example.org/fcm.googleapis.com',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'http://127.0.0.1:4001/push/1',
    'https://127.0.0.1:4000/push/1',
    'https://169.254.169.254/latest/meta-data',
    'HTTPS://FCM.googleapis.com/1',
    'https://fcm.googleapis.com/1#2',
    'file:///etc/passwd',
    'fcm.googleapis.com',
    '',
  ])
    expect([endpoint, accepts(endpoint)]).toEqual([endpoint, false]);
});

test('a participant saves the subscription of a device, repeats it, and ends it; others and bad ones are refused', async () => {
  const ada = await signUp(site);
  const device = createSubscription();
  expect(await save(anonymous(site), device)).toEqual([401, 'signed_out']);
  expect(await save(await signUpAdmin(site), device)).toEqual([403, 'forbidden']);
  const bad: object[] = [
    createSubscription('https://127.0.0.1/push'),
    createSubscription('http://fcm.googleapis.com/fcm/send/1'),
    createSubscription(`https://fcm.googleapis.com/${'x'.repeat(1000)}`),
    { ...device, keys: { ...device.keys, p256dh: device.keys.p256dh.slice(1) } },
    // 65 bytes that are no point of the curve, and a point that is not written as 65 bytes.
    { ...device, keys: { ...device.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
    { ...device, keys: { ...device.keys, p256dh: `B${'A'.repeat(86)}` } },
    { ...device, keys: { ...device.keys, auth: `${device.keys.auth}A` } },
    { ...device, keys: { ...device.keys, auth: device.keys.auth.replace(/.$/, '+') } },
    { ...device, expirationTime: null },
  ];
  for (const subscription of bad) expect(await save(ada, subscription)).toEqual([400, 'invalid_input']);
  expect(await listSaved()).toEqual([]);
  for (let repeat = 0; repeat < 2; repeat += 1) expect(await save(ada, device)).toEqual(saved);
  await Promise.all(Array.from({ length: 5 }, () => save(ada, device)));
  expect(await listSaved()).toEqual([{ user: ada.id, endpoint: device.endpoint }]);
  // A browser that subscribed again has another address.
  const renewed = createSubscription();
  expect(await save(ada, renewed)).toEqual(saved);
  expect(await listSaved()).toEqual([{ user: ada.id, endpoint: renewed.endpoint }]);
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect((await ada.call('DELETE', '/push-subscription')).statusCode).toBe(200);
  expect(await listSaved()).toEqual([]);
});

test('the event that sends no notifications has neither key nor calls', async () => {
  const ada = await signUp(site);
  const keyOf = async () => (await ada.call('GET', '/event')).json().pushKey;
  expect(await keyOf()).toBe(getPushKey(site.services.config));
  site.services.event.pushNotifications = false;
  expect(await keyOf()).toBeUndefined();
  expect(await save(ada, createSubscription())).toEqual([404, 'not_found']);
  expect((await ada.call('DELETE', '/push-subscription')).statusCode).toBe(404);
});

test('a subscription ends with its session: logout, everywhere, another role, a deleted account', async () => {
  const { db } = site.services;
  const endings: Record<string, (who: TestActor, phone: TestActor) => Promise<unknown>> = {
    logout: (_who, phone) => phone.call('GET', '/auth/logout'),
    everywhere: (who) => deleteUserSessions(db, who.id),
    role: async (who) => {
      const grace = await signUpAdmin(site);
      const answer = await grace.call('POST', '/volunteers', { email: who.email });
      expect(answer.statusCode).toBeLessThan(300);
    },
    deletion: (who) => who.call('DELETE', '/users/me'),
  };
  for (const [name, end] of Object.entries(endings)) {
    const ada = await signUp(site);
    const phone = await signInAgain(ada);
    const [first, second] = [createSubscription(), createSubscription()];
    expect([await save(ada, first), await save(phone, second)]).toEqual([saved, saved]);
    await end(ada, phone);
    const left = name === 'logout' ? [{ user: ada.id, endpoint: first.endpoint }] : [];
    expect([name, await listSaved()]).toEqual([name, left]);
    await db.deleteFrom('push_subscriptions').execute();
  }
});

test('a device belongs to whoever signed in on it last', async () => {
  const [ada, bob] = [await signUp(site), await signUp(site)];
  const device = createSubscription();
  await save(ada, device);
  expect(await save(bob, device)).toEqual(saved);
  expect(await listSaved()).toEqual([{ user: bob.id, endpoint: device.endpoint }]);
  expect((await ada.call('DELETE', '/push-subscription')).statusCode).toBe(200);
  expect(await listSaved()).toHaveLength(1);
});

test('a person has at most ten devices: the one that was seen longest ago goes', async () => {
  const ada = await signUp(site);
  const devices = [];
  for (let at = 0; at < 11; at += 1) {
    const phone = await signInAgain(ada);
    const device = createSubscription(`https://web.push.apple.com/${String(at).padStart(2, '0')}`);
    devices.push({ phone, device });
    await save(phone, device);
    site.advance(1000);
    // The first is seen again before the eleventh comes.
    if (at === 9) await save(devices[0]!.phone, devices[0]!.device);
    site.advance(1000);
  }
  const endings = (await listSaved()).map(({ endpoint }) => endpoint.slice(-2));
  expect(endings).toEqual(['00', '02', '03', '04', '05', '06', '07', '08', '09', '10']);
});

test('the doctor counts devices, and those that subscribed with another key', async () => {
  await save(await signUp(site), createSubscription());
  const describe = (secretKey = site.services.config.secretKey) =>
    describePush({ ...site.services, config: { ...site.services.config, secretKey } });
  expect(await describe()).toEqual(['Announcements also go as notifications, to 1 device.']);
  expect(await describe('another secret')).toEqual([
    expect.any(String),
    expect.stringMatching(/^1 of them subscribed before SECRET_KEY changed/),
  ]);
  site.services.event.pushNotifications = false;
  expect(await describe()).toEqual([]);
});

test('the export names the push service and holds neither address nor keys', async () => {
  const ada = await signUp(site);
  const device = createSubscription();
  await save(ada, device);
  const { selectPersonalData } = await import('../../people/account/personal-data.queries.ts');
  const exported = await selectPersonalData(site.services.db, ada.id);
  expect(exported.notifiedDevices).toEqual([
    { pushService: 'fcm.googleapis.com', saved_at: expect.any(Date) },
  ]);
  for (const secret of [device.endpoint, device.keys.p256dh, device.keys.auth])
    expect(JSON.stringify(exported)).not.toContain(secret);
});
