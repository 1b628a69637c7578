import { expect, test } from 'vitest';
import { createApproved } from './check-in-people.ts';
import { getButton } from './page.ts';
import { useOrganizer, useSite, withEvent } from './site.ts';

const site = useSite(
  withEvent({
    questions: [{ id: 'city', type: 'text', label: 'Your city', required: false }],
  }),
);
const organizer = useOrganizer(site);

test('the list is filtered by an answer, which its address says', async () => {
  const ada = await createApproved(site, 'Ada Lovelace');
  const ben = await createApproved(site, 'Ben Lee');
  for (const [who, city] of [
    [ada, 'Tempe'],
    [ben, 'Mesa'],
  ] as const)
    await who.call('PUT', '/applications/answers', { answers: { city } });
  const page = await site.open('/dashboard', { as: organizer, viewport: { width: 1400, height: 900 } });
  await page.getByText('2 applications').waitFor();
  await getButton(page, 'Table').click();
  await getButton(page, 'Filter the list').click();
  await page.getByLabel('Filter by an answer').selectOption('Your city');
  await page.getByRole('searchbox', { name: 'Your city' }).fill('mesa');
  await page.keyboard.press('Enter');
  await page.getByText('1 application', { exact: true }).waitFor();
  await page.getByText('Ben Lee', { exact: true }).first().waitFor();
  expect(page.url()).toContain('answers=city%3Dmesa');
});
