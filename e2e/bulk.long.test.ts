import { expect, test } from 'vitest';
import { findAccessibilityProblems, findOverflow } from './accessibility.ts';
import { createApproved } from './check-in-people.ts';
import { getButton } from './page.ts';
import { useSite } from './site.ts';

const site = useSite();

test('who is selected is named and counted, then given to a reviewer or written to', async () => {
  const grace = await site.person({ name: 'Grace Hopper', role: 'admin' });
  await site.person({ name: 'Rita Levi', role: 'application-reviewer' });
  for (const name of ['Ada Lovelace', 'Mary Jackson', 'Hedy Lamarr']) await createApproved(site, name);
  const page = await site.open('/dashboard', { as: grace });
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  for (const name of ['Ada Lovelace', 'Mary Jackson'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await getButton(bar, 'Set reviewer').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Who reviews 2 applications?').waitFor();
  await dialog.getByText('Ada Lovelace and Mary Jackson will be in their share').waitFor();
  await dialog.getByLabel('Reviewer').selectOption('Rita Levi');
  await getButton(dialog, 'Set reviewer').click();
  await page
    .getByText('0 applications given. 2 were left: already decided, or rated by the reviewer.')
    .waitFor();
  await getButton(bar, 'Message these').click();
  await page.getByText('Recipients: 2 selected people').waitFor();
  await page.getByLabel('Subject').fill('Your bus');
  await page.getByLabel('Text').fill('Hello {name}, it leaves at six.');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflow(page)).toEqual([]);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await getButton(page, 'Send announcement').click();
  await dialog.getByText('Ada Lovelace and Mary Jackson: on their pages in a minute').waitFor();
  await dialog.getByText('It goes to 2 people').waitFor();
  await getButton(dialog, 'Send announcement').click();
  await page.getByText('2 selected people').last().waitFor();
});

test('a note mentions a colleague, who finds it on Home and has read it then', async () => {
  const rita = await site.person({ name: 'Rita Mayer', role: 'application-reviewer' });
  const hal = await site.person({ name: 'Hal Finney', role: 'admin' });
  await createApproved(site, 'Grete Hermann');
  const page = await site.open('/dashboard', { as: hal });
  await page.getByRole('button', { name: /^Grete Hermann/ }).click();
  await page.getByLabel('Add a note').fill('Please look at this,');
  await page.getByLabel('Add a note').pressSequentially(' @ri');
  await page.getByRole('button', { name: '@Rita Mayer' }).click();
  await page.goto('/home');
  await page.goBack();
  await expect.poll(() => page.getByLabel('Add a note').inputValue()).toContain('@Rita Mayer');
  await getButton(page, 'Add note').click();
  await page.getByText('Please look at this, @Rita Mayer').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  const desk = await site.open('/home', { as: rita });
  await desk.getByRole('link', { name: /Hal Finney mentions you/ }).click();
  await desk.getByText('Please look at this, @Rita Mayer').waitFor();
  await desk.goto('/home');
  await desk.getByText('to review').or(desk.getByText('Nothing')).first().waitFor();
  expect(await desk.getByText('mentions you').count()).toBe(0);
});
