import { expect, test } from 'vitest';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { useSite } from './site.ts';

const site = useSite();
const phone = { width: 390, height: 844 };
const slider = (page: Page) => page.getByRole('slider', { name: 'Hour of the event' });
const spoken = (page: Page) => slider(page).getAttribute('aria-valuetext');

test('keys choose the hour: the slider says what happens then and where, the line above leads to its row', async () => {
  const page = await site.open('/');
  await expect.poll(() => spoken(page)).toBe('Sat 8 AM: check-ins and breakfast at ECG 101');
  await slider(page).focus();
  for (let hours = 0; hours < 5; hours += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => spoken(page)).toBe('Sat 1 PM: lunch at ECG 101');
  await page.keyboard.press('End');
  await expect.poll(() => spoken(page)).toBe('Sun 5 PM: the end');
  await page.keyboard.press('Home');
  for (let hours = 0; hours < 6; hours += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('link', { name: 'Go to this hour' }).click();
  await page.waitForURL(/\/schedule#sat-1400$/);
});

test('a mouse chooses the hour on the slider, which stands under its tick, and on the ticks', async () => {
  const page = await site.open('/schedule', { viewport: { width: 1280, height: 800 } });
  const tick = await page.locator('[data-at]').nth(28).boundingBox();
  const bar = await slider(page).boundingBox();
  await page.mouse.click(tick!.x + tick!.width / 2, bar!.y + bar!.height / 2);
  await expect.poll(() => spoken(page)).toBe('Sun 12 PM: submission deadline and lunch at ECG 101');
  await page.mouse.down();
  await page.mouse.move(tick!.x - 3.5 * tick!.width, bar!.y + bar!.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => spoken(page)).toBe('Sun 8 AM: nothing on the schedule');
  await page.locator('[data-at]').nth(11).hover();
  await expect.poll(() => spoken(page)).toBe('Sat 7 PM: dinner at ECG 101');
  await page.locator('[data-at]').nth(11).click();
  await page.waitForURL(/\/schedule#sat-1900$/);
});

test('a finger chooses the hour, and the ticks of a phone are scrolled to; each is wide enough to be touched', async () => {
  const page = await site.open('/', { viewport: phone, hasTouch: true, isMobile: true });
  const strip = page.locator('[data-rail-window]');
  await slider(page).scrollIntoViewIfNeeded();
  const bar = (await slider(page).boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  const y = bar.y + bar.height / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', bar.x + 18);
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', bar.x + 18 + (((bar.width - 36) * 16) / 33) * (step / 10));
  await touch('touchEnd');
  expect(await spoken(page)).toMatch(/^Sun 12 AM: venue open overnight/);
  expect(await strip.evaluate((window) => window.scrollLeft)).toBeGreaterThan(300);
  const sizes = await page
    .locator('[data-at]')
    .evaluateAll((ticks) =>
      ticks.map((tick) => tick.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
    );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  expect(bar.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.locator('.rail-shown').tap();
  await page.waitForURL(/\/schedule#sat-2200$/);
});

/** The line above the ticks as it is seen; it is drawn by CSS. */
const readLine = (page: Page) =>
  page
    .locator('[data-readout]')
    .evaluate((line) =>
      line.clientHeight < 20
        ? 'not shown'
        : ['::before', '::after'].map((part) => JSON.parse(getComputedStyle(line, part).content)).join(': '),
    );

test.each(['/', '/schedule'])(
  'on %s a needle stands at the present moment and moves with it',
  async (address) => {
    const ada = await createApplicant(site, { status: 'approved' });
    const page = await site.open('/sign-in', { as: ada });
    await page.clock.install({ time: '2025-09-20T19:30:00Z' });
    await page.goto(address);
    await expect.poll(() => spoken(page)).toBe('Now, Sat 12 PM: hacking begins at ECG 101');
    expect(await readLine(page)).toBe('Now, Sat 12 PM: hacking begins at ECG 101');
    const needle = page.locator('[data-needle]');
    const hoursIn = async () => {
      const [line, first, second] = [
        await needle.boundingBox(),
        await page.locator('[data-at]').nth(0).boundingBox(),
        await page.locator('[data-at]').nth(1).boundingBox(),
      ];
      return (line!.x - first!.x) / (second!.x - first!.x);
    };
    expect(await hoursIn()).toBeCloseTo(4.5, 1);
    await page.clock.runFor(30 * 60_000);
    await expect.poll(() => spoken(page)).toBe('Now, Sat 1 PM: lunch at ECG 101');
    expect(await hoursIn()).toBeCloseTo(5, 1);
    // Who has chosen an hour keeps it.
    await slider(page).press('ArrowRight');
    await page.clock.runFor(60 * 60_000);
    await expect.poll(() => spoken(page)).toBe('Now, Sat 2 PM: hacking continues at ECG 101');
    await page.clock.runFor(60 * 60_000);
    await expect.poll(() => spoken(page)).toBe('Sat 2 PM: hacking continues at ECG 101');
  },
);

test('before and after the event there is no needle', async () => {
  const page = await site.open('/schedule');
  for (const time of ['2025-09-20T14:59:00Z', '2025-09-22T01:01:00Z']) {
    await page.clock.setFixedTime(time);
    await page.goto('/');
    await expect.poll(() => spoken(page)).toBe('Sat 8 AM: check-ins and breakfast at ECG 101');
    expect(await page.locator('[data-needle]').isVisible()).toBe(false);
  }
});

test('without scripts the hours are links with the same words, and nothing is there that does not work', async () => {
  const page = await site.open('/', { javaScriptEnabled: false });
  expect(await slider(page).isVisible()).toBe(false);
  expect(await page.getByRole('link', { name: 'Go to this hour' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Sat 7 PM: dinner at ECG 101' }).click();
  await page.waitForURL(/\/schedule#sat-1900$/);
});

/** Expects that at every width and with text of twice the size no label is cut and none covers another. */
async function expectLabelsApart(page: Page, count: number): Promise<void> {
  for (const width of [320, 390, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    for (const size of ['100%', '200%']) {
      await page.evaluate((chosen) => document.documentElement.style.setProperty('font-size', chosen), size);
      const { labels, rail } = await page.evaluate(() => {
        const boxOf = (element: Element | null) => element!.getBoundingClientRect().toJSON() as DOMRect;
        return {
          labels: [...document.querySelectorAll('.rail-label')].map(boxOf),
          rail: boxOf(document.querySelector('.rail')),
        };
      });
      expect(labels).toHaveLength(count);
      for (const [place, label] of labels.entries()) {
        expect(label.left).toBeGreaterThanOrEqual(rail.left);
        expect(label.right).toBeLessThanOrEqual(rail.right);
        expect(label.top).toBeGreaterThanOrEqual(rail.top);
        for (const other of labels.slice(place + 1))
          expect(
            label.right <= other.left ||
              other.right <= label.left ||
              label.bottom <= other.top ||
              other.bottom <= label.top,
          ).toBe(true);
      }
    }
  }
}

test('no label is cut and none covers another; what has no room on two lines has none', async () => {
  const page = await site.open('/');
  await expectLabelsApart(page, 3);
  const organizer = await site.person({ role: 'admin' });
  const { sections } = await (await organizer.call('GET', '/settings')).json();
  const { version, values } = sections.find(({ section }: { section: string }) => section === 'schedule');
  const [first, ...days] = values.schedule;
  const items = ['08:00', '10:00', '11:00', '19:00'].map((start, at) => ({
    ...{ time: start, start, end: at === 0 ? '09:00' : start, lines: [] },
    title: ['Doors open and check-in', 'Hacking begins', 'Meet the mentors', 'Dinner and a talk'][at],
  }));
  const body = { version, values: { ...values, schedule: [{ ...first, items }, ...days] } };
  const saved = await organizer.call('PUT', '/settings/schedule', body);
  expect([saved.status, await saved.text()]).toEqual([200, expect.anything()]);
  await page.goto('/schedule');
  await expectLabelsApart(page, 5);
});

test('where motion is unwanted nothing moves by itself', async () => {
  const page = await site.open('/', { reducedMotion: 'reduce' });
  const duration = await page
    .locator('[data-at]')
    .first()
    .evaluate((tick) => getComputedStyle(tick, '::before').transitionDuration);
  expect(duration).toBe('0s');
});
