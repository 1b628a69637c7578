import { expect, test } from 'vitest';
import { texts } from '../contract/texts.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import {
  createPdfFile,
  createPictureFile,
  fillText,
  getSubmitButton,
  goToFiles,
  openForm,
  waitForStep,
} from './applicants.ts';
import type { Page } from './browser.ts';
import { listDraftKeys } from './drafts.ts';
import { detail, useSite } from './site.ts';

const site = useSite();
const alertOf = (page: Page) => page.getByRole('alert');

function submissions(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}

test('visitors go to the landing page, organizers and those who have applied to their dashboard', async () => {
  const visitor = await site.open('/apply');
  await visitor.waitForURL(`${site.url}/`);
  await visitor.getByText('The page that you opened is for people who are signed in.').waitFor();
  await visitor.reload();
  await visitor.getByRole('heading', { name: 'FAQ' }).waitFor();
  expect(await visitor.getByRole('link', { name: 'Sign in to open it' }).count()).toBe(0);
  await visitor.goto('/apply');
  await visitor.getByRole('link', { name: 'Sign in to open it' }).click();
  await visitor.waitForURL('**/sign-in?returnTo=%2Fapply');

  const organizer = await site.open('/apply', { as: await site.person({ role: 'admin' }) });
  await organizer.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  expect(new URL(organizer.url()).pathname).toBe('/dashboard');

  const ada = await site.person();
  const body = new FormData();
  for (const [name, value] of Object.entries({
    major: 'Mathematics',
    dietaryRestrictions: 'vegan',
    tShirtSize: 'M',
    whyJoin: 'To build.',
    track: 'Hacker Track',
    teamPreference: 'solo',
  }))
    body.append(name, value);
  body.append('resume', new File([new Uint8Array(createPdfFile().buffer)], 'resume.pdf'));
  expect((await ada.call('POST', '/applications', body)).status).toBe(201);
  const applied = await site.open('/apply', { as: ada });
  await applied.getByText('Application Pending').waitFor();
  expect(new URL(applied.url()).pathname).toBe('/dashboard');
});

test('says what is missing, leads there, and sends nothing', async () => {
  const page = await openForm(site, await site.person());
  const sent = submissions(page);
  await getSubmitButton(page).click();
  await alertOf(page).waitFor();
  expect(await alertOf(page).locator('p').first().textContent()).toBe(
    'Please fill in all required fields: Major / field of study, T-shirt size, Dietary restrictions, Why do you want to join?, Track, Team preference',
  );
  expect(await alertOf(page).locator('p').nth(1).textContent()).toBe('Please upload your resume');
  expect(await alertOf(page).evaluate((box) => box === document.activeElement)).toBe(true);
  for (const label of ['Major / field of study', 'Why do you want to join?', 'Resume'])
    expect(await page.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
  for (const name of ['T-shirt size', 'Dietary restrictions', 'Track', 'Team preference'])
    expect(await page.getByRole('radiogroup', { name }).getAttribute('aria-invalid')).toBe('true');

  await alertOf(page).getByRole('link', { name: 'Track' }).click();
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name))
    .toBe('track');

  await fillText(page);
  await page.getByLabel('Other').check();
  await page.getByRole('radio', { name: 'Create a team' }).check();
  await page.getByRole('radio', { name: 'Startup Track' }).check();
  await getSubmitButton(page).click();
  await expect
    .poll(() => alertOf(page).locator('p').allTextContents())
    .toEqual([
      'Please specify your dietary restrictions',
      'Please enter a team name',
      'Please upload your resume',
      'Please upload your pitch deck for Startup Track',
    ]);
  await page.getByRole('radio', { name: 'Looking for a team' }).check();
  await page.getByText('The leader sees your name, email and track, not your application.').waitFor();
  const startup = page.getByRole('radio', { name: 'Startup Track' });
  expect(await startup.evaluate((choice) => choice.parentElement?.textContent)).toContain(
    'asks for a pitch deck',
  );
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  await getSubmitButton(page).click();
  await expect
    .poll(() => alertOf(page).locator('p').allTextContents())
    .toEqual([
      'Please specify your dietary restrictions',
      'Please select a team to join',
      'Please upload your resume',
    ]);
  expect(sent).toEqual([]);
});

detail('checks files when they are chosen', async () => {
  const page = await openForm(site, await site.person());
  const sent = submissions(page);
  await page.getByRole('radio', { name: 'Startup Track' }).check();
  for (const [label, notPdf, tooLarge] of [
    ['Resume', 'Please upload a PDF file for your resume', 'Resume file size must be less than 1MB'],
    [
      'Pitch deck',
      'Please upload a PDF file for your pitch deck',
      'Pitch deck file size must be less than 1MB',
    ],
  ] as const) {
    await page.getByLabel(label).setInputFiles(createPictureFile);
    await page.getByText(notPdf).waitFor();
    await page.getByLabel(label).setInputFiles(createPdfFile(1_048_576));
    await page.getByText(tooLarge).waitFor();
    await page.getByText(/\(1\.0 MB\) was not accepted\. Save it with smaller pictures/).waitFor();
    expect(await page.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel(label).setInputFiles(createPdfFile(1_048_575));
    await page.getByText(tooLarge).waitFor({ state: 'detached' });
    // A file that cannot be taken leaves the one that could in its place.
    await page.getByLabel(label).setInputFiles(createPictureFile);
    await page.getByText(notPdf).waitFor();
  }
  // For each field: the accepted file and the refused one.
  expect(await page.getByText('resume.pdf').count()).toBe(4);
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  await expect.poll(() => page.getByLabel('Pitch deck').count()).toBe(0);
  expect(sent).toEqual([]);
});

test('keeps a draft with its files through a reload, and forgets it on request', async () => {
  const page = await openForm(site, await site.person());
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(createPdfFile());
  await page.getByText(/^Draft saved on this device \d+:\d\d [AP]M$/).waitFor();
  await page.reload();
  await page.getByText(/^Your draft was saved /).waitFor();
  expect(await page.getByLabel('Major / field of study').inputValue()).toBe('Mathematics');
  expect(await page.getByLabel('Why do you want to join?').inputValue()).toBe(
    'To build the analytical engine.',
  );
  for (const name of ['M', 'Vegan', 'Hacker Track', 'Solo'])
    expect(await page.getByRole('radio', { name, exact: true }).isChecked()).toBe(true);
  await page.getByText('resume.pdf').waitFor();

  // What was typed a moment before the page went away is there as well.
  await page.getByLabel('Major / field of study').fill('Music');
  await page.reload();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => page.getByLabel('Major / field of study').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.getByLabel('Major / field of study').inputValue()).toBe('Music');
  await page.getByText('resume.pdf').waitFor();
  await page.getByText(/^Draft saved/).waitFor();
  await page.reload();
  await page.getByText('resume.pdf').waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => page.getByText('resume.pdf').count()).toBe(0);
  await expect.poll(() => listDraftKeys(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: /^Apply to/ }).waitFor();
  expect(await page.getByText(/^Your draft was saved/).count()).toBe(0);
});

detail('says that registration is closed where it is enforced', async () => {
  const page = await site.open('/sign-in', { as: await site.person() });
  await page.route('**/api/event', async (route) => {
    const answer = await route.fetch();
    const event = await answer.json();
    await route.fulfill({
      json: { ...event, registration: { ...event.registration, enforce: true, open: false } },
    });
  });
  await page.goto('/apply');
  await page.getByText('This event no longer takes applications.').waitFor();
  expect(await getSubmitButton(page).count()).toBe(0);
});

test('a phone shows one part at a time, and the keyboard gets through all of them', async () => {
  const ada = await site.person();
  const page = await openForm(site, ada, { viewport: { width: 390, height: 844 } });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.getByLabel('Major / field of study').focus();
  await page.keyboard.type('Music');
  await press('Tab', 'Space', 'Tab', 'Space', 'Tab', 'Enter');
  await waitForStep(page, 'Why');
  expect(await heading('You').count()).toBe(0);
  await press('Tab');
  await page.keyboard.type('To play.');
  await press('Tab', 'Space', 'Tab', 'Tab', 'Enter');
  await waitForStep(page, 'Team');
  await press('Tab', 'Space', 'Tab', 'Tab', 'Enter');
  await waitForStep(page, 'Files & review');
  expect(await page.locator('dl').innerText()).toContain('To play.');
  // From the review, Change leads to the field, and from there back to the review.
  await page.getByText('Step 4 of 4 · 3 done').waitFor();
  await page.getByRole('button', { name: 'Change Why do you want to join?' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('apply-whyJoin');
  await page.keyboard.type('And to sing.');
  await page.getByRole('button', { name: 'Back to review' }).click();
  await waitForStep(page, 'Files & review');
  expect(await page.locator('dl').innerText()).toContain('And to sing.');
  await page.getByLabel('Resume').setInputFiles(createPdfFile());
  await getSubmitButton(page).focus();
  await press('Enter');
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor();
});

detail.each([390, 1280])('the form is accessible at %i in both themes', async (width) => {
  const page = await openForm(site, await site.person(), { viewport: { width, height: 900 } });
  const expectNoProblems = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findAccessibilityProblems(page, { within: 'main' })).toEqual([]);
    }
  };
  await expectNoProblems();
  if (width < 768) await goToFiles(page);
  await getSubmitButton(page).click();
  await alertOf(page).waitFor();
  await expectNoProblems();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

detail(
  'on a phone Back and a reload stay in the form, and an error link leaves the button in reach',
  async () => {
    const page = await openForm(site, await site.person(), { viewport: { width: 390, height: 844 } });
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    const next = page.getByRole('button', { name: 'Next' });
    const major = page.getByLabel('Major / field of study');
    await major.fill('Music');
    // Next does not pass what is empty: it leads there.
    await next.click();
    await page.getByText('Please choose one').first().waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('tShirtSize');
    expect(await heading('Why').count()).toBe(0);
    // What was wrong is right as soon as it is.
    const chooseOne = page.getByText('Please choose one');
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    await expect.poll(() => chooseOne.count()).toBe(1);
    await page.getByRole('radio', { name: 'Vegan' }).check();
    await expect.poll(() => chooseOne.count()).toBe(0);
    await next.click();
    await heading('Why').waitFor();
    await next.click();
    const fillIn = page.getByText('Please fill this in');
    await fillIn.waitFor();
    await alertOf(page)
      .getByText('Please fill in all required fields: Why do you want to join?, Track')
      .waitFor();
    await page.getByLabel('Why do you want to join?').fill('To play.');
    await fillIn.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Hacker Track', exact: true }).check();
    await next.click();
    await heading('Team').waitFor();
    // What Next has found there does not follow to a step without mistakes.
    await next.click();
    await alertOf(page).getByText('Team preference').waitFor();
    await page.goBack();
    await heading('Why').waitFor();
    expect(await alertOf(page).count()).toBe(0);
    await page.getByText(/^Draft saved/).waitFor();
    await page.reload();
    await heading('Why').waitFor();
    await page.goBack();
    await heading('You').waitFor();
    expect(await major.inputValue()).toBe('Music');
    const notice = page.getByText(/^Your draft was saved/);
    await notice.waitFor();
    await next.click();
    // Going on means continuing the draft.
    await notice.waitFor({ state: 'detached' });
    await next.click();
    await page.getByRole('radio', { name: 'Solo', exact: true }).check();
    await next.click();
    await getSubmitButton(page).click();
    await alertOf(page).getByRole('link', { name: 'Please upload your resume' }).waitFor();
    for (const part of ['Team', 'Why', 'You']) {
      await page.getByRole('button', { name: 'Back' }).click();
      await waitForStep(page, part);
    }
    await major.fill('');
    // It moves the button that is pressed next.
    await page.getByText('Please fill this in').waitFor();
    await getSubmitButton(page).click();
    await alertOf(page).getByRole('link', { name: 'Major / field of study' }).click();
    await expect.poll(() => major.evaluate((field) => field === document.activeElement)).toBe(true);
    await major.fill('Music');
    await alertOf(page).getByRole('link', { name: 'Major / field of study' }).waitFor({ state: 'detached' });
  },
);

detail('a long file name widens nothing', async () => {
  const page = await openForm(site, await site.person(), { viewport: { width: 320, height: 640 } });
  await goToFiles(page);
  await page.getByLabel('Resume').setInputFiles(createPdfFile(undefined, `${'a'.repeat(100)}.pdf`));
  await page.getByText(/^a{100}\.pdf$/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

detail('Enter in a field sends nothing', async () => {
  const page = await openForm(site, await site.person());
  await page.getByLabel('Major / field of study').fill('Music');
  await page.getByLabel('Major / field of study').press('Escape');
  await page.getByLabel('Major / field of study').press('Enter');
  await page.getByText(/^Draft saved/).waitFor();
  expect(await page.getByText(texts.apply.missing).count()).toBe(0);
  await page.getByRole('button', { name: 'Submit application' }).click();
  await page.getByText(texts.apply.missing).first().waitFor();
});
