import { beforeAll, expect, test } from 'vitest';
import { getButton, listCovered } from './page.ts';
import { useOrganizer, useSite } from './site.ts';
import { rows } from './work-lists.ts';

const site = useSite();
const organizer = useOrganizer(site);
const desk = { width: 1280, height: 800 };
beforeAll(() => site.command('seed', '--applicants', '20'));

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
