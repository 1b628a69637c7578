import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { signInJudge, signInReviewer } from '../testing/judges.ts';
import { deleteExpiredSessions } from './sessions.service.ts';

const hour = 3_600_000;
let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

async function kept() {
  const rows = async (table: 'judge_sessions' | 'review_sessions') =>
    (await site.services.db.selectFrom(table).select('created_at').execute()).length;
  return { judges: await rows('judge_sessions'), reviewers: await rows('review_sessions') };
}

test('sessions of judges and reviewers are deleted when they are over, and no sooner', async () => {
  await signInJudge(site);
  await signInReviewer(site);
  site.advance(12 * hour - 60_000);
  await deleteExpiredSessions(site.services);
  expect(await kept()).toEqual({ judges: 1, reviewers: 1 });
  site.advance(hour);
  await deleteExpiredSessions(site.services);
  expect(await kept()).toEqual({ judges: 1, reviewers: 0 });
  site.advance(2 * hour);
  await deleteExpiredSessions(site.services);
  expect(await kept()).toEqual({ judges: 0, reviewers: 0 });
});
