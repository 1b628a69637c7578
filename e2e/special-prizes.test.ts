import { beforeAll, expect, test } from 'vitest';
import { acceptLateProjects, projectText } from '../server/testing/projects.ts';
import { createApplicant } from './applicants.ts';
import { expectAccessible, getButton, getToast } from './page.ts';
import { insertScore } from './scores.ts';
import { useSite, withEvent } from './site.ts';

const reviewPassword = 'owls at midnight';
const prize = { key: 'best-map', label: 'Best map', rubric: 'maps', judgedBy: 'Atlas Inc.' };
const rubrics = {
  maps: [
    { key: 'fit', label: 'Fit', weight: 60, description: 'Does it fit?' },
    { key: 'polish', label: 'Polish', weight: 40, description: 'Is it done?' },
  ],
};
const site = useSite({
  SCORE_REVIEW_PASSWORD: reviewPassword,
  ...withEvent({ projects: { deadline: '2025-09-21T12:00:00-07:00', prizes: [prize], rubrics } }),
});

beforeAll(async () => {
  await site.createJudge();
  // The best of Supermemory have low totals; eleven teams share its last shown place.
  await insertScore(site, { number: 1, name: 'Giant', mark: 10, supermemory: 2 });
  await insertScore(site, { number: 2, name: 'Owls', mark: 3, supermemory: 9 });
  await insertScore(site, { number: 3, name: 'Owls', mark: 2, supermemory: 9 });
  await insertScore(site, { number: 4, name: 'Aside', mark: 9 });
  for (let number = 5; number <= 14; number += 1)
    await insertScore(site, { number, name: `Team ${number}`, mark: 5, supermemory: 4 });
});

test('a special prize is ranked and presented by its category; the default order stays', async () => {
  const page = await site.open('/score-review', { viewport: { width: 1280, height: 720 } });
  await page.getByLabel('Admin password').fill(reviewPassword);
  await getButton(page, 'Access Dashboard').click();
  const firstRow = page.getByRole('row').nth(1);
  await firstRow.getByText('giant').waitFor();
  expect(await getButton(page, 'By this category').count()).toBe(0);

  await getButton(page, 'Supermemory').click();
  await firstRow.getByText('giant').waitFor();
  await getButton(page, 'Present').click();
  const stage = page.getByRole('dialog', { name: 'Supermemory' });
  await stage.getByText('Press Space or → to reveal the next place.').waitFor();
  await page.keyboard.press('ArrowRight');
  // Ten teams share place 3: all of them are shown, and the page still fits.
  await stage.getByRole('status').getByText('Place 3: Team 5, Team 6').waitFor();
  expect(await stage.getByRole('listitem').count()).toBe(12);
  expect(await stage.getByText('Owls').count()).toBe(0);
  expect(await stage.getByText('Giant').count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await stage.getByRole('status').getByText('Place 1: Owls #2, Owls #3').waitFor();
  await page.keyboard.press('ArrowRight');
  expect(await stage.getByRole('status').innerText()).toBe('Place 1: Owls #2, Owls #3');
  expect(await stage.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  await expectAccessible(page, { dialog: true });
  await page.keyboard.press('Escape');

  await getButton(page, 'By this category').click();
  await firstRow.getByText('owls').waitFor();
  expect(await firstRow.getByRole('cell').first().innerText()).toContain('1=');
  await expectAccessible(page);
  await getButton(page, 'All Tracks').click();
  await firstRow.getByText('giant').waitFor();
});

test('an organizer voids a score with a reason; a reviewer without an account cannot', async () => {
  const grace = await site.person({ name: 'Grace Hopper', role: 'admin' });
  const unlock = async (visit: { as?: typeof grace }) => {
    const page = await site.open('/score-review', { ...visit, viewport: { width: 390, height: 844 } });
    await page.getByLabel('Admin password').fill(reviewPassword);
    await getButton(page, 'Access Dashboard').click();
    await page.getByRole('button', { name: /giant/ }).click();
    await page.getByRole('heading', { name: 'Score History' }).waitFor();
    return page;
  };
  const stranger = await unlock({});
  expect(await getButton(stranger, 'Void score').count()).toBe(0);
  const page = await unlock({ as: grace });
  await getButton(page, 'Void score').click();
  await page.getByLabel('Reason').fill('Wrong table');
  await expectAccessible(page, { dialog: true });
  await page.getByRole('dialog').getByRole('button', { name: 'Void score' }).click();
  await getToast(page, 'The score is voided.').waitFor();
  await page.getByRole('button', { name: /giant/ }).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a sponsor’s judge scores what is entered for the prize, once without a network; reviewers see its ranking', async () => {
  await acceptLateProjects({ services: { db: site.db } });
  for (const [title, prizes] of [
    ['Atlas of Owls', [prize.key]],
    ['Bus Map', [prize.key]],
    ['No Map', []],
  ] as const) {
    const author = await createApplicant(site, { status: 'approved' });
    await author.call('PUT', '/projects/mine', { version: 0, text: { ...projectText, title, prizes } });
    expect((await author.call('POST', '/projects/mine/submit', { version: 1 })).status).toBe(200);
  }
  const grace = await site.person({ name: 'Grace Murray', role: 'admin' });
  const list = `name,prize\nSponsor,${prize.key}\n`;
  const { accounts } = await (await grace.call('POST', '/judging/judges/import', { list })).json();

  await grace.call('POST', '/judging/tables?who=submitted');

  const page = await site.open('/login', {
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 844 },
    expected: [/ERR_INTERNET_DISCONNECTED/],
  });
  await page.getByLabel('Username').fill(accounts[0].username);
  await page.getByLabel('Password', { exact: true }).fill(accounts[0].password);
  await getButton(page, 'Login').click();
  await page.getByRole('heading', { name: 'Best map', level: 1 }).waitFor();
  await page.getByText('Sponsor, Atlas Inc.').waitFor();
  await page.getByText('0 of 2 done').waitFor();
  await expectAccessible(page);

  const suggested = async () =>
    /table (\d+)/.exec(await page.getByText(/^Next: table \d+$/).innerText())![1]!;
  const first = await suggested();
  await getButton(page, 'Start').click();
  expect(await page.getByRole('link', { name: 'code.example' }).getAttribute('rel')).toContain('nofollow');
  for (let mark = 0; mark < 8; mark += 1) await getButton(page, 'Fit: one more').click();
  await page.getByText('48.0 / 100').waitFor();
  expect(await page.getByText('Special Categories').count()).toBe(0);
  await expectAccessible(page);
  await getButton(page, 'Submit Score').click();
  await getToast(page, 'Score submitted successfully').waitFor();
  await page.getByText('1 of 2 done').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await page.getByText('1 of 2 done').waitFor();
  const readCached = () =>
    page.evaluate(async () => (await (await caches.open('judge')).match('/kept/judge%3Ascores'))?.text());
  await expect.poll(readCached).toContain(`"prize":"${prize.key}"`);
  await page.context().setOffline(true);
  await page.reload();
  expect(await suggested()).not.toBe(first);
  await getButton(page, 'Start').click();
  for (let mark = 0; mark < 5; mark += 1) await getButton(page, 'Polish: one more').click();
  await getButton(page, 'Submit Score').click();
  await getToast(page, 'Saved on this device. It will be sent when you are back online.').waitFor();
  await page.getByText('1 waiting to sync').waitFor();
  await page.getByText('You have scored all of your tables.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('1 waiting to sync').waitFor({ state: 'detached' });
  await page.getByText('2 teams scored').waitFor();
  const stored = site.db
    .selectFrom('scores')
    .where('prize', '=', prize.key)
    .select('weighted_total')
    .orderBy('weighted_total', 'desc');
  expect((await stored.execute()).map(({ weighted_total }) => Number(weighted_total))).toEqual([48, 20]);

  const review = await site.open('/score-review', { viewport: { width: 1280, height: 720 } });
  await review.getByLabel('Admin password').fill(reviewPassword);
  await getButton(review, 'Access Dashboard').click();
  const ranking = review.getByRole('table', { name: /Best map/ });
  await ranking.getByRole('row', { name: /Atlas of Owls/ }).waitFor();
  expect(await ranking.getByRole('row').count()).toBe(3);
  await expectAccessible(review);
});
