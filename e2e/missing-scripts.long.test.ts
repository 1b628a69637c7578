import { expect, test } from 'vitest';
import { createApproved } from './check-in-people.ts';
import { useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);

// The network goes, or the site is updated, before a script is asked for that a page needs only when it is used.
test('a script that does not arrive takes nothing from the page: it says what is missing, and tries again', async () => {
  const ada = await createApproved(site, 'Ada Lovelace');
  const expected = [/ERR_FAILED|Failed to fetch|ERR_INTERNET_DISCONNECTED|Failed to load/];
  for (const [address, as, heading] of [
    ['/sign-in', undefined, 'Sign In'],
    ['/dashboard', ada, /./],
    ['/dashboard', organizer, 'Admin Dashboard'],
    ['/check-in', organizer, /./],
    ['/settings', organizer, 'Settings'],
    ['/judge', undefined, /./],
  ] as const) {
    const page = await site.open(address, { ...(as && { as }), expected });
    const title = page.getByRole('heading', { level: 1, name: heading }).first();
    await title.waitFor();
    await page.waitForLoadState('networkidle');
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    // What the first tap and the palette's keys load.
    await page.mouse.click(5, 5);
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(500);
    expect(await title.isVisible(), address).toBe(true);
    if (address === '/settings') {
      await page.getByText('A part of this page could not be loaded.').waitFor();
      await page.unroute(/\/assets\/.*\.js$/);
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await page.getByRole('dialog').waitFor();
    }
  }
});

test('a part of the frame that fails leaves a page that says so', async () => {
  const page = await site.open('/robots.txt', { expected: [/broken/] });
  await page.addInitScript(() => {
    Object.defineProperty(window, 'visualViewport', {
      get: () => {
        throw new Error('broken');
      },
    });
  });
  await page.goto('/sign-in');
  await page.getByText('Reload to continue.').waitFor();
  await page.getByRole('button', { name: 'Reload' }).waitFor();
});

// Firefox and WebKit show it as waiting to a page that is opened while it is installed.
test('the first service worker of a device is no new version', async () => {
  const page = await site.open('/robots.txt');
  await page.addInitScript(() => {
    const waiting = { state: 'installed', postMessage: () => undefined };
    const register = async () => Object.assign(new EventTarget(), { waiting });
    Object.defineProperty(navigator.serviceWorker, 'register', { value: register });
  });
  await page.goto('/sign-in');
  await page.mouse.click(5, 5);
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('New version ready.').count()).toBe(0);
});
