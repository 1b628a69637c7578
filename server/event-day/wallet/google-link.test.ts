import { verify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseServiceAccount } from '../../platform/google-settings.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { googleAccount } from '../../testing/wallet-keys.ts';

const account = googleAccount();
const issuerId = '3388000000012345678';
let site: TestApp;
let ada: TestActor;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp({ google: { issuerId, serviceAccount: parseServiceAccount(account.json, []) } });
  ada = await createAttendee(site, { name: 'Ada Lovelace 艾达' });
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const asked = (as: TestActor, whose = as) => as.call('GET', `/wallet/google/${whose.id}`);
const status = async (as: TestActor, whose?: TestActor) => (await asked(as, whose)).statusCode;

/** The JWT of a person's link. */
async function tokenOf(as: TestActor): Promise<string> {
  const { headers } = await asked(as);
  const [, token = ''] =
    /^https:\/\/pay\.google\.com\/gp\/v\/save\/([\w-]+\.[\w-]+\.[\w-]+)$/.exec(String(headers.location)) ??
    [];
  return token;
}

function checked(token: string, publicKey = account.publicKey) {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return {
    genuine: verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    ),
    header: read(header),
    claims: read(claims),
  };
}

test('goes only to its own approved person', async () => {
  expect(await status(anonymous(site), ada)).toBe(401);
  expect(await status(grace, ada)).toBe(403);
  expect(await status(await createAttendee(site), ada)).toBe(403);
  expect(await status(await signUp(site))).toBe(403);
  expect(await status(await createAttendee(site, { status: 'pending' }))).toBe(403);
  const answer = await asked(ada);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'no-store']);
});

test('is signed with the key of the service account', async () => {
  const token = await tokenOf(ada);
  expect(checked(token)).toMatchObject({ genuine: true, header: { alg: 'RS256', typ: 'JWT' } });
  expect(checked(token, googleAccount().publicKey).genuine).toBe(false);
  const [header, claims = '', signature] = token.split('.');
  const forged = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('Ada', 'Eve')).toString(
    'base64url',
  );
  expect(checked([header, forged, signature].join('.')).genuine).toBe(false);
});

test('shows the event, the person, and the same signed code as every other pass', async () => {
  const { claims } = checked(await tokenOf(ada));
  expect(claims).toEqual({
    iss: account.email,
    aud: 'google',
    typ: 'savetowallet',
    origins: [site.services.config.publicUrl.origin],
    payload: {
      eventTicketClasses: [
        {
          id: expect.stringMatching(/^3388000000012345678\.[\da-f]{12}$/),
          issuerName: 'Overnight',
          eventName: { defaultValue: { language: 'en', value: 'Overnight 2025' } },
          venue: {
            name: { defaultValue: { language: 'en', value: 'ECG 101' } },
            address: { defaultValue: { language: 'en', value: 'ECG 101' } },
          },
          dateTime: { start: '2025-09-20T15:30:00.000Z' },
          hexBackgroundColor: '#14183a',
          reviewStatus: 'UNDER_REVIEW',
        },
      ],
      eventTicketObjects: [
        {
          id: expect.stringMatching(/^3388000000012345678\.[\w-]{22}\.1$/),
          classId: claims.payload.eventTicketClasses[0].id,
          state: 'ACTIVE',
          ticketHolderName: ada.name,
          barcode: { type: 'QR_CODE', value: expect.any(String) },
        },
      ],
    },
  });
  const { value } = claims.payload.eventTicketObjects[0].barcode;
  expect(JSON.parse(value)).toEqual({ userId: ada.id, name: ada.name, t: expect.any(String) });
});

/** The longest names that people may have, 100 characters in each script. */
const longNames = Object.entries({
  Latin: 'Ada Lovelace Byron ',
  Vietnamese: 'Nguyễn Thị Phượng Hoàng ',
  'Vietnamese, decomposed': 'Nguyễn Thị Phượng Hoàng '.normalize('NFD'),
  Tamil: 'வெங்கடேஸ்வரன் சுப்பிரமணியன் ',
  Arabic: 'عبد الرحمن بن محمد الأنصاري ',
  Devanagari: 'श्रीनिवास रामानुजन् अय्यंगार ',
  Thai: 'พระเจ้าวรวงศ์เธอ กรมหมื่น ',
  Cyrillic: 'Александра Константинопольская ',
  Han: '歐陽修靖國',
  Korean: '남궁옥분 선우용여 ',
  'a script beyond 16 bits': '𐐀𐑋𐐩 ',
  'marks of code': '"\\',
}).map(
  ([script, words]) =>
    [
      script,
      words
        .repeat(100)
        .slice(0, 100)
        .trim()
        .replace(/[\ud800-\udbff]$/, ''),
    ] as const,
);
const places = [
  'ECG 101',
  'Memorial Union, 301 E Orange St, Tempe, AZ 85281',
  'அண்ணா பல்கலைக்கழகம், கிண்டி, சென்னை '.repeat(5),
];

test.each(longNames)(
  'stays within the length that Google allows, for the longest name too: %s',
  async (_, name) => {
    const holder = await createAttendee(site, { name });
    const before = site.services.event;
    let read = {};
    for (const place of places) {
      site.services.event = { ...before, place, name: place === places[2] ? place : before.name };
      const { headers } = await asked(holder);
      site.services.event = before;
      const link = String(headers.location);
      expect(link.length).toBeLessThanOrEqual(1800);
      const { genuine, claims } = checked(link.split('/').at(-1)!);
      const [ticket] = claims.payload.eventTicketObjects;
      const [shared] = claims.payload.eventTicketClasses;
      expect(genuine).toBe(true);
      const { userId, name: inCode, t } = JSON.parse(ticket.barcode.value);
      for (const [cut, whole] of [
        [ticket.ticketHolderName, holder.name],
        [inCode, holder.name],
        [shared.venue.name.defaultValue.value, place],
      ]) {
        expect(cut.isWellFormed()).toBe(true);
        expect(whole.startsWith(cut.replace(/…$/, ''))).toBe(true);
        expect(cut.length).toBeGreaterThan(4);
      }
      // An ordinary venue is never cut.
      if (place !== places[2]) expect(shared.venue.name.defaultValue.value).toBe(place);
      read = { userId, pass: t };
    }
    expect((await grace.call('POST', '/applications/check-in', read)).statusCode).toBe(200);
  },
);

test('after a renewal it is another one, and the old one is refused at check-in', async () => {
  const bob = await createAttendee(site);
  const ticket = async () => checked(await tokenOf(bob)).claims.payload.eventTicketObjects[0];
  const before = await ticket();
  expect((await bob.call('POST', `/users/${bob.id}/pass`)).statusCode).toBe(200);
  const after = await ticket();
  expect([before.id, after.id].map((id) => id.slice(-2))).toEqual(['.1', '.2']);
  const enter = async ({ barcode }: typeof before) => {
    const { userId, t } = JSON.parse(barcode.value);
    return (await grace.call('POST', '/applications/check-in', { userId, pass: t })).statusCode;
  };
  expect([await enter(before), await enter(after)]).toEqual([400, 200]);
});

test('without a service account there is none: 503 with a sentence', async () => {
  const bare = await createTestApp();
  const bob = await createAttendee(bare);
  const answer = await bob.call('GET', `/wallet/google/${bob.id}`);
  expect([answer.statusCode, answer.json().message]).toEqual([
    503,
    'Mobile wallet passes are not set up for this event.',
  ]);
  await bare.close();
});
