import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SharedRateLimitStore } from '../platform/http/rate-limit.ts';
import { createDeviceMark } from '../platform/sessions/device-marks.ts';
import { anonymous, withCookie } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { updateJudgePassword } from './judges.queries.ts';
import { type CreatedJudge, createJudgeAccounts } from './judges.service.ts';
import { hashPassword } from './password.ts';

const second = 1000;
const campus = '10.0.0.1';
let site: TestApp;
let ruth: CreatedJudge;
beforeAll(async () => {
  site = await createTestApp({ rateLimitScale: 1 });
});
afterAll(() => site.close());
beforeEach(async () => {
  [ruth] = (await createJudgeAccounts(site.services, [{}])) as [CreatedJudge];
  // Each test with attempts of its own.
  site.advance(61 * 60 * second);
});

const signIn = async (body: object, remoteAddress = campus) =>
  (await anonymous(site).call('POST', '/judge/login', body, { remoteAddress })).statusCode;
const guess = (username: string, remoteAddress?: string) =>
  signIn({ username, password: 'wrong' }, remoteAddress);
const sheetOf = ({ username, password }: CreatedJudge) => ({
  username,
  password,
  device: createDeviceMark(site.services.config, 'judge', username),
});

test('a hundred wrong passwords from the campus address stop no judge there', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, each) => guess(`nobody${each % 20}`)));
  const { username, password } = ruth;
  expect(await signIn({ username, password })).toBe(200);
});

test('a password from before they had checks waits 10 seconds at most', async () => {
  const { username } = ruth;
  const password = 'abcd-efgh-jkmn';
  await updateJudgePassword(site.services.db, username, await hashPassword(password));
  for (let each = 0; each < 100; each += 1) await guess(username);
  expect(await signIn({ username, password })).toBe(429);
  site.advance(10 * second);
  expect(await signIn({ username, password })).toBe(200);
});

test('a judge’s sheet signs in whatever strangers have guessed, from here or elsewhere', async () => {
  for (let each = 0; each < 40; each += 1) await guess(ruth.username, `10.1.0.${each}`);
  for (let each = 0; each < 6; each += 1) await guess(ruth.username);
  const { username, password, device } = sheetOf(ruth);
  expect(await guess(username)).toBe(429);
  expect(await signIn({ username, password, device })).toBe(200);
});

test('a sheet’s mark is limited too, and another judge’s does not help', async () => {
  const [other] = (await createJudgeAccounts(site.services, [{}])) as [CreatedJudge];
  const { username, device } = sheetOf(ruth);
  const statuses = await Promise.all(
    Array.from({ length: 100 }, () => signIn({ username, password: 'wrong', device })),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  for (let each = 0; each < 6; each += 1) await guess(other.username);
  expect(await signIn({ username: other.username, password: 'wrong', device })).toBe(429);
  expect(await signIn({ username: other.username, password: ruth.password })).toBe(429);
});

test('guessing a username is slowed and never closes it', async () => {
  for (let each = 0; each < 40; each += 1) await guess(ruth.username, `10.2.0.${each}`);
  const { username, password } = ruth;
  expect(await guess(username, '10.3.0.1')).toBe(429);
  site.advance(10 * second);
  expect(await guess(username, '10.3.0.1')).toBe(401);
  expect(await guess(username, '10.3.0.1')).toBe(429);
  expect(await signIn({ username, password }, '10.3.0.1')).toBe(200);
});

const unlock = (password: string, remoteAddress: string, cookie = '') =>
  withCookie(site, cookie).call('POST', '/score-review/unlock', { password }, { remoteAddress });

test('wrong unlocks slow whoever guesses and never stop them; a known device is not even slowed', async () => {
  const password = site.services.config.scoreReviewPassword!;
  const first = await unlock(password, '10.9.0.1');
  const { name, value } = first.cookies.find((cookie) => cookie.name.endsWith('-device'))!;
  for (let each = 0; each < 3; each += 1) await unlock('wrong', '10.9.0.1');
  for (let each = 0; each < 150; each += 1) await unlock('wrong', `10.4.0.${each % 30}`);
  expect((await unlock(password, '10.9.0.1')).statusCode).toBe(429);
  expect((await unlock(password, '10.9.0.1', `${name}=${value}`)).statusCode).toBe(200);
  site.advance(10 * second);
  expect((await unlock(password, '10.9.0.1')).statusCode).toBe(200);
});

test('twenty wrong unlocks a second from two addresses keep no new device out, and stay few', async () => {
  const password = site.services.config.scoreReviewPassword!;
  let tried = 0;
  for (let at = 0; at < 300; at += 1) {
    for (let each = 0; each < 20; each += 1) {
      const { statusCode } = await unlock('wrong', `10.10.0.${each % 2}`);
      if (statusCode !== 429) tried += 1;
    }
    site.advance(second);
    if (at % 60 === 59) expect((await unlock(password, `10.11.0.${at}`)).statusCode).toBe(200);
  }
  // Five each and then one every ten seconds.
  expect(tried).toBeLessThanOrEqual(2 * (5 + 30));
  // Many networks have three tries each, but not more than 600 together within an hour.
  tried = 0;
  for (let each = 0; each < 1200; each += 1) {
    const { statusCode } = await unlock('wrong', `10.12.${each >> 8}.${each & 255}`);
    if (statusCode === 401) tried += 1;
  }
  expect(tried).toBeLessThanOrEqual(600 + 50 + 1);
});

test('invented usernames from one address fill no table: beyond the limit of the address nothing is counted', async () => {
  const external = await createTestApp({ rateLimitScale: 0.05 });
  external.services.rateLimits = new SharedRateLimitStore(external.services);
  const moment = new Date();
  external.services.now = () => moment;
  const statuses = [];
  for (let each = 0; each < 200; each += 1) {
    const body = { username: `nobody${each}`, password: 'wrong' };
    statuses.push((await anonymous(external).call('POST', '/judge/login', body)).statusCode);
  }
  const refused = statuses.filter((status) => status === 429).length;
  const rows = await external.services.db.selectFrom('rate_limits').select('key').execute();
  await external.close();
  expect([refused, rows.length < 100]).toEqual([170, true]);
});

test('beyond its limit an unlock is refused for a time, also where instances share the counts', async () => {
  const external = await createTestApp({ rateLimitScale: 0.01 });
  external.services.rateLimits = new SharedRateLimitStore(external.services);
  const statuses = [];
  for (let each = 0; each < 4; each += 1)
    statuses.push(
      (await anonymous(external).call('POST', '/score-review/unlock', { password: 'wrong wrong' }))
        .statusCode,
    );
  await external.close();
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});
