import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createApproved } from './check-in-people.ts';
import { getButton } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { useOrganizer, useSite, withEvent } from './site.ts';

const site = useSite(
  withEvent({
    questions: [{ id: 'city', type: 'text', label: 'Your city', required: false }],
  }),
);
const organizer = useOrganizer(site);

test('the list is filtered by size and by an answer, and its columns are chosen for the table and the export', async () => {
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
  await getButton(page, 'Columns').click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByLabel('T-shirt', { exact: true }).check();
  await dialog.getByLabel('Applied', { exact: true }).uncheck();
  expect(await inspectScreens(page, 'columns')).toMatchObject(nothingWrong);
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByText('T-shirt', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Applied', exact: true }).count()).toBe(0);
  expect(await inspectScreens(page, 'list-filters')).toMatchObject(nothingWrong);
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.getByLabel('Select Ben Lee').check();
  const download = page.waitForEvent('download');
  await page.getByRole('region', { name: 'Bulk actions' }).getByRole('button', { name: /CSV/ }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n')[0]).toContain('"T-shirt"');
  expect(csv).toContain('Mesa');
  expect(csv).not.toContain('"Applied"');
});
