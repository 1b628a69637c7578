import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { listCodes } from '../../testing/codes.ts';

const minute = 60_000;
let site: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  site = await createTestApp({ rateLimitScale: 1, adminEmails: ['grace@example.org'] });
  const log = (first: unknown, second?: unknown) => logged.push(`${JSON.stringify(first)} ${second ?? ''}`);
  site.services.log = { info: log, warn: log, error: log };
});
afterAll(() => site.close());

let addresses = 0;
function address(): string {
  addresses += 1;
  return `canary.${addresses}@example.org`;
}

// Each visitor has an address of their own, so that only the email limit applies.
const visitor = () => {
  const remoteAddress = `10.1.${Math.floor(addresses / 250)}.${addresses % 250}`;
  const { call } = anonymous(site);
  return (path: string, body: unknown) => call('POST', path, body, { remoteAddress });
};
const ask = (email: string) => visitor()('/auth/email/start', { email });
const verify = (email: string, code: string) => visitor()('/auth/email/verify', { email, code });
const mailsTo = (email: string) =>
  site.services.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute();
const codesOf = (email: string) => listCodes(site, email);
const accounts = (email: string) =>
  site.services.db.selectFrom('users').selectAll().where('email', '=', email).execute();
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('the code from the email signs in, and creates the account the first time', async () => {
  const email = address();
  const asked = await ask(` ${email.toUpperCase()} `);
  expect(asked.statusCode).toBe(200);
  expect(asked.json()).toEqual({ success: true });
  expect(await accounts(email)).toEqual([]);

  const [code] = await codesOf(email);
  const done = await verify(email, `${code!.slice(0, 3)} ${code!.slice(3)}`);
  expect(done.statusCode).toBe(200);
  expect(done.json()).toMatchObject({ success: true, user: { email, name: '', role: 'hacker' } });
  expect(await accounts(email)).toMatchObject([{ email_verified: true, role: 'hacker' }]);
  const cookie = done.cookies[0]!;
  expect(cookie).toMatchObject({ name: 'sid', httpOnly: true, sameSite: 'Lax', path: '/' });
  const me = await anonymous(site).call('GET', '/auth/user', undefined, {
    cookies: { sid: cookie.value },
  });
  expect(me.json()).toMatchObject({ success: true, user: { email } });
});

test('signing in again finds the same account, under a new token; the old session ends', async () => {
  const ada = await signUp(site);
  await ask(ada.email);
  const [code] = await codesOf(ada.email);
  const done = await ada.call('POST', '/auth/email/verify', { email: ada.email, code });
  expect(done.json().user._id).toBe(ada.id);
  expect(`sid=${done.cookies[0]!.value}`).not.toBe(ada.cookie);
  expect((await ada.call('GET', '/auth/user')).json().success).toBe(false);
});

test('known and unknown addresses get the same answer and the same email', async () => {
  const [known, unknown] = [(await signUp(site)).email, address()];
  const answers = await Promise.all([known, unknown].map(ask));
  const [first, second] = answers.map(({ statusCode, body }) => ({ statusCode, body }));
  expect(first).toEqual(second);
  expect(await mailsTo(known)).toHaveLength(1);
  expect(await mailsTo(unknown)).toHaveLength(1);
});

test('a code works once, for ten minutes, for its own address, and ends the others of it', async () => {
  const [email, stranger] = [address(), address()];
  await ask(email);
  await ask(email);
  await ask(stranger);
  const [code, second] = await codesOf(email);
  const [foreign] = await codesOf(stranger);
  expect((await verify(email, foreign!)).json()).toMatchObject({ success: false, code: 'invalid_code' });
  expect((await verify(email, code!)).statusCode).toBe(200);
  for (const ended of [code!, second!]) expect((await verify(email, ended)).statusCode).toBe(400);

  site.advance(10 * minute);
  const late = await verify(stranger, foreign!);
  expect(late.statusCode).toBe(400);
  expect(late.cookies).toEqual([]);
});

test('five wrong codes invalidate the right one', async () => {
  const email = address();
  await ask(email);
  const [code] = await codesOf(email);
  for (let miss = 0; miss < 5; miss += 1) expect((await verify(email, other(code!))).statusCode).toBe(400);
  expect((await verify(email, code!)).statusCode).toBe(400);
});

test('four wrong codes do not', async () => {
  const email = address();
  await ask(email);
  const [code] = await codesOf(email);
  for (let miss = 0; miss < 4; miss += 1) await verify(email, other(code!));
  expect((await verify(email, code!)).statusCode).toBe(200);
});

test('a hundred wrong codes at once are five tries', async () => {
  const email = address();
  await ask(email);
  const [code] = await codesOf(email);
  await Promise.all(Array.from({ length: 100 }, () => verify(email, other(code!))));
  const rows = await site.services.db
    .selectFrom('email_codes')
    .where('email', '=', email)
    .selectAll()
    .execute();
  expect(rows).toMatchObject([{ tries: 0, outside_tries: 5 }]);
});

test('three emails to a browser in fifteen minutes and ten a day, exactly, also when requested at once', async () => {
  const email = address();
  const flow = (await ask(email)).cookies[0]!.value;
  const again = () =>
    anonymous(site).call(
      'POST',
      '/auth/email/start',
      { email },
      { cookies: { flow }, remoteAddress: '10.2.0.1' },
    );
  const answers = await Promise.all(Array.from({ length: 20 }, again));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(Array(18).fill(429));
  expect(refused[0]!.json()).toMatchObject({ success: false, code: 'too_many_codes' });
  expect(refused[0]!.headers['retry-after']).toBe('300');
  expect(await mailsTo(email)).toHaveLength(3);
  for (const total of [6, 9, 10, 10]) {
    site.advance(15 * minute + 1);
    await Promise.all(Array.from({ length: 5 }, again));
    expect(await mailsTo(email)).toHaveLength(total);
  }
});

test('twenty sign-ins at once with one code open one session and one account', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = address();
    await ask(email);
    const [code] = await codesOf(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(email, code!)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(400)]);
    const [account, ...more] = await accounts(email);
    expect(more).toEqual([]);
    const sessions = site.services.db.selectFrom('sessions').where('user_id', '=', account!.id).selectAll();
    expect(await sessions.execute()).toHaveLength(1);
  }
});

test('a verified address of ADMIN_EMAILS makes an organizer; older sessions end', async () => {
  const email = 'grace@example.org';
  await ask(email);
  const first = await verify(email, (await codesOf(email))[0]!);
  expect(first.json().user.role).toBe('admin');
  const { id } = (await accounts(email))[0]!;
  const acts = site.services.db.selectFrom('audit').select(['action', 'actor_id']).where('subject', '=', id);
  expect(await acts.execute()).toEqual([{ action: 'role.owner', actor_id: null }]);
});

test('an account that never verified its address loses it to whoever verifies it', async () => {
  const email = address();
  const [squatter] = await site.services.db
    .insertInto('users')
    .values({ email, email_verified: false, name: 'Eve' })
    .returning('id')
    .execute();
  await ask(email);
  const done = await verify(email, (await codesOf(email))[0]!);
  expect(done.json().user).toMatchObject({ email, name: '' });
  expect(done.json().user._id).not.toBe(squatter!.id);
});

test.each([
  'a＠b＠example.org',
  'a@b@example.org',
  'a@example.org,b@example.org',
  'a@example',
  '',
  'a\u0000@example.org',
])('the address %j is refused', async (email) => {
  expect((await visitor()('/auth/email/start', { email })).statusCode).toBe(400);
});

test.each(['/auth/email/start', '/auth/email/verify', '/auth/link'])(
  'another site cannot post to %s',
  async (path) => {
    const body = { email: address(), code: '000000', token: 'x'.repeat(43) };
    const call = await anonymous(site).call('POST', path, body, {
      headers: { origin: 'https://evil.example' },
    });
    expect(call.statusCode).toBe(403);
    expect(call.cookies).toEqual([]);
  },
);

test('the log shows the code while no email is delivered, and never an address', () => {
  expect(logged.some((line) => /Sign-in code for c\*\*\*@example\.org: \d{6}/.test(line))).toBe(true);
  expect(logged.filter((line) => line.includes('canary'))).toEqual([]);
});

test('with SMTP the log shows no code', async () => {
  const mailing = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'a@example.org' });
  const lines: unknown[] = [];
  const log = (...line: unknown[]) => void lines.push(line);
  mailing.services.log = { info: log, warn: log, error: log };
  await anonymous(mailing).call('POST', '/auth/email/start', { email: 'ada@example.org' });
  expect(lines).toEqual([]);
  expect((await anonymous(mailing).call('GET', '/auth/options')).json()).toEqual({
    provider: null,
    mailIsDelivered: true,
  });
  await mailing.close();
});
