import { beforeAll, expect, test } from 'vitest';
import { texts } from '../contract/texts.ts';
import type { Page } from './browser.ts';
import { getButton } from './page.ts';
import { type SitePerson, useSite } from './site.ts';
import { countVisible, openApplication } from './work-lists.ts';

const reviewPassword = 'owls at midnight';
const site = useSite({ SCORE_REVIEW_PASSWORD: reviewPassword });
const desk = { width: 1280, height: 800 };
let organizer: SitePerson;
const organizerPages = [
  ...['/home', '/announcements', '/check-in', '/check-in-overview', '/volunteers', '/badges'],
  ...['/projects-overview', '/judging', '/publish', '/after-event', '/log'],
];

beforeAll(async () => {
  await site.command('seed', '--applicants', '60');
  organizer = await site.person({ name: 'Grace Hopper', role: 'admin' });
});

/** Sets the window's width, and returns by how many pixels the page is wider. */
async function overflowAt(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: desk.height });
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return document.documentElement.scrollWidth - innerWidth;
  });
}

async function expectNoOverflow(page: Page, state: string): Promise<void> {
  for (const width of [320, 390, 640, 768, 1024, 1280, 1440, 1920, 2560])
    expect([state, width, await overflowAt(page, width)]).toEqual([state, width, 0]);
  await page.setViewportSize(desk);
}

/** Expects that the filters and the exports of the score review are beside each other. */
async function expectOneLine(page: Page): Promise<void> {
  const names = ['All Tracks', 'Supermemory', 'Export CSV', 'Export JSON'];
  for (const width of [1280, 1440, 1600, 1899, 1920]) {
    await page.setViewportSize({ width, height: desk.height });
    const boxes = await Promise.all(names.map((name) => getButton(page, name).boundingBox()));
    const adjusted = await page.getByLabel('Include adjusted scores').boundingBox();
    const middles = [...boxes, adjusted].map((box) => box!.y + box!.height / 2);
    expect([width, Math.max(...middles) - Math.min(...middles) < 10]).toEqual([width, true]);
  }
  await page.setViewportSize(desk);
}

test('no state of the dashboard is wider than its window', async () => {
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  await openApplication(page);
  await expectNoOverflow(page, 'resume open');
  await page.getByLabel('Describe who you are looking for').focus();
  await expectNoOverflow(page, 'search unfolded');
  await page.getByLabel('Describe who you are looking for').fill('python');
  await page.getByRole('radio', { name: 'Vector' }).check();
  await getButton(page, 'Search').click();
  await getButton(page, texts.search.viewApplications).waitFor();
  await expectNoOverflow(page, 'search results and resume open');
  await getButton(page, texts.search.viewApplications).click();
  await getButton(page, 'Select all').click();
  await page.getByRole('region', { name: 'Bulk actions' }).waitFor();
  await getButton(page, 'Review together').click();
  await page.getByLabel('Order').selectOption('By rating');
  await expectNoOverflow(page, 'review controls and bulk actions');
});

test('score review shows eight teams in a small window; it and judging fit every width', async () => {
  const review = await site.open('/score-review', { viewport: desk });
  await review.getByLabel('Admin password').fill(reviewPassword);
  await getButton(review, 'Access Dashboard').click();
  await review.getByRole('table').waitFor();
  // The first row is the head.
  expect(await countVisible(review, 'row', 'Teams by average')).toBeGreaterThanOrEqual(9);
  expect(await review.getByRole('contentinfo').count()).toBe(0);
  await expectOneLine(review);
  await getButton(review, 'Hiring & Recruiting').click();
  await getButton(review, 'By this category').waitFor();
  await expectOneLine(review);
  await getButton(review, 'All Tracks').click();
  await expectNoOverflow(review, 'score review');
  await getButton(review, 'Expand all').click();
  await expectNoOverflow(review, 'score review, expanded');
  // An opened row takes no room from the names of the teams.
  await review.setViewportSize({ width: 390, height: 844 });
  const names = review.getByRole('region', { name: 'Teams by average' }).getByRole('button');
  const narrowest = () =>
    names.evaluateAll((all) => Math.min(...all.map((name) => name.getBoundingClientRect().width)));
  await expect.poll(narrowest).toBeGreaterThan(180);
  await review.setViewportSize(desk);
  await organizer.call('POST', '/judging/tables');
  const tables = await site.open('/judging', { as: organizer, viewport: desk });
  await tables
    .getByRole('button', { name: /of 3 judges/ })
    .first()
    .waitFor();
  const visible = await tables
    .getByRole('button', { name: /of 3 judges/ })
    .evaluateAll((all) => all.filter((tile) => tile.getBoundingClientRect().bottom <= innerHeight).length);
  expect(visible).toBeGreaterThanOrEqual(8);
  for (const address of organizerPages) {
    const page = await site.open(address, { as: organizer, viewport: desk });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(48);
    await expectNoOverflow(page, address);
  }
});
