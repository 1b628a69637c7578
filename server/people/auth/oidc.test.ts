import { DeleteQueryNode, SelectQueryNode } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deriveCode } from '../../platform/mail/mail-secrets.ts';
import { anonymous, signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { countAnswers, rewriteStatements, withoutKeyLocks } from '../../testing/races.ts';
import { type Accounts, type SignInProvider, startSignInProvider } from '../../testing/sign-in-provider.ts';

const publicUrl = new URL('http://localhost:3000');
const accounts: Accounts = {
  ada: { email: 'ada@example.org', email_verified: true, name: 'Ada  Lovelace' },
  grace: { email: 'grace@example.org', email_verified: true, name: 'Grace Hopper' },
  impostor: { email: 'grace@example.org', email_verified: false, name: 'Eve' },
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

/** A browser in the middle of a sign-in: it has been at the provider and holds the address to return to. */
async function visit(account: string, path = '/auth/login', on: TestApp = site) {
  provider.next.account = account;
  const begun = await anonymous(on).call('GET', path, undefined, { headers: html });
  expect(begun.statusCode).toBe(302);
  const flow = begun.cookies.find((cookie) => cookie.name === 'flow')!;
  return { url: await provider.visit(String(begun.headers.location)), flow };
}

type Visit = Awaited<ReturnType<typeof visit>>;
const comeBack = ({ url, flow }: Visit, headers: Record<string, string> = html, on: TestApp = site) =>
  anonymous(on).call('GET', url.pathname + url.search, undefined, {
    headers,
    cookies: { flow: flow.value },
  });

async function whoIs(answer: Awaited<ReturnType<typeof comeBack>>, on: TestApp = site) {
  const session = answer.cookies.find((cookie) => cookie.name === 'sid');
  const me = await anonymous(on).call('GET', '/auth/user', undefined, {
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
  expect([first.cookies.map(({ name }) => name), first.body]).toEqual([['sid'], '']);
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

/** A browser that returns from the provider without a verified address: the page it is sent to, and its cookies. */
async function comeUnconfirmed(account: string, on: TestApp = site) {
  const back = await comeBack(await visit(account, '/auth/login?returnTo=/apply', on), html, on);
  const page = new URL(String(back.headers.location), publicUrl);
  const [identity] = back.cookies;
  expect([back.statusCode, page.pathname + page.search]).toEqual([302, '/sign-in?returnTo=%2Fapply']);
  expect(back.cookies).toMatchObject([{ name: 'identity', httpOnly: true, sameSite: 'Lax', maxAge: 600 }]);
  return {
    suggested: new URLSearchParams(page.hash.slice(1)).get('confirm'),
    confirm: async (email: string, cookie = identity!.value) => {
      const start = await anonymous(on).call('POST', '/auth/email/start', { email });
      const flow = start.cookies[0]!.value;
      const body = { email, code: await findCode(on, email), withProvider: true };
      return anonymous(on).call('POST', '/auth/email/verify', body, { cookies: { flow, identity: cookie } });
    },
  };
}

async function findCode(on: TestApp, email: string) {
  const { id } = await on.services.db
    .selectFrom('email_codes')
    .select('id')
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return deriveCode(on.services.config, id);
}

test.each([
  [
    'says nothing about it (Entra)',
    'silent',
    { email: 'silent@example.org', name: 'Sia' },
    'silent@example.org',
  ],
  [
    'says so as text (Cognito)',
    'text',
    { email: 'text@example.org', email_verified: 'true' },
    'text@example.org',
  ],
  ['denies it', 'denied', { email: 'denied@example.org', email_verified: false }, 'denied@example.org'],
  ['names none', 'none', {}, ''],
  ['names a user like an address', 'upn', { preferred_username: 'upn@example.org' }, 'upn@example.org'],
])(
  'where the provider %s, a code confirms the address before anything is stored',
  async (_, key, says, suggested) => {
    accounts[key] = says;
    const before = (await users()).length;
    const back = await comeUnconfirmed(key);
    expect([back.suggested, (await users()).length]).toEqual([suggested, before]);
    const email = suggested || 'own@example.org';
    const answer = await back.confirm(email);
    expect([answer.statusCode, answer.json().user.email]).toEqual([200, email]);
    // From then on signing in at the provider is enough.
    const again = await comeBack(await visit(key));
    expect(again.headers.location).toBe('/dashboard');
    expect(await whoIs(again)).toMatchObject({ _id: answer.json().user._id, email });
    expect((await users()).length).toBe(before + 1);
  },
);

test('a confirmed address joins its account, and makes its holder an organizer', async () => {
  const known = await signUp(site);
  accounts.joins = { email: known.email };
  const joined = await (await comeUnconfirmed('joins')).confirm(known.email);
  expect(joined.json().user).toMatchObject({ _id: known.id });
  const boss = await (await comeUnconfirmed('impostor')).confirm('grace@example.org');
  expect(boss.json().user).toMatchObject({ email: 'grace@example.org', role: 'admin' });
});

test('an identity is joined only while it is fresh, signed, and meant', async () => {
  const known = await signUp(site);
  accounts.later = { email: known.email };
  const back = await comeUnconfirmed('later');
  for (const cookie of ['', 'x.y', `${Buffer.from('{}').toString('base64url')}.x`]) {
    const refused = await back.confirm(known.email, cookie);
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'confirmation_expired']);
  }
  site.advance(10 * 60_000 + 1);
  expect((await back.confirm(known.email)).json().code).toBe('confirmation_expired');
  // Somebody else signs in with a code in the same browser.
  const { identity } = await (async () => {
    const returned = await comeBack(await visit('later'));
    return { identity: returned.cookies[0]!.value };
  })();
  const start = await anonymous(site).call('POST', '/auth/email/start', { email: known.email });
  const signedIn = await anonymous(site).call(
    'POST',
    '/auth/email/verify',
    { email: known.email, code: await findCode(site, known.email) },
    { cookies: { flow: start.cookies[0]!.value, identity } },
  );
  expect(signedIn.json().user._id).toBe(known.id);
  await comeUnconfirmed('later');
});

test('an older account without a confirmed address keeps what it has, and gets the address', async () => {
  const { db } = site.services;
  const issuer = provider.settings.issuer.href.replace(/\/$/, '');
  const { id } = await db
    .insertInto('users')
    .values({ name: 'Old', email: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('identities').values({ issuer, subject: 'old', user_id: id }).execute();
  accounts.old = { email: 'old@example.org' };
  const answer = await (await comeUnconfirmed('old')).confirm('old@example.org');
  expect(answer.json().user).toMatchObject({ _id: id, email: 'old@example.org' });

  // A second account by code is merged: the one with the application stays.
  const applied = await createAttendee(site, { name: 'Katherine Johnson' });
  const { email } = applied;
  await db
    .updateTable('users')
    .set({ email: null, email_verified: false })
    .where('id', '=', applied.id)
    .execute();
  await db.insertInto('identities').values({ issuer, subject: 'doubled', user_id: applied.id }).execute();
  const empty = await db
    .insertInto('users')
    .values({ name: '', email, email_verified: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  accounts.doubled = { email };
  const merged = await (await comeUnconfirmed('doubled')).confirm(email);
  expect(merged.json().user).toMatchObject({ _id: applied.id, email });
  expect((await users()).some((user) => user.id === empty.id)).toBe(false);
  expect((await comeBack(await visit('doubled'))).headers.location).toBe('/dashboard');
});

test('a trusted address gets email, joins no account, makes no organizer, and gives way to a code', async () => {
  const trusting = await createTestApp({
    publicUrl,
    oidc: { ...provider.settings, trustedDomains: ['campus.example'] },
    adminEmails: ['dean@campus.example'],
  });
  const { db } = trusting.services;
  accounts.student = { email: 'student@campus.example', name: 'Stu' };
  const first = await comeBack(await visit('student', '/auth/login', trusting), html, trusting);
  const student = await whoIs(first, trusting);
  expect([first.headers.location, student.email]).toEqual(['/dashboard', 'student@campus.example']);
  const stored = db
    .selectFrom('users')
    .select(['email_verified', 'email_trusted'])
    .where('id', '=', student._id);
  expect(await stored.executeTakeFirst()).toEqual({ email_verified: true, email_trusted: true });

  const owner = await signUp(trusting);
  await db.updateTable('users').set({ email: 'owner@campus.example' }).where('id', '=', owner.id).execute();
  accounts.thief = { email: 'owner@campus.example' };
  await comeUnconfirmed('thief', trusting);
  accounts.outside = { email: 'a@elsewhere.example' };
  await comeUnconfirmed('outside', trusting);
  accounts.denied = { email: 'denied@campus.example', email_verified: false };
  await comeUnconfirmed('denied', trusting);
  accounts.named = { preferred_username: 'named@campus.example' };
  await comeUnconfirmed('named', trusting);

  accounts.dean = { email: 'dean@campus.example' };
  const signedIn = await comeBack(await visit('dean', '/auth/login', trusting), html, trusting);
  expect(await whoIs(signedIn, trusting)).toMatchObject({ role: 'hacker' });
  // The dean signs in with a code: nobody who only had the name at the provider keeps the account.
  const start = await anonymous(trusting).call('POST', '/auth/email/start', { email: 'dean@campus.example' });
  const dean = await anonymous(trusting).call(
    'POST',
    '/auth/email/verify',
    { email: 'dean@campus.example', code: await findCode(trusting, 'dean@campus.example') },
    { cookies: { flow: start.cookies[0]!.value } },
  );
  expect(dean.json().user).toMatchObject({ role: 'admin' });
  expect(await whoIs(signedIn, trusting)).toBeNull();
  await comeUnconfirmed('dean', trusting);
  await trusting.close();
});

test('two tabs at the provider both come back to where they were going', async () => {
  provider.next.account = 'ada';
  const first = await visit('ada', '/auth/login?returnTo=/apply');
  const begun = await anonymous(site).call('GET', '/auth/login?returnTo=/schedule', undefined, {
    headers: html,
    cookies: { flow: first.flow.value },
  });
  const flow = begun.cookies.find(({ name }) => name === 'flow')!;
  const second = { url: await provider.visit(String(begun.headers.location)), flow };
  const backs = [await comeBack({ ...first, flow }), await comeBack(second)];
  expect(backs.map(({ headers }) => headers.location)).toEqual(['/apply', '/schedule']);
  expect((await comeBack({ ...first, flow })).statusCode).toBe(400);
});

test('a verified address joins the account that has verified it too', async () => {
  const known = await signUp(site);
  accounts.known = { email: known.email.toUpperCase(), email_verified: true, name: 'Other Name' };
  const me = await whoIs(await comeBack(await visit('known')));
  expect(me).toMatchObject({ _id: known.id, name: known.name, email: known.email });
});

/** Signs somebody new in twenty times at once; returns the ids of the accounts that the answers name. */
async function signInTogether(account: string): Promise<Set<unknown>> {
  accounts[account] = { email: `${account}@example.org`, email_verified: true };
  const visits: Visit[] = [];
  for (let each = 0; each < 20; each += 1) visits.push(await visit(account));
  const answers = await Promise.all(visits.map((each) => comeBack(each)));
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(302));
  expect((await users()).filter((user) => user.email === `${account}@example.org`)).toHaveLength(1);
  return new Set((await Promise.all(answers.map((answer) => whoIs(answer)))).map((user) => user._id));
}

test('twenty first sign-ins of one user create one account', async () => {
  expect((await signInTogether('twin')).size).toBe(1);
});

test('twenty first sign-ins of one user create one account: not without its guard', async () => {
  const { db } = site.services;
  site.services.db = db.withPlugin(withoutKeyLocks);
  const rounds = async () => {
    for (let round = 0; round < 20; round += 1) await signInTogether(`twin${round}`);
  };
  await expect(rounds()).rejects.toThrow();
  site.services.db = db;
});

/** Returns twenty times at once from one visit; returns how often each status came, and the sessions opened. */
async function comeBackTogether() {
  const back = await visit('ada');
  const before = await countSessions();
  const answers = await Promise.all(Array.from({ length: 20 }, () => comeBack(back)));
  return { statuses: countAnswers(answers), sessions: (await countSessions()) - before };
}

const countSessions = async () =>
  (await site.services.db.selectFrom('sessions').select('user_id').execute()).length;

test('twenty callbacks at once with one flow open one session', async () => {
  expect(await comeBackTogether()).toEqual({ statuses: { 302: 1, 400: 19 }, sessions: 1 });
});

test('twenty callbacks at once with one flow open one session: not without its guard', async () => {
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
