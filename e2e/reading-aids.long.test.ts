import { expect, test } from 'vitest';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { useSite } from './site.ts';

const site = useSite();
const phone = { width: 390, height: 844 };

const countLines = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((elements) =>
      elements.map((element) =>
        Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
      ),
    );

test('the headline has one line a sentence at every width, and the questions are headed FAQ', async () => {
  const page = await site.open('/');
  await page.evaluate(() => document.fonts.ready);
  for (const width of [320, 390, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, ...(await countLines(page, 'h1 > span'))]).toEqual([width, 1, 1, 1]);
  }
  await page.getByRole('heading', { name: 'FAQ', exact: true }).waitFor();
});

test('in forced colors the chosen track and the plus signs stay, and no confetti covers the page', async () => {
  const page = await site.open('/', { forcedColors: 'active' });
  const plus = await page
    .locator('.plus')
    .first()
    .evaluate((mark) => getComputedStyle(mark).forcedColorAdjust);
  expect(plus).toBe('none');
  const ada = await createApplicant(site, { status: 'approved' });
  const hers = await site.open('/dashboard', {
    as: ada,
    forcedColors: 'active',
    reducedMotion: 'no-preference',
  });
  const chosen = hers.getByRole('radio', { name: 'Hacker Track', exact: true });
  await chosen.waitFor({ state: 'attached' });
  const outline = (name: string) =>
    hers
      .getByRole('radio', { name, exact: true })
      .evaluate((radio) => getComputedStyle(radio.parentElement as HTMLElement).outlineStyle);
  expect([await outline('Hacker Track'), await outline('Startup Track')]).toEqual(['solid', 'none']);
  expect(await hers.locator('.confetti').isVisible()).toBe(false);
});

test('with text of twice the size nothing overlaps in the footer', async () => {
  const page = await site.open('/', { viewport: { width: 1280, height: 800 } });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const boxes = await page
    .locator('footer li a')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON()));
  const overlap = boxes.some((one, at) =>
    boxes.some(
      (other, place) =>
        place > at &&
        one.left < other.right &&
        other.left < one.right &&
        one.top < other.bottom &&
        other.top < one.bottom,
    ),
  );
  expect(overlap).toBe(false);
});

/** The contrast of two colors as the browser writes them, by WCAG. */
function computeContrast(...colors: [string, string]): number {
  const [dark = 0, light = 0] = colors
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

test('avatars of every color stand out in both themes', async () => {
  // One name for each of the four inks.
  const [lea, ...others] = await Promise.all(
    ['Ada A', 'Ada B', 'Ada C', 'Ada D'].map((name) => createApplicant(site, { name, status: 'approved' })),
  );
  const { inviteCode } = await (await lea!.call('POST', '/teams', { name: 'Four inks' })).json();
  for (const other of others) await other.call('POST', '/teams/join', { inviteCode });
  const page = await site.open('/dashboard', { as: lea });
  const members = page.getByRole('list', { name: 'Members' });
  await members.getByRole('listitem').nth(3).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await members.locator('[data-initials]').evaluateAll((avatars) =>
      avatars.map((avatar) => {
        let ground = avatar.parentElement;
        while (ground && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
          ground = ground.parentElement;
        const { backgroundColor, borderColor, borderTopWidth } = getComputedStyle(avatar);
        const rim = borderTopWidth === '0px' ? backgroundColor : borderColor;
        return [backgroundColor, rim, getComputedStyle(ground as Element).backgroundColor] as const;
      }),
    );
    expect(new Set(found.map(([ink]) => ink)).size).toBe(4);
    for (const [ink, rim, ground] of found)
      expect(Math.max(computeContrast(ink, ground), computeContrast(rim, ground))).toBeGreaterThanOrEqual(3);
  }
});

test('without a network the notice does not cover the heading', async () => {
  const page = await site.open('/dashboard', {
    as: await createApplicant(site),
    viewport: phone,
    expected: [/ERR_INTERNET_DISCONNECTED/],
  });
  await page.getByText('Application Pending').waitFor();
  await page.context().setOffline(true);
  const notice = await page.getByText('Offline', { exact: true }).boundingBox();
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(notice && heading && notice.y + notice.height <= heading.y).toBe(true);
});

test('on a phone the schedule marks the day of today', async () => {
  const page = await site.open('/', { viewport: phone });
  await page.clock.install({ time: '2025-09-21T08:00:00Z' });
  await page.goto('/schedule');
  const today = page.getByRole('navigation', { name: 'Days' }).locator('[aria-current=date]');
  // Eight in the morning in London is one at night in Phoenix, on Sunday.
  await expect.poll(() => today.allInnerTexts()).toEqual(['Sunday 21 Sept']);
});

test('the results of the team search are in sight on a laptop, and teams with a seat come first', async () => {
  const [lea, kit] = [await createApplicant(site), await createApplicant(site)];
  const full = (await (await lea.call('POST', '/teams', { name: 'Pixel A full', maxMembers: 2 })).json()) as {
    inviteCode: string;
  };
  await (await createApplicant(site)).call('POST', '/teams/join', { inviteCode: full.inviteCode });
  await kit.call('POST', '/teams', { name: 'Pixel B free' });
  const page = await site.open('/dashboard', {
    as: await createApplicant(site, { status: 'approved' }),
    viewport: { width: 1280, height: 800 },
  });
  await page.getByLabel('Search teams').fill('pixel');
  const list = page.getByRole('region', { name: 'Teams found' });
  await list.getByRole('listitem').first().waitFor();
  expect((await list.getByRole('listitem').allInnerTexts()).map((row) => row.split('\n')[0])).toEqual([
    'Pixel B free',
    'Pixel A full',
  ]);
  const button = list.getByRole('button', { name: 'Ask to join Pixel B free' });
  await expect
    .poll(async () => {
      const box = await button.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 800;
    })
    .toBe(true);
});

test('a wallet link that fails says so on the page', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/schedule', { as: ada, expected: [/status of 503/] });
  await page.route('**/api/event', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), wallets: { apple: true, google: false } } });
  });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Add to Apple Wallet' }).click();
  await page.getByText('The pass could not be created. Please try again.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});
