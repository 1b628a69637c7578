import { promises as fs } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Page } from './browser.ts';
import { expectAccessible, getButton, getToast } from './page.ts';
import { useSite } from './site.ts';

const reviewPassword = 'owls at midnight';
const site = useSite({ SCORE_REVIEW_PASSWORD: reviewPassword });
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let username = '';
let password = '';
beforeAll(async () => {
  ({ username, password } = await site.createJudge());
  await site.db
    .insertInto('demo_tables')
    .values(
      ['Ark', 'Beacon', 'Comet', 'Delta', 'Ember'].map((name, at) => ({
        number: at + 1,
        name,
        track: 'hacker' as const,
      })),
    )
    .execute();
});

async function unlock(): Promise<Page> {
  const page = await site.open('/score-review');
  await getButton(page, 'Access Dashboard').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Admin password').fill(reviewPassword);
  await getButton(page, 'Access Dashboard').click();
  await page.getByText('No teams found for the selected filter').waitFor();
  return page;
}

/** Gives every criterion of the card the same mark with a thumb, and submits. */
async function scoreCard(page: Page, table: number, name: string, mark: number): Promise<void> {
  const card = page.getByRole('dialog', { name: new RegExp(`^${table} · ${name}$`, 'i') });
  await card.waitFor();
  const numbers = card.getByRole('radio', { name: String(mark), exact: true });
  await expect.poll(() => numbers.count()).toBe(5);
  for (const number of await numbers.all()) await number.tap();
  const bar = await getButton(page, 'Submit').boundingBox();
  expect(bar!.y).toBeGreaterThan(844 / 2);
  expect(bar!.height).toBeGreaterThanOrEqual(44);
  await getButton(page, 'Submit').tap();
}

test('a judge scores five teams with one hand, once without a network; a reviewer sees them arrive and exports', async () => {
  const review = await unlock();
  const page = await site.open('/login', {
    ...phone,
    expected: [/ERR_INTERNET_DISCONNECTED/],
    serviceWorkers: 'allow',
  });
  await getButton(page, 'Login').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await getButton(page, 'Login').tap();
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  await expectAccessible(page);
  await getButton(page, 'Continue with Hacker Track').tap();

  const saved = getToast(page, 'Score submitted successfully: Score for the team has been saved.');
  for (const [table, name] of [
    [1, 'ark'],
    [2, 'beacon'],
  ] as const) {
    await getButton(page, table === 1 ? 'Start' : `Next: ${table}`).tap();
    await scoreCard(page, table, name, table * 2);
    await saved.first().waitFor();
    await review.getByRole('button', { name: new RegExp(name, 'i') }).waitFor();
  }
  await expectAccessible(page);

  await getButton(review, 'Pause updates').click();
  await getButton(page, 'Next: 3').waitFor();
  await page.context().setOffline(true);
  await getButton(page, 'Next: 3').tap();
  await scoreCard(page, 3, 'comet', 6);
  await getToast(page, 'Saved on this device. It will be sent when you are back online.').waitFor();
  await getButton(page, 'Next: 4').waitFor();
  await getButton(page, 'Close').tap();
  await page.getByText('1 waiting to sync').waitFor();
  await page.getByText('Next: table 4').waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('waiting to sync').count()).toBe(0);
  await page.getByText('3 teams scored').waitFor();
  await getButton(page, 'Start').tap();
  await scoreCard(page, 4, 'delta', 8);
  await getButton(page, 'Next: 5').tap();
  await scoreCard(page, 5, 'ember', 10);
  await page.getByRole('dialog').getByText('All tables have their scores. Thank you!').waitFor();
  await getButton(page, 'Done').tap();
  await page.getByText('5 teams scored').waitFor();

  expect(await review.getByRole('button', { name: /comet/i }).count()).toBe(0);
  await getButton(review, 'Resume updates').click();
  await review.getByRole('button', { name: /ember/i }).waitFor();
  await review.getByRole('button', { name: /comet/i }).click();
  await review.getByRole('heading', { name: 'Score History' }).waitFor();
  await expectAccessible(review);

  for (const [name, file] of [
    ['Export CSV', 'team-scores.csv'],
    ['Export JSON', 'team-scores.json'],
  ] as const) {
    const [download] = await Promise.all([review.waitForEvent('download'), getButton(review, name).click()]);
    expect(download.suggestedFilename()).toBe(file);
    const content = await fs.readFile(await download.path(), 'utf8');
    for (const team of ['ark', 'beacon', 'comet', 'delta', 'ember']) expect(content).toContain(`"${team}"`);
  }
  await review.getByRole('tab', { name: 'Adjusted for judges' }).click();
  await review.getByText('We compare each judge only with other judges').waitFor();
  await expectAccessible(review);
  const kept = site.db.selectFrom('scores').orderBy('team_number');
  expect(await kept.select(['team_number', 'weighted_total']).execute()).toEqual(
    [1, 2, 3, 4, 5].map((number) => ({ team_number: number, weighted_total: `${number * 20}.0` })),
  );
});
