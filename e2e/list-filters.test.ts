import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createApproved } from './check-in-people.ts';
import { expectAccessible, getButton } from './page.ts';
import { useOrganizer, useSite, withEvent } from './site.ts';

const site = useSite(
  withEvent({
    questions: [
      { id: 'first-name', type: 'text', label: 'First name', required: false },
      { id: 'club', type: 'text', label: 'Your club', required: false },
      { id: 'city', type: 'text', label: 'Your city', required: false },
    ],
  }),
);
const organizer = useOrganizer(site);

test('the list is filtered by an answer, which its address says; its columns are chosen for it and its export', async () => {
  const ada = await createApproved(site, 'Ada Lovelace');
  const ben = await createApproved(site, 'Ben Lee');
  for (const [who, city] of [
    [ada, 'Tempe'],
    [ben, 'Mesa'],
  ] as const)
    await who.call('PUT', '/applications/answers', { answers: { city, 'first-name': 'Ada' } });
  const page = await site.open('/dashboard', { as: organizer, viewport: { width: 1400, height: 900 } });
  await page.getByText('2 applications').waitFor();
  await getButton(page, 'Table').click();
  // What nobody has answered, and what the name says already, takes no room.
  await page.getByTitle('Your city', { exact: true }).waitFor();
  for (const title of ['First name', 'Your club'])
    expect(await page.getByTitle(title, { exact: true }).count()).toBe(0);
  await getButton(page, 'Filter the list').click();
  await page.getByLabel('Filter by an answer').selectOption('Your city');
  await page.locator('label').filter({ hasText: 'Your city' }).waitFor();
  await page.getByRole('searchbox', { name: 'Your city' }).fill('mesa');
  await page.keyboard.press('Enter');
  await page.getByText('1 application', { exact: true }).waitFor();
  await page.getByText('Ben Lee', { exact: true }).first().waitFor();
  expect(page.url()).toContain('answers=city%3Dmesa');

  const heads = page.getByTitle('Major', { exact: true });
  expect(await heads.count()).toBe(0);
  await getButton(page, 'Columns').click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByLabel('Major').check();
  await columns.getByLabel('Track').uncheck();
  for (const label of ['Coming', 'Resume', 'At Entrance', 'Ratings'])
    await columns.getByLabel(label, { exact: true }).check();
  await expectAccessible(page, { dialog: true });
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByText('1 application', { exact: true }).waitFor();
  await heads.waitFor();
  expect(await page.getByTitle('Track', { exact: true }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Select Ben Lee' }).check();
  const download = page.waitForEvent('download');
  await getButton(page, 'Export CSV').click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\n');
  expect(lines[0]).toMatch(/^\uFEFF"?Name"?,.*Your city/);
  expect(lines[0]).toContain('Major');
  expect(lines[0]).not.toContain('Track');
  expect(lines[0]).toMatch(/Coming.*Resume.*At Entrance.*Ratings/);
  expect(lines[1]).toContain('Mesa');
});
