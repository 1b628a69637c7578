import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { beginSnapshot, copyTableOut, selectTableNames } from '../../operations/backup/backup.queries.ts';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { anonymous, signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { listCodes } from '../../testing/codes.ts';
import { createCode } from './sign-in-codes.service.ts';

const minute = 60_000;
let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ rateLimitScale: 1 });
});
afterAll(() => site.close());

let count = 0;
function freshAddress(): string {
  count += 1;
  return `owner.${count}@example.org`;
}

let networks = 0;
function freshNetwork(): string {
  networks += 1;
  return `10.7.${networks >> 8}.${networks & 255}`;
}

/** A browser, which keeps its cookies; strangers may share its network address. */
function openBrowser(remoteAddress = '10.5.0.1') {
  const cookies: Record<string, string> = {};
  const post = async (path: string, body: object) => {
    const answer = await anonymous(site).call('POST', path, body, { remoteAddress, cookies: { ...cookies } });
    for (const { name, value } of answer.cookies) cookies[name] = value;
    return answer;
  };
  return {
    cookies,
    start: (email: string) => post('/auth/email/start', { email }),
    verify: async (email: string, code: string) =>
      (await post('/auth/email/verify', { email, code })).statusCode,
  };
}

const emailCount = async (recipient: string) =>
  (await site.services.db.selectFrom('mails').select('id').where('recipient', '=', recipient).execute())
    .length;
const newestCode = async (email: string) => (await listCodes(site, email)).at(-1)!;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('the flow cookie is out of reach for scripts and ends with the code', async () => {
  const answer = await openBrowser().start(freshAddress());
  expect(answer.cookies).toEqual([
    expect.objectContaining({ name: 'flow', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 }),
  ]);
});

test('wrong codes of strangers, with and without codes of their own, do not deny the owner', async () => {
  const email = freshAddress();
  const [owner, asking, guessing] = [openBrowser(), openBrowser(), openBrowser()];
  await asking.start(email);
  await owner.start(email);
  const code = await newestCode(email);
  for (let time = 0; time < 8; time += 1)
    for (const stranger of [asking, guessing]) expect(await stranger.verify(email, wrong(code))).toBe(400);
  expect(await owner.verify(email, code)).toBe(200);
});

test('a browser has five tries for its own code, and not those of other browsers as well', async () => {
  const email = freshAddress();
  const owner = openBrowser();
  await owner.start(email);
  const code = await newestCode(email);
  await Promise.all(Array.from({ length: 100 }, () => owner.verify(email, wrong(code))));
  const rows = site.services.db.selectFrom('email_codes').where('email', '=', email).selectAll();
  expect(await rows.execute()).toMatchObject([{ tries: 5, outside_tries: 0 }]);
  expect(await owner.verify(email, code)).toBe(400);
});

test('a browser without the cookie is slowed after five wrong codes, never closed out', async () => {
  const email = freshAddress();
  await openBrowser().start(email);
  const code = await newestCode(email);
  const without = (given: string) => openBrowser().verify(email, given);
  for (let time = 0; time < 5; time += 1) await without(wrong(code));
  expect(await without(code)).toBe(400);
  site.advance(2 * minute);
  expect(await without(wrong(code))).toBe(400);
  expect(await without(code)).toBe(400);
  site.advance(2 * minute);
  expect(await without(code)).toBe(200);
});

test('strangers keep nobody out of a new browser: its mail comes, and its tries are its own', async () => {
  const email = freshAddress();
  for (let time = 0; time < 3; time += 1) await openBrowser().start(email);
  const ofStrangers = await listCodes(site, email);
  expect(ofStrangers).toHaveLength(3);
  const guess = async () => {
    const guesser = openBrowser();
    for (const code of await listCodes(site, email))
      expect(await guesser.verify(email, wrong(code))).toBe(400);
  };
  for (let time = 0; time < 6; time += 1) await guess();
  const owner = openBrowser();
  await owner.start(email);
  expect(await emailCount(email)).toBe(4);
  const code = await newestCode(email);
  for (let time = 0; time < 20; time += 1) {
    await guess();
    site.advance(1500);
  }
  expect(await owner.verify(email, code)).toBe(200);
});

test('strangers elsewhere who ask without end do not hold up the mail of a new browser', async () => {
  const email = freshAddress();
  for (let time = 0; time < 40; time += 1) {
    await openBrowser('10.5.0.9').start(email);
    site.advance(1500);
  }
  const before = await emailCount(email);
  const owner = openBrowser();
  await owner.start(email);
  expect(await emailCount(email)).toBe(before + 1);
  expect(await owner.verify(email, await newestCode(email))).toBe(200);
});

test('starts of strangers do not use up the emails of a known device', async () => {
  const email = freshAddress();
  const owner = openBrowser();
  await owner.start(email);
  expect(await owner.verify(email, await newestCode(email))).toBe(200);
  for (let time = 0; time < 50; time += 1) await openBrowser(freshNetwork()).start(email);
  expect(await emailCount(email)).toBe(20);
  await owner.start(email);
  expect(await emailCount(email)).toBe(21);
  expect(await owner.verify(email, await newestCode(email))).toBe(200);
  for (let time = 0; time < 5; time += 1) await owner.start(email);
  expect(await emailCount(email)).toBe(23);
});

test('emails to a browser, a network and a mailbox are limited; beyond that they come slowly and never stop', async () => {
  const ask = async (email: string, start: () => Promise<{ statusCode: number }>) => {
    const before = await emailCount(email);
    const statuses: number[] = [];
    for (let time = 0; time < 25; time += 1) statuses.push((await start()).statusCode);
    const sent = (await emailCount(email)) - before;
    // Success is logged only where an email was sent.
    expect(statuses).toEqual([...Array(sent).fill(200), ...Array(25 - sent).fill(429)]);
    return sent;
  };
  const [ofBrowser, ofNetwork, ofMailbox] = [freshAddress(), freshAddress(), freshAddress()];
  const browser = openBrowser();
  const emails = async () => [
    await ask(ofBrowser, () => browser.start(ofBrowser)),
    await ask(ofNetwork, () => openBrowser().start(ofNetwork)),
    await ask(ofMailbox, () => openBrowser(freshNetwork()).start(ofMailbox)),
  ];
  expect(await emails()).toEqual([3, 10, 20]);
  site.advance(minute);
  expect(await emails()).toEqual([0, 1, 1]);
  site.advance(4 * minute);
  expect(await emails()).toEqual([1, 1, 1]);
  for (const more of [
    [3, 10, 20],
    [3, 8, 18],
    [0, 0, 0],
  ]) {
    site.advance(15 * minute + 1);
    expect(await emails()).toEqual(more);
  }
  site.advance(60 * minute);
  expect(await emails()).toEqual([1, 1, 1]);
});

test('codes that an operator passes on are no emails', async () => {
  const email = freshAddress();
  for (let code = 0; code < 20; code += 1) await createCode(site.services, site.services.db, email);
  await openBrowser(freshNetwork()).start(email);
  expect(await emailCount(email)).toBe(1);
});

test('plus-addresses of one mailbox share its limit', async () => {
  const email = freshAddress();
  const tagged = Array.from({ length: 14 }, (_, tag) => email.replace('@', `+${tag}@`));
  for (const address of [email, ...tagged]) await openBrowser().start(address);
  const counts = await Promise.all([email, ...tagged].map(emailCount));
  expect(counts.reduce((sum, each) => sum + each)).toBe(10);
});

test('at the ceiling of the whole site, a known device gets its code from a network that is refused', async () => {
  const small = await createTestApp({ rateLimitScale: 0.02 });
  const start = (email: string, cookies: Record<string, string> = {}, each = 0) =>
    anonymous(small).call(
      'POST',
      '/auth/email/start',
      { email },
      { remoteAddress: `10.6.0.${each % 3}`, cookies },
    );
  const known = 'known@example.org';
  const asked = await start(known);
  const { value } = asked.cookies[0]!;
  const [code] = await listCodes(small, known);
  const body = { email: known, code };
  const signedIn = await anonymous(small).call('POST', '/auth/email/verify', body, {
    cookies: { flow: value },
  });
  const device = signedIn.cookies.find(({ name }) => name === 'sid-device')!.value;
  for (let each = 0; each < 25; each += 1) await start(`crowd.${each}@example.org`, {}, each);
  const codes = small.services.db.selectFrom('email_codes').select('id');
  expect(await codes.execute()).toHaveLength(20);
  expect((await start(known)).statusCode).toBe(429);
  expect((await start(known, { 'sid-device': device })).statusCode).toBe(200);
  expect(await codes.execute()).toHaveLength(21);
  await small.close();
});

test('two networks that ask for 1,010 codes and use none are refused; a newcomer and a campus are not', async () => {
  const crowded = await createTestApp({ rateLimitScale: 1 });
  const start = (email: string, remoteAddress: string) =>
    anonymous(crowded).call('POST', '/auth/email/start', { email }, { remoteAddress });
  const signIn = async (email: string, remoteAddress: string) => {
    const asked = await start(email, remoteAddress);
    const [code] = await listCodes(crowded, email);
    const cookies = { flow: asked.cookies[0]?.value ?? '' };
    const options = { remoteAddress, cookies };
    return (await anonymous(crowded).call('POST', '/auth/email/verify', { email, code }, options)).statusCode;
  };
  const campus = '10.8.0.1';
  for (let each = 0; each < 10; each += 1)
    expect(await signIn(`early.${each}@campus.example.org`, campus)).toBe(200);
  // The second has all of its /48.
  const attackers = [() => '10.8.0.2', (each: number) => `2001:db8:1:${each.toString(16)}::1`];
  const statuses: number[] = [];
  for (let each = 0; each < 1010; each += 10) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, one) =>
        start(`invented.${each + one}@example.org`, attackers[one % 2]!(each)),
      ),
    );
    statuses.push(...answers.map(({ statusCode }) => statusCode));
  }
  // The campus has had ten of the thousand.
  expect([statuses.indexOf(429), statuses.slice(990)]).toEqual([990, Array(20).fill(429)]);
  const emails = await crowded.services.db.selectFrom('mails').select('id').execute();
  expect(emails).toHaveLength(1000);

  const known = await signUp(crowded);
  const refused = await Promise.all([known.email, 'x@example.org'].map((email) => start(email, '10.8.0.2')));
  for (const answer of refused) {
    expect(answer.json().code).toBe('too_many_codes');
    expect(answer.headers['retry-after']).toBe('60');
  }
  expect({ ...refused[0]!.json(), requestId: '' }).toEqual({ ...refused[1]!.json(), requestId: '' });
  expect((await start('y@example.org', '2001:db8:1:ffff::9')).statusCode).toBe(429);
  expect(await signIn('newcomer@example.org', '10.8.0.3')).toBe(200);
  for (let each = 0; each < 40; each += 1)
    expect(await signIn(`late.${each}@campus.example.org`, campus)).toBe(200);
  // Ten minutes later nobody is held up.
  crowded.advance(10 * minute);
  expect((await start('z@example.org', '10.8.0.2')).statusCode).toBe(200);
  await crowded.close();
}, 120_000);

test('a code stands in the email that is sent, and in no table and no backup', async () => {
  const email = freshAddress();
  await openBrowser().start(email);
  const code = await newestCode(email);
  const sent: unknown[][] = [];
  site.services.sendMail = async ({ subject, text, html }) => void sent.push([subject, text, html]);
  const mail = site.services.db.selectFrom('mails').selectAll().where('recipient', '=', email);
  const before = await mail.executeTakeFirstOrThrow();
  await deliverMail(site.services, { mailId: before.id });
  const after = await mail.executeTakeFirstOrThrow();
  expect(after.sent_at).not.toBeNull();
  expect(sent).toEqual([Array(3).fill(expect.stringContaining(code))]);
  for (const { subject, text, html } of [before, after]) expect(subject + text + html).not.toContain(code);

  const client = new pg.Client({ connectionString: site.database.url });
  await client.connect();
  await beginSnapshot(client);
  for (const table of await selectTableNames(client)) {
    const rows = (await buffer(copyTableOut(client, table))).toString();
    expect(`${table.name} ${rows.includes(email)}`).toBe(`${table.name} false`);
  }
  await client.end();
});

test('an email whose code has ended is not sent', async () => {
  const email = freshAddress();
  await openBrowser().start(email);
  site.advance(10 * minute);
  const { id } = await site.services.db
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  const sendMail = vi.fn();
  site.services.sendMail = sendMail;
  await deliverMail(site.services, { mailId: id });
  expect(sendMail).not.toHaveBeenCalled();
});
