import { expect, test } from 'vitest';
import { appPaths, paths, publicPaths } from '../contract/platform/pages.ts';
import { listCovered } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { useSite } from './site.ts';
import { storeMemories, useVisitors, visits } from './visitors.ts';

const site = useSite();
const visitors = useVisitors(site);

test('every address has its row', () => {
  const addresses = [...publicPaths, ...appPaths];
  expect(addresses.filter((path) => !visits.some(([address]) => address === path))).toEqual([]);
});

// An error in the console, or a request to any other site, fails these by itself (see useSite).
test.each(visits)(
  '%s seen by %s: no barrier in either theme, nothing wider than the screen',
  async (address, who, ready) => {
    const visitor = who === undefined ? undefined : visitors[who];
    const page = await site.open(visitor?.remembers ? paths.schedule : address, {
      as: visitor,
      colorScheme: 'light',
      expected: [
        /status of 401.*\/api\/score/,
        /status of 404.*\/api\/resume-book\/shared/,
        /status of 404.*\/nowhere$/,
        /ERR_INTERNET_DISCONNECTED/,
      ],
    });
    if (visitor?.remembers) {
      await storeMemories(page, visitor);
      await page.goto(address);
    }
    await page.locator(ready).first().waitFor();
    const name = `page${address.replaceAll('/', '-')}-${who ?? 'visitor'}`;
    expect(await inspectScreens(page, name)).toEqual(nothingWrong);

    // The public pages are the same without a network, and the audience's screen shows the slide alone: they have no pill.
    if (publicPaths.includes(address) || address === paths.showScreen) return;
    await page.context().setOffline(true);
    const pill = page.locator('header').getByText('Offline', { exact: true });
    await pill.waitFor();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await listCovered(pill)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);

test('search results end where their list ends, at every width', async () => {
  const page = await site.open(paths.dashboard, { as: visitors.organizer });
  await page.getByLabel('Describe who you are looking for').fill('computer science majors');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const results = page.getByRole('region', { name: 'Search results' });
  await results.getByRole('listitem').nth(5).waitFor();
  expect(await inspectScreens(page, 'page-search-results')).toEqual(nothingWrong);
});
