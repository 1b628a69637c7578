import { expect, test } from 'vitest';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { detail, useSite } from './site.ts';

const site = useSite();
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

test('the button and the header are those of who is looking, from the first paint of the second visit on', async () => {
  const visitor = await site.open('/');
  const main = visitor.getByRole('main');
  expect(await main.getByRole('link', { name: 'register for the event' }).getAttribute('href')).toBe(
    '/api/auth/login',
  );
  expect(await main.getByRole('link', { name: 'your hacker dashboard' }).count()).toBe(0);

  const hacker = await site.open('/', { as: await site.person() });
  await hacker.getByRole('link', { name: 'your hacker dashboard' }).waitFor();
  const admin = await site.open('/', { as: await site.person({ role: 'admin' }) });
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'check-in' }).waitFor();

  const secondVisit = await hacker.request.get('/');
  expect(await secondVisit.text()).toContain('<html lang="en" data-auth="user"');
});

detail('whoever registers on a public page comes to the form after signing in', async () => {
  const visitor = await site.open('/');
  for (const address of ['/', '/schedule']) {
    await visitor.goto(address);
    await visitor.getByRole('link', { name: /^register for/ }).click();
    await visitor.waitForURL(/\/sign-in\?returnTo=%2Fapply$/);
  }
});

test('without scripts everything that is told can be read', async () => {
  const landing = await site.open('/', { javaScriptEnabled: false });
  expect(await landing.locator('summary').count()).toBe(4);
  await landing.getByText('More sponsors are coming.').waitFor();
  expect(await landing.getByText('Your logo here').count()).toBe(0);
  expect(
    await landing.getByRole('list', { name: 'Good to know' }).getByRole('listitem').allInnerTexts(),
  ).toEqual(['Free', 'Food included', 'Beginners welcome']);
  await landing.getByText('Yes. Non-CS majors are welcome', { exact: false }).waitFor();
  await landing.goto('/schedule');
  await expect.poll(() => landing.getByRole('main').locator('ol > li').count()).toBe(16);
  expect(await landing.getByRole('link', { name: /^register for/ }).getAttribute('href')).toBe(
    '/api/auth/login',
  );
});

detail('the countdown counts to the deadline, says when it is over, and is not on phones', async () => {
  const page = await site.open('/schedule', { viewport: desk });
  await page.clock.install({ time: '2025-09-18T06:30:00Z' });
  await page.goto('/');
  const timer = page.getByRole('timer');
  expect(await timer.getAttribute('aria-label')).toBe('2 days 0 hours left to register');
  await page.clock.setFixedTime('2025-09-20T07:00:00Z');
  await page.clock.runFor(2000);
  await timer.getByText('Regular registration is closed').waitFor();
  expect(await timer.locator('[data-unit]:visible').count()).toBe(0);
  await page.setViewportSize(phone);
  expect(await timer.isVisible()).toBe(false);
});

const background = (page: Page, name: string) =>
  page.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).backgroundColor);

detail.each([
  ['2025-09-20T19:35:00Z', 'It is happening now, until Sun, Sep 21, 5:00 PM MST.'],
  ['2025-09-22T19:00:00Z', 'Overnight 2025 is over.'],
])(
  'at %s the landing page leads with what is true, without figures, and registering comes second',
  async (time, line) => {
    const page = await site.open('/sign-in', { viewport: desk, colorScheme: 'light' });
    await page.clock.install({ time: '2025-09-10T19:00:00Z' });
    await page.goto('/');
    const primary = await background(page, 'register for the event');
    await page.clock.setFixedTime(time);
    await page.clock.runFor(2000);
    await page.getByText(line).waitFor();
    expect(await background(page, 'register for the event')).not.toBe(primary);
    expect(await page.locator('[data-unit]:visible').count()).toBe(0);
    const main = await page.getByRole('main').innerText();
    expect(main).not.toMatch(/closed|^00$/im);
  },
);

detail('the start says what the example event is, and how to see one that is on', () => {
  expect(site.program.output()).toContain('This is the example event: set up your own in Settings.');
  expect(site.program.output()).toContain('To see one that is on, with invented applicants: npm run demo');
});

detail('in the dark theme no hour of the strip is as light as paper', async () => {
  const page = await site.open('/', { colorScheme: 'dark' });
  const grounds = await page
    .locator('[data-at]')
    .evaluateAll((hours) => hours.map((hour) => getComputedStyle(hour, '::after').backgroundColor));
  expect(grounds).toHaveLength(34);
  for (const ground of grounds) {
    const sum = (ground.match(/\d+/g) ?? []).slice(0, 3).reduce((total, part) => total + Number(part), 0);
    expect(sum, ground).toBeLessThan(300);
  }
});

detail('each label of the hour rail leads to its own row', async () => {
  for (const label of [
    'check-ins and breakfast',
    'submission deadline',
    'final judging and awards ceremony',
  ]) {
    const page = await site.open('/', { viewport: desk });
    await page.locator(`.rail-label[data-text="${label}"]`).click();
    await page.waitForURL(/\/schedule#/);
    const row = page.locator(new URL(page.url()).hash);
    expect(await row.getByRole('heading').innerText()).toContain(label);
  }
});

test('during the event the schedule shows what is on and what comes next', async () => {
  const page = await site.open('/');
  await page.clock.install({ time: '2025-09-20T17:35:00Z' });
  await page.goto('/schedule');
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await row('opening ceremony').getByText('Happening now').waitFor();
  await row('team formation bingo').getByText('Up next in 25 min').waitFor();
});

detail(
  'pictures turn by themselves until somebody pauses them, and never where motion is unwanted',
  async () => {
    const picture = '[data-carousel] img';
    const page = await site.open('/schedule', { reducedMotion: 'no-preference' });
    await page.clock.install();
    await page.goto('/');
    const figure = page.getByRole('figure', { name: 'Pictures of the event' });
    await figure.getByText('1/5').waitFor();
    await page.clock.runFor(6100);
    await figure.getByText('2/5').waitFor();
    await figure.getByRole('button', { name: 'Pause' }).click();
    await page.mouse.move(0, 0);
    await page.clock.runFor(20_000);
    await figure.getByText('2/5').waitFor();

    const calm = await site.open('/');
    await calm.clock.install();
    await calm.reload();
    const before = await calm.locator(picture).getAttribute('src');
    await calm.clock.runFor(15_000);
    expect(await calm.locator(picture).getAttribute('src')).toBe(before);
    await calm.getByRole('button', { name: 'Play' }).focus();
    await calm.keyboard.press('ArrowRight');
    await calm.getByText('2/5').waitFor();
  },
);

detail('a chosen theme comes from the server with the next page', async () => {
  const page = await site.open('/', { colorScheme: 'light' });
  await page.getByRole('radio', { name: 'Dark' }).check();
  // Its word is seen, not the button behind it.
  expect(
    await page.getByRole('radio', { name: 'Dark' }).evaluate((radio) => getComputedStyle(radio).opacity),
  ).toBe('0');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect.poll(ground).toBe('rgb(14, 18, 48)');
  expect(await (await page.request.get('/schedule')).text()).toContain('data-theme="dark"');
  await page.goto('/sign-in');
  expect(await ground()).toBe('rgb(14, 18, 48)');
});

detail('the header of an organizer fits the narrowest phone', async () => {
  const page = await site.open('/schedule', {
    as: await site.person({ role: 'admin' }),
    viewport: { width: 320, height: 640 },
  });
  const widest = () =>
    page
      .locator('header')
      .evaluate((header) =>
        Math.max(
          ...[...header.querySelectorAll('a, button')].map((part) => part.getBoundingClientRect().right),
        ),
      );
  await page.getByRole('link', { name: 'check-in' }).waitFor();
  expect(await widest()).toBeLessThanOrEqual(320);
  await page.goto('/check-in');
  await page.getByRole('link', { name: 'check-in' }).waitFor();
  expect(await widest()).toBeLessThanOrEqual(320);
});

detail('the first stop of the Tab key leads past the header', async () => {
  const page = await site.open('/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('after one visit of the app, it and the schedule, never opened before, open without a network', async () => {
  const page = await site.open('/sign-in', {
    expected: [/ERR_INTERNET_DISCONNECTED/],
    serviceWorkers: 'allow',
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.goto('/schedule');
  await page.getByRole('heading', { name: 'event schedule' }).waitFor();
  // Its script too: the rail is an instrument.
  await expect
    .poll(() => page.getByRole('slider', { name: 'Hour of the event' }).getAttribute('aria-valuetext'))
    .toMatch(/^Sat 8 AM: /);
  await page.goto('/sign-in');
  await page.getByText('Offline', { exact: true }).waitFor();
});

detail(
  'without a network, the name of the event leads to a page of the app if the landing page was never seen',
  async () => {
    for (const as of [undefined, await createApplicant(site)]) {
      const page = await site.open(as ? '/account' : '/sign-in', {
        as,
        // A picture is not there.
        expected: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED .*\.svg/],
        serviceWorkers: 'allow',
      });
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.context().setOffline(true);
      await page.locator('header a').first().click();
      await page.getByRole('heading', { name: as ? /^Welcome/ : 'Sign in' }).waitFor();
    }
  },
);
