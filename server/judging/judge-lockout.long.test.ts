import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeviceMark } from '../platform/sessions/device-marks.ts';
import { anonymous } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { type CreatedJudge, createJudgeAccounts } from './judges.service.ts';

let site: TestApp;
let judges: CreatedJudge[];
beforeAll(async () => {
  site = await createTestApp({ rateLimitScale: 1 });
});
afterAll(() => site.close());
beforeEach(async () => {
  judges = await createJudgeAccounts(site.services, Array(20).fill({}));
  // Each test with attempts of its own.
  site.advance(3_660_000);
});

const signIn = async (body: object) =>
  (await anonymous(site).call('POST', '/judge/login', body, { remoteAddress: '10.0.0.1' })).statusCode;
const guess = (username: string) => signIn({ username, password: 'wrong' });

test('20 judges type their passwords at once beside a steady attack from their address: nobody waits', async () => {
  for (let round = 0; round < 3; round += 1)
    for (const { username } of judges) for (let each = 0; each < 5; each += 1) await guess(username);
  const attack = Promise.all(Array.from({ length: 100 }, (_, each) => guess(judges[each % 20]!.username)));
  const right = judges.map(({ username, password }) => signIn({ username, password }));
  expect(await Promise.all(right)).toEqual(Array(20).fill(200));
  await attack;
});

test('of 120 sign-ins at once from one address, guesses at every judge among them, each right one gets in', async () => {
  const guesses = Array.from({ length: 100 }, (_, each) => guess(judges[each % 20]!.username));
  const right = judges.map(({ username, password }) =>
    signIn({ username, password, device: createDeviceMark(site.services.config, 'judge', username) }),
  );
  expect(await Promise.all(right)).toEqual(Array(20).fill(200));
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
});
