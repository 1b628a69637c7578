import { expect, test } from 'vitest';
import { createPdfFile, fillText, getSubmitButton, openForm } from './applicants.ts';
import { listDraftKeys } from './drafts.ts';
import { announced, useSite } from './site.ts';

const site = useSite();

test('what was typed a moment before the page is left is in the draft, each time', async () => {
  const page = await openForm(site, await site.person());
  const major = page.getByLabel('Major / field of study');
  const openAgain = async () => {
    await page.getByRole('link', { name: /^(Apply now|Finish your application)$/ }).click();
    await major.waitFor();
    // It goes to the first answer that is missing, and would take what is typed there.
    await page.waitForTimeout(500);
  };
  await page.goto('/dashboard');
  await openAgain();
  for (const pause of [0, 0, 100, 400, 700, 790, 0, 50]) {
    const text = `Music ${pause} ${crypto.randomUUID()}`;
    await major.pressSequentially(text.slice(0, 14));
    await major.fill(text);
    await page.waitForTimeout(pause);
    await page.goBack();
    await openAgain();
    expect(await major.inputValue()).toBe(text);
  }
  // Another document, by its address and by Back.
  await page.goto('/schedule');
  for (const pause of [0, 0, 100, 400, 700, 790, 0, 50]) {
    await page.goto('/apply');
    const text = `Physics ${pause} ${crypto.randomUUID()}`;
    await major.fill(text);
    await page.waitForTimeout(pause);
    await page.goBack();
    await page.goto('/apply');
    await major.waitFor();
    expect(await major.inputValue()).toBe(text);
    await page.goBack();
  }
});

test('what was typed is in the draft when a phone ends a page that is out of sight; a file when it was chosen', async () => {
  const page = await openForm(site, await site.person());
  await page.evaluate(() => {
    // The pause after the last change never ends, and the page ends without saying so.
    const start = setTimeout;
    Object.assign(globalThis, { setTimeout: (run: () => void, ms = 0) => (ms === 800 ? 0 : start(run, ms)) });
    addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await page.getByLabel('Resume').setInputFiles(createPdfFile());
  await page.getByText(/^Draft saved/).waitFor();
  const major = page.getByLabel('Major / field of study');
  await major.fill('Music');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByText(/^Draft saved/).waitFor();
  await page.goto('/schedule');
  await page.goto('/apply');
  await major.waitFor();
  expect(await major.inputValue()).toBe('Music');
  await page.getByText('resume.pdf').waitFor();
});

test('a form that was filled after applying elsewhere says which application counts, and is kept until deleted', async () => {
  const ada = await site.person({ name: 'Ada Lovelace' });
  const [page, dashboard, phone] = [
    await openForm(site, ada, { expected: [/status of 409/] }),
    await site.open('/dashboard', { as: ada }),
    await openForm(site, ada, { viewport: { width: 390, height: 844 } }),
  ];
  await dashboard.getByText('You have not applied yet.').waitFor();
  // On a phone that has the form open as well, nothing was entered.
  const first = await openForm(site, ada);
  await fillText(first);
  await first.getByRole('radio', { name: 'Create a team' }).check();
  await first.getByLabel('Team name').fill('Night Owls');
  await first.getByLabel('Resume').setInputFiles(createPdfFile());
  await fillText(page);
  await page.getByLabel('Major / field of study').fill('Music');
  await page.getByLabel('Resume').setInputFiles(createPdfFile());
  await getSubmitButton(first).click();
  await first.getByRole('heading', { name: 'Application submitted' }).waitFor();
  // An open dashboard has the team without a reload.
  await dashboard.getByText('Night Owls').first().waitFor(announced);

  await getSubmitButton(page).click();
  const notice = page.getByText(/^You have already applied: your application of .+ counts\./);
  await notice.waitFor();
  expect(await getSubmitButton(page).count()).toBe(0);
  expect(await page.getByLabel('Major / field of study').inputValue()).toBe('Music');
  await page.reload();
  await notice.waitFor();
  expect(await page.getByLabel('Major / field of study').inputValue()).toBe('Music');
  await page.getByText('resume.pdf').waitFor();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await page.getByText('Night Owls').first().waitFor();
  await page.goBack();
  await notice.waitFor();
  await page.getByRole('link', { name: 'Delete this draft' }).click();
  await page.getByText('Night Owls').first().waitFor();
  await expect.poll(() => listDraftKeys(page)).toEqual([]);
  await page.goBack();
  await page.waitForURL('**/dashboard');

  await phone.getByLabel('Major / field of study').fill('M');
  await phone.getByLabel('Major / field of study').fill('');
  await phone.reload();
  await phone.waitForURL('**/dashboard');
  await phone.getByText('Night Owls').first().waitFor();
});
