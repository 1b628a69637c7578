import { expect, test } from 'vitest';
import { createApplicants } from './applicants.ts';
import { useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);

test('of 10,000 applications only those in sight are in the page, and any of them can be jumped to', async () => {
  await createApplicants(site, 10_000);
  const page = await site.open('/dashboard', { as: organizer });
  const list = page.getByRole('region', { name: 'Applications', exact: true });
  const row = (name: string) => list.getByRole('button', { name: new RegExp(`^${name} Hacker`) });
  await page.getByText('10,000 applications').waitFor();
  await row('Person 10000').waitFor();
  const most = await list.evaluate(async (box) => {
    let rows = 0;
    for (let step = 0; step < 60; step += 1) {
      box.scrollTop = step * 500;
      await new Promise(requestAnimationFrame);
      rows = Math.max(rows, box.querySelectorAll('li').length);
    }
    box.scrollTop = box.scrollHeight / 2;
    return rows;
  });
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThan(80);
  await row('Person 5000').waitFor();
  await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await row('Person 1').waitFor();
});
