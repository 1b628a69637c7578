import { DeleteQueryNode, SelectQueryNode } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { countAnswers, rewriteStatements, withoutKeyLocks } from '../../testing/races.ts';
import { type Accounts, type SignInProvider, startSignInProvider } from '../../testing/sign-in-provider.ts';

const publicUrl = new URL('http://localhost:3000');
const accounts: Accounts = {
  ada: { email: 'ada@example.org', email_verified: true, name: 'Ada  Lovelace' },
  grace: { email: 'grace@example.org', email_verified: true, name: 'Grace Hopper' },
  impostor: { email: 'grace@example.org', email_verified: false, name: 'Eve' },
  stringly: { email: 'owner@example.org', email_verified: 'true', name: 'Mallory' },
  nameless: {},
};
let provider: SignInProvider;
let site: TestApp;

beforeAll(async () => {
  provider = await startSignInProvider(publicUrl, accounts);
  site = await createTestApp({ publicUrl, oidc: provider.settings, adminEmails: ['grace@example.org'] });
});
afterEach(() => {
  Object.assign(provider.next, { cancel: false, forgeSignature: false, claims: undefined, redirects: false });
});
afterAll(async () => {
  await site.close();
  await provider.stop();
});

const html = { accept: 'text/html,application/xhtml+xml' };
const users = () => site.services.db.selectFrom('users').selectAll().orderBy('created_at').execute();

/** A browser on its way: it has been at the provider and holds the address to come back to. */
async function visit(account: string, path = '/auth/login') {
  provider.next.account = account;
  const begun = await anonymous(site).call('GET', path, undefined, { headers: html });
  expect(begun.statusCode).toBe(302);
  const flow = begun.cookies.find((cookie) => cookie.name === 'flow')!;
  return { url: await provider.visit(String(begun.headers.location)), flow };
}

type Visit = Awaited<ReturnType<typeof visit>>;
const comeBack = ({ url, flow }: Visit, headers: Record<string, string> = html) =>
  anonymous(site).call('GET', url.pathname + url.search, undefined, {
    headers,
    cookies: { flow: flow.value },
  });

async function whoIs(answer: Awaited<ReturnType<typeof comeBack>>) {
  const session = answer.cookies.find((cookie) => cookie.name === 'sid');
  const me = await anonymous(site).call('GET', '/auth/user', undefined, {
    cookies: { sid: session?.value ?? '' },
  });
  return me.json().user;
}

test('the sign-in asks the provider with state, nonce and PKCE, from this browser for ten minutes', async () => {
  const begun = await anonymous(site).call('GET', '/auth/login');
  const asked = new URL(String(begun.headers.location));
  expect(asked.origin).toBe(provider.settings.issuer.origin);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id: 'site',
    redirect_uri: 'http://localhost:3000/api/auth/callback',
    response_type: 'code',
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(begun.cookies).toMatchObject([{ name: 'flow', httpOnly: true, sameSite: 'Lax', maxAge: 600 }]);
  expect((await anonymous(site).call('GET', '/auth/options')).json()).toEqual({
    provider: { name: 'Campus ID' },
    mailIsDelivered: false,
  });
});

test('the first sign-in creates an account, later ones find it', async () => {
  const first = await comeBack(await visit('ada', '/auth/login?returnTo=/apply%3Fa%3D1'));
  expect(first.statusCode).toBe(302);
  expect(first.headers.location).toBe('/apply?a=1');
  // The provider's tokens stay on the server.
  expect([first.cookies.map(({ name }) => name), first.body]).toEqual([['flow', 'sid'], '']);
  const ada = await whoIs(first);
  expect(ada).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.org', role: 'hacker' });
  const again = await comeBack(await visit('ada'));
  expect(again.headers.location).toBe('/dashboard');
  expect((await whoIs(again))._id).toBe(ada._id);
});

test('a callback is used once', async () => {
  const back = await visit('ada');
  expect((await comeBack(back)).statusCode).toBe(302);
  const second = await comeBack(back);
  expect(second.statusCode).toBe(400);
  expect(second.cookies).toEqual([]);
});

test('a callback without this browser’s own cookie and state is a 400 and opens no session', async () => {
  const [mine, other] = [await visit('ada'), await visit('twin')];
  const forged = new URL(mine.url);
  forged.searchParams.set('state', 'forged');
  for (const attempt of [
    { url: forged, flow: mine.flow },
    { url: mine.url, flow: { ...mine.flow, value: 'x' } },
    { url: other.url, flow: mine.flow },
    { url: new URL('/api/auth/callback?code=x&state=forged', publicUrl), flow: mine.flow },
    { url: new URL('/api/auth/callback', publicUrl), flow: mine.flow },
  ]) {
    const answer = await comeBack(attempt);
    expect(answer.statusCode).toBe(400);
    expect(answer.cookies).toEqual([]);
    expect(answer.body).toContain('url=/sign-in?problem=invalid_link');
  }
  expect((await comeBack(mine, {})).statusCode).toBe(302);
});

test('programs are refused in JSON', async () => {
  const answer = await anonymous(site).call('GET', '/auth/callback?code=x&state=forged');
  expect(answer.json()).toMatchObject({ success: false, code: 'invalid_link' });
});

test.each([
  ['nonce', { nonce: 'another' }],
  ['PKCE verifier', { code_verifier: 'x'.repeat(43) }],
])('a wrong %s is refused', async (_, change) => {
  const back = await visit('ada');
  await site.services.db.updateTable('oidc_flows').set(change).execute();
  const answer = await comeBack(back);
  expect(answer.statusCode).toBe(400);
  expect(answer.cookies).toEqual([]);
});

test('an ID token with a wrong signature is refused', async () => {
  const back = await visit('ada');
  provider.next.forgeSignature = true;
  const answer = await comeBack(back);
  expect(answer.statusCode).toBe(400);
  expect(answer.cookies).toEqual([]);
});

test.each([
  ['another site', { aud: 'another site' }],
  ['another provider', { iss: 'https://other.example' }],
  ['a time that is over', { exp: Math.floor(Date.now() / 1000) - 600 }],
])('an ID token for %s is refused, though its signature is valid', async (_, claims) => {
  const back = await visit('ada');
  provider.next.claims = claims;
  const answer = await comeBack(back);
  expect([answer.statusCode >= 400, answer.cookies]).toEqual([true, []]);
  provider.next.claims = { exp: Math.floor(Date.now() / 1000) + 60 };
  expect((await comeBack(await visit('ada'))).statusCode).toBe(302);
});

test('a redirect by the provider is not followed', async () => {
  const back = await visit('ada');
  provider.next.redirects = true;
  const answer = await comeBack(back);
  expect([answer.statusCode >= 400, answer.cookies, provider.countFollowed()]).toEqual([true, [], 0]);
});

test('a flow ends after ten minutes', async () => {
  const back = await visit('ada');
  site.advance(10 * 60_000 + 1);
  expect((await comeBack(back)).statusCode).toBe(400);
});

test('a flow of another provider is not accepted', async () => {
  const back = await visit('ada');
  await site.services.db.updateTable('oidc_flows').set({ issuer: 'https://other.example/' }).execute();
  expect((await comeBack(back)).statusCode).toBe(400);
});

test('cancelling leads back to the sign-in page', async () => {
  provider.next.cancel = true;
  const answer = await comeBack(await visit('ada'));
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe('/sign-in?problem=sign_in_cancelled');
  expect(answer.cookies).toEqual([]);
});

test('an unverified address makes nobody an organizer, and takes over no account', async () => {
  const eve = await whoIs(await comeBack(await visit('impostor')));
  expect(eve).toMatchObject({ email: 'grace@example.org', role: 'hacker', name: 'Eve' });
  const grace = await whoIs(await comeBack(await visit('grace')));
  expect(grace).toMatchObject({ email: 'grace@example.org', role: 'admin' });
  expect(grace._id).not.toBe(eve._id);
  const eveAgain = await whoIs(await comeBack(await visit('impostor')));
  expect(eveAgain).toMatchObject({ _id: eve._id, email: '', role: 'hacker' });

  const owner = await signUp(site);
  accounts.stringly!.email = owner.email;
  const mallory = await whoIs(await comeBack(await visit('stringly')));
  expect(mallory).toMatchObject({ email: '' });
  expect(mallory._id).not.toBe(owner.id);
});

test('a verified address joins the account that has verified it too', async () => {
  const known = await signUp(site);
  accounts.known = { email: known.email.toUpperCase(), email_verified: true, name: 'Other Name' };
  const me = await whoIs(await comeBack(await visit('known')));
  expect(me).toMatchObject({ _id: known.id, name: known.name, email: known.email });
});

test('without address and name there is still an account', async () => {
  expect(await whoIs(await comeBack(await visit('nameless')))).toMatchObject({ name: '', email: '' });
});

/** Signs somebody new in twenty times at once; returns the ids of the accounts that the answers name. */
async function signInTogether(account: string): Promise<Set<unknown>> {
  accounts[account] = { email: `${account}@example.org`, email_verified: true };
  const visits: Visit[] = [];
  for (let each = 0; each < 20; each += 1) visits.push(await visit(account));
  const answers = await Promise.all(visits.map((each) => comeBack(each)));
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(302));
  expect((await users()).filter((user) => user.email === `${account}@example.org`)).toHaveLength(1);
  return new Set((await Promise.all(answers.map(whoIs))).map((user) => user._id));
}

test('K25: twenty first sign-ins of one user create one account', async () => {
  expect((await signInTogether('twin')).size).toBe(1);
});

test('K25: twenty first sign-ins of one user create one account: not without its guard', async () => {
  const { db } = site.services;
  site.services.db = db.withPlugin(withoutKeyLocks);
  const rounds = async () => {
    for (let round = 0; round < 20; round += 1) await signInTogether(`twin${round}`);
  };
  await expect(rounds()).rejects.toThrow();
  site.services.db = db;
});

/** Comes back twenty times at once from one visit; returns how often each status came, and the sessions opened. */
async function comeBackTogether() {
  const back = await visit('ada');
  const before = await countSessions();
  const answers = await Promise.all(Array.from({ length: 20 }, () => comeBack(back)));
  return { statuses: countAnswers(answers), sessions: (await countSessions()) - before };
}

const countSessions = async () =>
  (await site.services.db.selectFrom('sessions').select('user_id').execute()).length;

test('K23: twenty callbacks at once with one flow open one session', async () => {
  expect(await comeBackTogether()).toEqual({ statuses: { 302: 1, 400: 19 }, sessions: 1 });
});

test('K23: twenty callbacks at once with one flow open one session: not without its guard', async () => {
  const { db } = site.services;
  // The flow is found and stays.
  site.services.db = db.withPlugin(
    rewriteStatements((node) => {
      if (!DeleteQueryNode.is(node) || !node.returning) return node;
      const { from, where, returning } = node;
      return { ...SelectQueryNode.createFrom(from.froms), where, selections: returning.selections };
    }),
  );
  expect(await comeBackTogether()).not.toEqual({ statuses: { 302: 1, 400: 19 }, sessions: 1 });
  site.services.db = db;
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/api/auth/logout',
  'dashboard',
  '/.//evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
])('it never returns to %j', async (returnTo) => {
  const path = `/auth/login?${new URLSearchParams({ returnTo })}`;
  expect((await comeBack(await visit('ada', path))).headers.location).toBe('/dashboard');
});

test('while the provider is unreachable there is a page that says so, and sessions continue', async () => {
  const lost = await startSignInProvider(publicUrl, accounts);
  const other = await createTestApp({ publicUrl, oidc: lost.settings });
  const ada = await signUp(other);
  const begun = await anonymous(other).call('GET', '/auth/login');
  lost.next.account = 'ada';
  const url = await lost.visit(String(begun.headers.location));
  await lost.stop();
  const back = await anonymous(other).call('GET', url.pathname + url.search, undefined, {
    headers: html,
    cookies: { flow: begun.cookies[0]!.value },
  });
  expect(back.statusCode).toBe(503);
  expect(back.body).toContain('The sign-in service cannot be reached.');

  const fresh = await createTestApp({ publicUrl, oidc: lost.settings });
  const refused = await anonymous(fresh).call('GET', '/auth/login', undefined, { headers: html });
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(refused.body).toContain('url=/sign-in?problem=sign_in_unavailable');
  expect((await ada.call('GET', '/auth/user')).json().success).toBe(true);
  await other.close();
  await fresh.close();
});

test('without a provider a sign-in starts at the sign-in page', async () => {
  const plain = await createTestApp();
  const visitor = anonymous(plain);
  const login = await visitor.call('GET', '/auth/login?returnTo=/apply');
  expect([login.statusCode, login.headers.location]).toEqual([302, '/sign-in?returnTo=%2Fapply']);
  const off = await visitor.call('GET', '/auth/login?returnTo=/%5Cevil.example');
  expect(off.headers.location).toBe('/sign-in?returnTo=%2Fdashboard');
  expect((await visitor.call('GET', '/auth/callback?code=x&state=y')).statusCode).toBe(400);
  await plain.close();
});
