import { expect, test } from 'vitest';
import { recordAttempt } from './attempt-throttle.ts';
import { MemoryRateLimitStore } from './rate-limit.ts';

test('an attempt that one limit refuses uses up none of the others', async () => {
  const services = { rateLimits: new MemoryRateLimitStore(), now: () => new Date() };
  const times = { milliseconds: 60_000, thenEvery: 10_000 };
  const network = { key: 'network', max: 4, ...times };
  const account = { key: 'account', max: 1, ...times };
  await recordAttempt(services, [network, account]);
  for (let n = 0; n < 5; n += 1) await expect(recordAttempt(services, [network, account])).rejects.toThrow();
  const [counted] = await recordAttempt(services, [network]);
  expect(counted).toMatchObject({ key: 'network', max: 3 });
});
