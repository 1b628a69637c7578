import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/db/open.ts';
import { hashToken } from '../platform/sessions/session-holders.ts';
import { anonymous, signUp, signUpAdmin } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { countAnswers, race } from '../testing/races.ts';

const hour = 3_600_000;
let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const signedIn = async (actor: { call: Awaited<ReturnType<typeof signUp>>['call'] }) =>
  (await actor.call('GET', '/auth/user')).json().success as boolean;

const sessionCount = async () =>
  (await site.services.db.selectFrom('sessions').select('token_hash').execute()).length;

test('the database holds the hash of a token, never the token', async () => {
  const ada = await signUp(site);
  const token = ada.cookie.split('=')[1]!;
  const row = await site.services.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow();
  expect(row.token_hash).toEqual(hashToken(token));
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test('a made-up token identifies nobody, and never becomes a session', async () => {
  const before = await sessionCount();
  const call = await anonymous(site).call(
    'PUT',
    '/users/me',
    { name: 'Eve' },
    {
      headers: { cookie: 'sid=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    },
  );
  expect(call.statusCode).toBe(401);
  expect(await sessionCount()).toBe(before);
});

test.each([
  { role: 'hacker', idle: 24 * hour, absolute: 7 * 24 * hour },
  { role: 'admin', idle: 8 * hour, absolute: 24 * hour },
] as const)('a session of role $role ends when unused, and in any case', async ({ role, idle, absolute }) => {
  const unused = await signUp(site, { role });
  const used = await signUp(site, { role });
  site.advance(idle - 60_000);
  expect(await signedIn(unused)).toBe(true);
  expect(await signedIn(used)).toBe(true);
  site.advance(idle - 60_000);
  expect(await signedIn(used)).toBe(true);
  site.advance(60_001);
  expect(await signedIn(used)).toBe(true);
  site.advance(idle + 1);
  expect(await signedIn(unused)).toBe(false);

  const busy = await signUp(site, { role });
  for (let passed = 0; passed < absolute; passed += idle / 2) {
    expect(await signedIn(busy)).toBe(true);
    site.advance(idle / 2);
  }
  site.advance(1);
  expect(await signedIn(busy)).toBe(false);
});

test('a role is read at every call', async () => {
  const grace = await signUpAdmin(site);
  await signUpAdmin(site);
  await site.services.db
    .updateTable('users')
    .set({ role: 'hacker', is_owner: false })
    .where('id', '=', grace.id)
    .execute();
  expect((await grace.call('GET', '/auth/user')).json().user.role).toBe('hacker');
});

test('logging out ends the session and goes to the landing page', async () => {
  const ada = await signUp(site);
  const out = await ada.call('GET', '/auth/logout');
  expect(out.statusCode).toBe(302);
  expect(out.headers.location).toBe('/');
  expect(out.cookies).toMatchObject([{ name: 'sid', value: '', path: '/', httpOnly: true }]);
  expect(out.cookies[0]!.expires!.getTime()).toBe(0);
  // Not "storage": a judge may work in the same browser.
  expect(out.headers['clear-site-data']).toBe('"cache"');
  expect((await ada.call('PUT', '/users/me', { name: 'Ada' })).statusCode).toBe(401);
});

test.each(['cross-site', 'same-site'])('a %s request does not log anybody out', async (site_) => {
  const ada = await signUp(site);
  const out = await ada.call('GET', '/auth/logout', undefined, { headers: { 'sec-fetch-site': site_ } });
  expect(out.statusCode).toBe(302);
  expect(out.cookies).toEqual([]);
  expect(await signedIn(ada)).toBe(true);
});

race(
  'after the answer to a logout the token is refused, whatever else is running',
  async (racing) => {
    const ada = await signUp(racing);
    racing.advance(2 * 60_000);
    const rename = () => ada.call('PUT', '/users/me', { name: 'Ada' });
    const calls = Array.from({ length: 50 }, rename);
    await ada.call('GET', '/auth/logout');
    const after = await Promise.all(Array.from({ length: 10 }, rename));
    expect(countAnswers(after)).toEqual({ 401: 10 });
    for (const answer of await Promise.all(calls)) expect([200, 401]).toContain(answer.statusCode);
    const left = racing.services.db.selectFrom('sessions').where('user_id', '=', ada.id).selectAll();
    expect(await left.execute()).toEqual([]);
  },
  {
    without: ({ database }) =>
      database.changeSchema('create rule keep as on delete to sessions do instead nothing'),
  },
);

test('a logout while the database is unreachable still clears the cookie', async () => {
  const other = await createTestApp();
  const ada = await signUp(other);
  const { db } = other.services;
  other.services.db = openDatabase({ host: '127.0.0.1', port: 1 }).db;
  const out = await ada.call('GET', '/auth/logout');
  expect(out.statusCode).toBe(302);
  expect(out.headers.location).toBe('/');
  expect(out.cookies).toMatchObject([{ name: 'sid', value: '' }]);
  expect((await ada.call('GET', '/auth/user')).statusCode).toBe(503);
  other.services.db = db;
  await other.close();
});

test('over https the cookie is bound to the host', async () => {
  const secure = await createTestApp({ publicUrl: new URL('https://hack.example.org') });
  const ada = await signUp(secure);
  expect(ada.cookie).toMatch(/^__Host-sid=/);
  const out = await ada.call('GET', '/auth/logout');
  expect(out.headers['set-cookie']).toMatch(/^__Host-sid=; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
  await secure.close();
});
