import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous, signUpAdmin, type TestActor, withCookie } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { signInJudge, signInReviewer } from '../testing/judges.ts';
import { type CreatedJudge, createJudgeAccounts, resetJudgePassword } from './judges.service.ts';

let site: TestApp;
let ruth: CreatedJudge;
beforeAll(async () => {
  site = await createTestApp({ rateLimitScale: 1 });
});
afterAll(() => site.close());
beforeEach(async () => {
  [ruth] = (await createJudgeAccounts(site.services, [{}])) as [CreatedJudge];
  // Each test with tries of its own.
  site.advance(61 * 60_000);
});

const signIn = (username: string, password: string, who: TestActor = anonymous(site), address = '10.0.0.1') =>
  who.call('POST', '/judge/login', { username, password }, { remoteAddress: address });

test('a judge signs in, is known by the session, and is unknown after signing out', async () => {
  const answer = await signIn(ruth.username, ruth.password);
  const { username, name } = ruth;
  expect(answer.json()).toEqual({ success: true, judge: { username, name } });
  expect(answer.cookies).toEqual([
    expect.objectContaining({ name: 'judge', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 14 * 3600 }),
    expect.objectContaining({ name: 'judge-device', httpOnly: true, sameSite: 'Lax' }),
  ]);
  const cookie = `judge=${answer.cookies[0]!.value}`;
  const known = withCookie(site, cookie);
  expect((await known.call('GET', '/judge/session')).json()).toEqual({
    success: true,
    judge: { username, name },
    paused: false,
  });
  expect((await known.call('POST', '/judge/logout')).statusCode).toBe(204);
  expect((await known.call('GET', '/judge/session')).statusCode).toBe(401);
});

test('a wrong password and an unknown name get the same answer', async () => {
  const refusals = [await signIn(ruth.username, 'wrong'), await signIn('nobody', 'wrong')];
  for (const answer of refusals) {
    expect(answer.statusCode).toBe(401);
    expect(answer.cookies).toEqual([]);
    expect(answer.json()).toEqual({ ...refusals[0]!.json(), requestId: expect.any(String) });
  }
});

test('a password is right in capitals, with spaces and without dashes', async () => {
  const { username, password } = ruth;
  const typed = [
    password.toUpperCase(),
    password.replaceAll('-', ''),
    ` ${password.replaceAll('-', ' ')} `,
    password.replaceAll('-', ' – ').toUpperCase(),
  ];
  for (const each of typed) expect((await signIn(username, each)).statusCode).toBe(200);
  expect((await signIn(` ${username.toUpperCase()} `, password)).statusCode).toBe(200);
  expect((await signIn(username, password.slice(0, -1))).statusCode).toBe(401);
});

test('a session ends after 14 hours, and with a new password', async () => {
  const { cookie } = await signInJudge(site);
  const old = withCookie(site, cookie);
  site.advance(13 * 3_600_000);
  expect((await old.call('GET', '/judge/session')).statusCode).toBe(200);
  site.advance(1.1 * 3_600_000);
  expect((await old.call('GET', '/judge/session')).statusCode).toBe(401);

  const [session] = (await signIn(ruth.username, ruth.password)).cookies;
  const fresh = withCookie(site, `judge=${session!.value}`);
  const call = { actor: { id: null }, params: { username: ruth.username } };
  const { password } = (await resetJudgePassword(site.services, call)).account;
  expect((await fresh.call('GET', '/judge/session')).statusCode).toBe(401);
  expect((await signIn(ruth.username, ruth.password)).statusCode).toBe(401);
  expect((await signIn(ruth.username, password)).statusCode).toBe(200);
});

test('of 100 wrong tries at once five are looked at, and other judges still get in', async () => {
  const other = (await createJudgeAccounts(site.services, [{}]))[0]!;
  const answers = await Promise.all(Array.from({ length: 100 }, () => signIn(ruth.username, 'wrong')));
  const statuses = Map.groupBy(answers, ({ statusCode }) => statusCode);
  expect([statuses.get(401)?.length, statuses.get(429)?.length]).toEqual([5, 95]);
  expect(Number(statuses.get(429)?.[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await signIn(ruth.username, 'wrong again')).statusCode).toBe(429);
  expect((await signIn(ruth.username, ruth.password)).statusCode).toBe(200);
  expect((await signIn(other.username, other.password)).statusCode).toBe(200);
  site.advance(5 * 60_000 + 1);
  expect((await signIn(ruth.username, ruth.password)).statusCode).toBe(200);
});

test('nobody can lock a judge out who has signed in on this device before', async () => {
  const [, device] = (await signIn(ruth.username, ruth.password)).cookies;
  for (let address = 1; address <= 40; address += 1)
    await signIn(ruth.username, 'wrong', anonymous(site), `10.1.0.${address}`);
  expect((await signIn(ruth.username, 'wrong', anonymous(site), '10.9.9.9')).statusCode).toBe(429);
  const own = withCookie(site, `judge-device=${device!.value}`);
  expect((await signIn(ruth.username, ruth.password, own, '10.9.9.9')).statusCode).toBe(200);
});

test('right tries do not use up the limit', async () => {
  for (let time = 0; time < 8; time += 1)
    expect((await signIn(ruth.username, ruth.password)).statusCode).toBe(200);
});

test('the results: a wrong password is denied, the right one opens them, locking closes them', async () => {
  const denied = await anonymous(site).call('POST', '/score-review/unlock', { password: 'wrong' });
  expect(denied.statusCode).toBe(401);
  expect(denied.json().message).toBe('Access denied: Invalid admin password');
  expect(denied.cookies).toEqual([]);
  const rita = await signInReviewer(site);
  expect((await rita.call('GET', '/scores')).json()).toEqual([]);
  await rita.call('POST', '/score-review/lock');
  expect((await rita.call('GET', '/scores')).statusCode).toBe(401);
});

test('the results stay closed for a flag, a guessed cookie, an organizer and a judge', async () => {
  const forged = withCookie(site, 'review=true; scoreReviewAdmin=true');
  for (const who of [forged, await signUpAdmin(site), await signInJudge(site)])
    for (const path of ['/scores', '/scores/teams', '/scores/export.csv', '/scores/export.json']) {
      const answer = await who.call('GET', path);
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'signed_out']);
    }
});

test('wrong passwords of the results are limited, and a session ends after 12 hours', async () => {
  const guess = () => anonymous(site).call('POST', '/score-review/unlock', { password: 'wrong' });
  const statuses = [];
  for (let time = 0; time < 6; time += 1) statuses.push((await guess()).statusCode);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  site.advance(5 * 60_000 + 1);
  const rita = await signInReviewer(site);
  site.advance(12 * 3_600_000 + 1);
  expect((await rita.call('GET', '/scores')).statusCode).toBe(401);
});
