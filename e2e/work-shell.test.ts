import { beforeAll, expect, test } from 'vitest';
import { texts } from '../contract/texts.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import type { Page } from './browser.ts';
import { getButton, listCovered } from './page.ts';
import { type SitePerson, useSite } from './site.ts';

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

const rows = (page: Page) => page.getByRole('region', { name: 'Applications' }).getByRole('listitem');

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

/** How many of the rows are whole in the window. */
const countVisible = (page: Page, role: 'listitem' | 'row', region: string) =>
  page
    .getByRole('region', { name: region, exact: true })
    .getByRole(role)
    .evaluateAll((all) => {
      const scroller = all[0]?.closest('section, [role="region"]')?.getBoundingClientRect();
      const bottom = Math.min(innerHeight, scroller?.bottom ?? 0);
      return all.filter((row) => {
        const box = row.getBoundingClientRect();
        return box.height > 0 && box.top >= (scroller?.top ?? 0) && box.bottom <= bottom + 1;
      }).length;
    });

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

async function openApplication(page: Page): Promise<void> {
  await rows(page)
    .filter({ has: page.getByRole('img', { name: 'With a resume' }) })
    .first()
    .getByRole('button')
    .click();
  await getButton(page, /^Read resume/).click();
  await page.getByRole('img', { name: /^Resume, page 1 of/ }).waitFor();
}

test('the dashboard shows twelve applications in a small window, and a resume beside them', async () => {
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  await rows(page).first().waitFor();
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(48);
  expect(await page.getByRole('contentinfo').count()).toBe(0);
  expect(await countVisible(page, 'listitem', 'Applications')).toBeGreaterThanOrEqual(12);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await openApplication(page);
  expect(await countVisible(page, 'listitem', 'Applications')).toBeGreaterThanOrEqual(12);
  const [detail, resume] = [
    await page.getByRole('article').boundingBox(),
    await page.getByRole('complementary', { name: 'Resume' }).boundingBox(),
  ];
  expect(resume!.x).toBeGreaterThanOrEqual(detail!.x + detail!.width);
  expect(resume!.x + resume!.width).toBeLessThanOrEqual(desk.width);
  expect(resume!.y + resume!.height).toBeLessThanOrEqual(desk.height);

  await getButton(page, /^Change to (Approved|Rejected)/)
    .first()
    .click();
  const toast = page.locator('[data-sonner-toast]');
  await toast.waitFor();
  await expect
    .poll(async () => {
      const box = await toast.boundingBox();
      return box!.x + box!.width;
    })
    .toBeLessThan(resume!.x);
});

test('every page of the organizers is one click from the others, and two taps on a phone', async () => {
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  const rail = page.getByRole('navigation', { name: 'Organizers' });
  await rail.getByRole('link', { name: 'Log' }).waitFor();
  const names = await rail.getByRole('link').allInnerTexts();
  expect(names).toEqual([
    ...['Home', 'Applications', 'Announcements', 'Station', 'Overview', 'Volunteers', 'Badges', 'Projects'],
    ...['Progress', 'Scores', 'Publish', 'Show', 'After the event', 'Team', 'Settings', 'Log'],
  ]);
  for (const name of names) {
    await rail.getByRole('link', { name, exact: true }).click();
    await rail.locator('[aria-current=page]').filter({ hasText: name }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([name, await rail.locator('[aria-current=page]').count()]).toEqual([name, 1]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await rail.count()).toBe(0);
  for (const name of ['Volunteers', 'Home']) {
    await getButton(page, 'More').click();
    const sheet = page.getByRole('navigation', { name: 'More' });
    await sheet.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await sheet.waitFor({ state: 'hidden' });
  }
});

test('the palette finds pages and actions by what people call them, and people by name', async () => {
  const page = await site.open('/log', { as: organizer, viewport: desk });
  const field = page.getByRole('combobox', { name: 'Commands' });
  const open = () => page.getByRole('button', { name: 'Find anything' }).click();
  const first = page.getByRole('option').first();
  await open();
  for (const [typed, found] of [
    ['vol', 'Check-in: Volunteers'],
    ['winners', 'Publish'],
    ['wifi list', 'Export registrations'],
    ['audit', 'Log'],
  ] as const) {
    await field.fill(typed);
    await expect.poll(() => first.innerText()).toContain(found);
  }
  expect(
    await findAccessibilityProblems(page, { without: ['landmark-one-main', 'page-has-heading-one'] }),
  ).toEqual([]);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  const [{ user, _id }] = await (await organizer.call('GET', '/applications?limit=1')).json();
  await page.keyboard.press('Control+k');
  await field.fill(user.name);
  await page
    .getByRole('group', { name: 'People' })
    .getByRole('option', { name: user.name })
    .first()
    .waitFor();
  await page.getByRole('option', { name: user.email }).click();
  await page.waitForURL(`**/dashboard?id=${_id}`);
  await page.getByRole('article').getByRole('heading', { name: user.name }).waitFor();
});

test('a message covers no title and no button, whatever lies at its usual place', async () => {
  const page = await site.open('/volunteers', {
    as: organizer,
    viewport: desk,
    expected: [/status of 503/],
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const address of ['/dashboard', '/projects-overview']) {
      await page.goto(address);
      if (address === '/dashboard') {
        await rows(page).first().click();
        await getButton(page, /^Change to (Approved|Rejected)/)
          .first()
          .click();
      } else {
        await page.route('**/api/projects/switches', (route) => route.fulfill({ status: 503, body: '{}' }));
        await page.getByLabel('Accept late projects').click();
      }
      const toast = page.locator('[data-sonner-toast][data-front=true]');
      await toast.waitFor();
      await expect.poll(() => listCovered(toast), { message: `${address} at ${width}` }).toEqual([]);
    }
  }
});

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

test('on a phone Back leads from an application or a result to the list where it was, and no message covers a resume', async () => {
  const page = await site.open('/dashboard', { as: organizer, viewport: { width: 390, height: 844 } });
  const article = page.getByRole('article');
  const openAndReturn = async (list: string, place: number) => {
    const region = page.getByRole('region', { name: list });
    await region.evaluate((scroller) => scroller.scrollTo(0, 500));
    const seen = region.getByRole('listitem').getByRole('button').nth(place);
    // It scrolls the row into sight, as a click would.
    await seen.hover();
    const placeOf = () => region.evaluate(({ scrollTop }) => scrollTop + scrollY);
    const left = await placeOf();
    expect(left).toBeGreaterThan(200);
    await seen.click();
    await article.waitFor();
    await expect.poll(() => region.count()).toBe(0);
    await page.goBack();
    await expect.poll(() => article.count()).toBe(0);
    // Rows are measured anew: a pixel each.
    await expect.poll(async () => Math.abs((await placeOf()) - left) < 20).toBe(true);
  };
  await rows(page).first().waitFor();
  for (const name of ['Hide list', 'Review together']) {
    const { x, width } = (await getButton(page, name).boundingBox())!;
    expect([name, x >= 0 && x + width <= 390]).toEqual([name, true]);
  }
  await openAndReturn('Applications', 12);
  await page.getByLabel('Describe who you are looking for').fill('computer science majors');
  await page.getByRole('radio', { name: 'Vector' }).check();
  await getButton(page, 'Search').click();
  await getButton(page, texts.search.viewApplications).waitFor();
  await openAndReturn('Search results', 5);
  await getButton(page, texts.search.viewApplications).click();

  await openApplication(page);
  // One of the two is not its status yet.
  await page.keyboard.press('a');
  await page.keyboard.press('r');
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: /approved|rejected/ });
  await toast.waitFor();
  for (const width of [390, 640, 900]) {
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(async () => {
        const message = await toast.boundingBox();
        const resume = await page.getByRole('complementary', { name: 'Resume' }).boundingBox();
        if (!message || !resume) return 'no message or no resume';
        const over = message.y < resume.y + resume.height && message.y + message.height > resume.y;
        return over ? `a message over the resume at ${width}` : 'apart';
      })
      .toBe('apart');
  }
});

test('a held key decides once', async () => {
  const page = await site.open('/dashboard?status=pending', { as: organizer, viewport: desk });
  await rows(page).first().waitFor();
  const countDecided = async () => {
    const { count } = await site.db
      .selectFrom('audit')
      .where('action', '=', 'application.approved')
      .where('actor_id', '=', organizer.id)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  await page.keyboard.press('j');
  await getButton(page, /^Change to Approved/).waitFor();
  const before = await countDecided();
  for (let time = 0; time < 10; time += 1) {
    await page.keyboard.down('a');
    await page.waitForTimeout(50);
  }
  await page.keyboard.up('a');
  await expect.poll(countDecided).toBe(before + 1);
  await page.waitForTimeout(500);
  expect(await countDecided()).toBe(before + 1);
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
