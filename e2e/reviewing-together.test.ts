import { expect, test } from 'vitest';
import { createApplicants } from './applicants.ts';
import { getButton } from './page.ts';
import { useSite } from './site.ts';

const site = useSite();

test('blind review hides who applied until one has rated', async () => {
  await createApplicants(site, 20);
  const ida = await site.person({ name: 'Ida Rhodes', role: 'admin' });
  const page = await site.open('/dashboard?q=mathematics&sort=oldest', {
    as: ida,
    viewport: { width: 1280, height: 800 },
  });
  await getButton(page, 'Review together').click();
  await page.getByRole('button', { name: /^Person 1 / }).waitFor();
  const blind = page.getByLabel('Blind review');
  const question = page.getByRole('alertdialog');
  await blind.click();
  await question.getByText(/^Every organizer, you included, stops seeing who applied/).waitFor();
  await getButton(question, 'Cancel').click();
  expect(await blind.isChecked()).toBe(false);
  await page.getByRole('button', { name: /^Person 1 / }).waitFor();
  await blind.click();
  await getButton(question, 'Make review blind').click();
  const first = page
    .getByRole('region', { name: 'Applications', exact: true })
    .getByRole('listitem')
    .first()
    .getByRole('button');
  await expect.poll(() => first.textContent()).toMatch(/^Applicant [0-9A-F]{6}/);
  await first.click();
  await page.getByText(/^Review is blind/).waitFor();
  expect(await page.getByText('Person 1', { exact: true }).count()).toBe(0);
  await page.getByText('Hidden until you rate').waitFor();
  expect(await page.getByRole('link', { name: 'View as this person' }).count()).toBe(0);
  await page.getByRole('radio', { name: '5', exact: true }).check();
  await page.getByLabel('Note for organizers').fill('Half a thought');
  await page.getByText('Not saved yet.').waitFor();
  // Neither the next application nor a reload takes away what was not saved.
  await page.getByLabel('Note for organizers').blur();
  await page.keyboard.press('j');
  await expect.poll(() => page.getByLabel('Note for organizers').inputValue()).toBe('');
  await page.reload();
  await first.click();
  await expect.poll(() => page.getByLabel('Note for organizers').inputValue()).toBe('Half a thought');
  expect(await page.getByRole('radio', { name: '5', exact: true }).isChecked()).toBe(true);
  await getButton(page, 'Save review').click();
  await page.getByRole('heading', { name: 'Person 1', exact: true }).waitFor();
  await page.getByText('Not saved yet.').waitFor({ state: 'detached' });
  await page.getByText('While review is blind, a saved rating cannot be changed.').waitFor();
  expect(await page.getByRole('radio', { name: '4', exact: true }).isDisabled()).toBe(true);
  await blind.click();
  await question.getByText(/^Every organizer will see who applied/).waitFor();
  await getButton(question, 'Show everything').click();
  await page.getByRole('button', { name: /^Person 2 / }).waitFor();
});
