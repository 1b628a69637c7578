import { expect, test } from 'vitest';
import { createApproved } from './check-in-people.ts';
import { useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);

// What a page needs at once cannot be replaced, but the page says so and offers a reload.
test('each script of each page is refused once, and no page is empty', async () => {
  const ada = await createApproved(site, 'Ada Lovelace');
  const expected = [/ERR_FAILED|Failed to fetch|Failed to load/];
  for (const [address, as] of [
    ['/sign-in', undefined],
    ['/dashboard', ada],
    ['/check-in', organizer],
    ['/judge', undefined],
  ] as const) {
    const page = await site.open(address, { ...(as && { as }), expected });
    const use = async () => {
      const said = page.getByText(/still loading|could not be loaded/);
      await page.getByRole('heading').or(said).filter({ visible: true }).first().waitFor();
      await page.waitForLoadState('networkidle');
      // What the first tap loads.
      await page.mouse.click(5, 5);
      await page.waitForTimeout(200);
    };
    await use();
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((name) => name.endsWith('.js')),
    );
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of new Set(scripts)) {
      await page.route(`**${script}`, (route) => route.abort());
      await page.reload();
      await use();
      const text = await page.locator('main, #root').first().innerText();
      expect(text.trim(), `${address} without ${script}`).not.toBe('');
      await page.unroute(`**${script}`);
    }
  }
});
