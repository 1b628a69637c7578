import { expect, test } from 'vitest';
import { createPdfFile, getSubmitButton } from './applicants.ts';
import { getButton } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { announced, useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);

test('a question that depends on another is set up, previewed, and asked only of those whom it concerns', async () => {
  const page = await site.open('/settings?section=form', { as: organizer });
  await page.getByText('Major / field of study, T-shirt size, Dietary restrictions').waitFor();
  await page.getByLabel('T-shirt sizes').fill('Fitted M\nStraight M');
  await getButton(page, 'Add question').click();
  await page.getByLabel('Question', { exact: true }).fill('How do you come?');
  await page.getByLabel('Answer', { exact: true }).selectOption('One of several');
  await page.getByLabel('Choices', { exact: true }).fill('By bus\nBy car');
  await page.getByLabel('With “Other…”, and a field for their own words').check();
  await getButton(page, 'Add question').click();
  // A new question is open, and typed at once.
  await page.locator('details').filter({ hasText: 'New question' }).waitFor();
  await page.keyboard.type('Which stop?');
  const stop = page.locator('details').filter({ hasText: 'Which stop?' });
  await stop.getByText('Seen also by').waitFor();
  await stop.getByLabel('Answer', { exact: true }).selectOption('File (PDF or picture)');
  await stop.getByText('Seen also by').waitFor({ state: 'detached' });
  await stop.getByLabel('Answer', { exact: true }).selectOption('One line');
  await stop.getByLabel('Required').check();
  await stop.getByLabel('Ask only after certain answers to another question').check();
  const earlier = stop.getByLabel('Earlier question');
  await stop.getByLabel('Answer', { exact: true }).selectOption('One of several');
  expect(await earlier.locator('option').allTextContents()).toEqual(['None', 'How do you come?']);
  await stop.getByLabel('Answer', { exact: true }).selectOption('One line');
  await earlier.selectOption('How do you come?');
  await stop.getByLabel('By bus').check();
  await getButton(page, 'Preview the form').click();
  const preview = page.getByRole('dialog', { name: 'The form as applicants see it' });
  await preview.getByText('Fitted M').waitFor();
  await preview.getByRole('radio', { name: 'By car' }).check();
  expect(await preview.getByLabel('Which stop?').count()).toBe(0);
  await preview.getByRole('radio', { name: 'By bus' }).check();
  await preview.getByLabel('Which stop?').waitFor();
  expect(await inspectScreens(page, 'form-preview')).toMatchObject(nothingWrong);
  await page.keyboard.press('Escape');
  expect(await inspectScreens(page, 'form-settings')).toMatchObject(nothingWrong);
  await getButton(page, 'Save').click();
  await page.getByText('Saved. The change is live.').waitFor();

  const ada = await site.person({ name: 'Ada Lovelace' });
  const form = await site.open('/apply', { as: ada });
  await form.getByLabel('Major / field of study').fill('Biology');
  await form.getByRole('radio', { name: 'Straight M' }).check();
  await form.getByRole('radio', { name: 'Other', exact: true }).check();
  await form.getByLabel('What should the kitchen know?').fill('no nuts');
  await form.getByLabel('Why do you want to join?').fill('To build');
  await form.getByRole('radio', { name: 'Hacker Track' }).check();
  await form.getByRole('radio', { name: 'Solo' }).check();
  await form.getByLabel('Resume', { exact: true }).setInputFiles(createPdfFile());
  await form.getByRole('radio', { name: 'By bus' }).check();
  await getSubmitButton(form).click();
  await form.getByRole('alert').getByRole('link', { name: 'Which stop?' }).waitFor();
  await form.getByRole('radio', { name: 'Other…' }).check();
  await form.getByLabel('In your own words').fill('By river');
  await form.getByLabel('Which stop?').waitFor({ state: 'detached' });
  expect(await inspectScreens(form, 'form-other')).toMatchObject(nothingWrong);
  await getSubmitButton(form).click();
  await form.getByRole('heading', { name: 'Application submitted' }).waitFor();
  const { data } = await (await ada.call('GET', '/applications/me')).json();
  expect(data).toMatchObject({ tShirtSize: 'Straight M', answers: [{ value: 'By river' }] });
  await form.goto('/dashboard');
  await getButton(form, 'Change answers').click();
  expect(await form.getByLabel('In your own words').inputValue()).toBe('By river');

  // Organizers read the words, not what is stored.
  const list = await site.open('/dashboard', { as: organizer });
  await getButton(list, /^Ada Lovelace/).click();
  await list.getByRole('article', { name: 'Ada Lovelace' }).getByText('no nuts', { exact: true }).waitFor();
  await list.getByText('By river', { exact: true }).waitFor();

  // On a phone the log breaks no word.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/log');
  const row = page.getByRole('row').filter({ hasText: 'changed the settings' }).first();
  await row.waitFor();
  const lines = await row
    .getByText('changed the settings', { exact: true })
    .evaluate((element) => element.getClientRects().length);
  expect(lines).toBe(1);
});

test('a schedule is pasted from a sheet, looked at, and added once', async () => {
  const page = await site.open('/settings', { as: organizer });
  await getButton(page, 'Paste a schedule').click();
  const text = 'Saturday\t16:00-16:30\tOwl yoga\tLawn\nSunday\n9:15 AM Owl pancakes @ Kitchen\nSee you there';
  await page.getByLabel('What you copied').fill(text);
  await page.getByText('2 new rows').waitFor();
  await page.getByText('See you there', { exact: true }).waitFor();
  expect(await inspectScreens(page, 'paste-schedule')).toMatchObject(nothingWrong);
  await getButton(page, 'Add 2 rows').click();
  await page.getByText('Saved. The change is live.').waitFor();
  await getButton(page, /Owl pancakes · Kitchen/).waitFor();
  await getButton(page, 'Paste a schedule').click();
  await page.getByLabel('What you copied').fill(text);
  await page.getByText('0 new rows, 2 already there').waitFor();
  const readSchedule = async () => (await fetch(`${site.url}/schedule`)).text();
  expect(await readSchedule()).toContain('Owl yoga');
  expect(await readSchedule()).toMatch(/karaoke/i);
  await page.getByLabel(/^Remove the \d+ current rows$/).check();
  await page.getByText('2 new rows').waitFor();
  await getButton(page, 'Add 2 rows').click();
  await expect.poll(readSchedule, announced).not.toMatch(/karaoke/i);
  expect(await readSchedule()).toContain('Owl pancakes');
});
