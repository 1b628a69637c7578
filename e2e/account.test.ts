import { expect, test } from 'vitest';
import { createGeneratedPdf, createPdf } from '../server/testing/pdf.ts';
import { createApplicant, createPdfFile, getApplicationOf } from './applicants.ts';
import type { Page } from './browser.ts';
import { getToast } from './page.ts';
import { detail, useSite } from './site.ts';
import { countStoredHelpRequests, storeHelpRequest } from './stored-help-request.ts';

const site = useSite();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

detail('the menu and the dashboard lead to the account', async () => {
  const page = await site.open('/dashboard', { as: await createApplicant(site, { name: 'Ada Lovelace' }) });
  await button(page, 'Menu of Ada Lovelace').click();
  const link = page.locator('#account-menu').getByRole('link', { name: 'Your account' });
  await link.click();
  await page.waitForURL('**/account');
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
  expect(await link.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Your account');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Change or withdraw your application' }).click();
  await page.waitForURL('**/account');
});

test('what is typed and not saved is there again after a look at another page', async () => {
  const page = await site.open('/account', { as: await createApplicant(site, { name: 'Ada Typing' }) });
  const why = page.getByLabel('Why do you want to join?');
  await why.fill('To build a loom.');
  await page.getByText('Not saved yet').waitFor();
  await page.getByRole('link', { name: 'dashboard' }).first().click();
  await page.getByText('Application Pending').waitFor();
  await getToast(page, 'What you typed is still there when you come back.').waitFor();
  await page.goBack();
  await expect.poll(() => why.inputValue()).toBe('To build a loom.');
  // Another document, and the page once more.
  await page.goto('/schedule');
  await page.goto('/account');
  await page.reload();
  await expect.poll(() => why.inputValue()).toBe('To build a loom.');
  await why.fill('  To build a loom.  ');
  await button(page, 'Save details').click();
  await page.getByText('Your details were saved').waitFor();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
});

test('name, T-shirt size, diet and resume are corrected', async () => {
  const ada = await createApplicant(site, { name: 'Ada Byron' });
  const page = await site.open('/account', { as: ada });
  await page.getByLabel('Full name').fill('  ');
  await button(page, 'Save name').click();
  await page.getByText('Please enter your name.').waitFor();
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await button(page, 'Save name').click();
  await page.getByText('Your name was saved').waitFor();
  await button(page, 'Menu of Ada Lovelace').waitFor();

  await page.getByRole('radio', { name: 'XL', exact: true }).check();
  await page.getByRole('radio', { name: 'Other' }).check();
  const detail = page.getByLabel('What should the kitchen know?');
  await detail.fill(' ');
  await button(page, 'Save details').click();
  await page.getByText('Please specify your dietary restrictions').waitFor();
  expect(await detail.evaluate((field) => field === document.activeElement)).toBe(true);
  await detail.fill('no nuts at all');
  await button(page, 'Save details').click();
  await page.getByText('Your details were saved').waitFor();

  const before = (await getApplicationOf(site, ada))?.resume_file_id;
  await button(page, 'Replace resume').click();
  await page.getByText('Please select a file to upload').waitFor();
  await page.getByLabel('New resume').setInputFiles({
    name: 'resume.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('no PDF'),
  });
  await page.getByText('Please upload a PDF file for your resume').waitFor();
  await page.getByLabel('New resume').setInputFiles(createPdfFile());
  await button(page, 'Replace resume').click();
  await page.getByText('Your resume was replaced').waitFor();
  const after = await getApplicationOf(site, ada);
  expect(after).toMatchObject({ t_shirt_size: 'XL', dietary_restrictions: 'other: no nuts at all' });
  expect(after?.resume_file_id).not.toBe(before);
  await page.goto('/dashboard');
  await page.getByText('no nuts at all').waitFor();
});

detail(
  'a resume that needs a password is refused, and one without text is stored with a word about it',
  async () => {
    const expected = [/status of 415/];
    const page = await site.open('/account', { as: await createApplicant(site), expected });
    const send = async (buffer: Buffer) => {
      await page.getByLabel('New resume').setInputFiles({ ...createPdfFile(), buffer });
      await button(page, 'Replace resume').click();
    };
    const unreadable = page.getByText('We could not read any text in it; organizers can open it,');
    await send(createGeneratedPdf('pdf-encrypted'));
    await page.getByText('Your resume needs a password to open. Open it, print or save it').waitFor();
    await send(createPdf({ text: [] }));
    await unreadable.waitFor();
    await page.goto('/dashboard');
    await unreadable.waitFor();
    await page.getByRole('link', { name: 'Replace it' }).click();
    await unreadable.waitFor();
    await send(createPdf());
    await unreadable.waitFor({ state: 'detached' });
  },
);

detail('a reviewed application shows what can no longer change, and nothing that does nothing', async () => {
  const approved = await site.open('/account', { as: await createApplicant(site, { status: 'approved' }) });
  await approved.getByText('Check-in also shows the name that was approved.').waitFor();
  await approved.getByText('A certificate shows only that one: if it has a typo, ask an organizer').waitFor();
  await approved.getByText(/can no longer be replaced/).waitFor();
  expect(await button(approved, 'Replace resume').count()).toBe(0);
  const rejected = await site.open('/account', { as: await createApplicant(site, { status: 'rejected' }) });
  await button(rejected, 'Delete account').waitFor();
  await rejected.getByText('T-shirt size').waitFor();
  for (const name of ['Save details', 'Replace resume', 'Withdraw application'])
    expect(await button(rejected, name).count()).toBe(0);
});

test('an application is withdrawn and restored, and the focus stays at its place', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/account', { as: ada, viewport: { width: 390, height: 844 } });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await button(page, 'Withdraw application').click();
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw your application?' });
  await button(page, 'Cancel').click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Withdraw application');
  await button(page, 'Withdraw application').click();
  await dialog.getByRole('button', { name: 'Withdraw application' }).click();
  await region(page, 'Your application is withdrawn').waitFor();
  await expect.poll(focused).toBe('Restore application');
  expect(await page.getByText('Your application', { exact: true }).count()).toBe(0);
  // Also once the browser has gone back over the dialog, on a page that is shorter now.
  await page.waitForFunction(() => !history.state?.layer);
  await page.waitForTimeout(300);
  const heading = await page.getByRole('heading', { name: 'Your application is withdrawn' }).boundingBox();
  expect(heading!.y).toBeGreaterThan(0);
  expect(heading!.y).toBeLessThan(844);

  await button(page, 'Restore application').click();
  await region(page, 'Withdraw your application').waitFor();
  await expect.poll(focused).toContain('Withdraw your application');
  await button(page, 'Withdraw application').click();
  await dialog.getByRole('button', { name: 'Withdraw application' }).click();
  await region(page, 'Your application is withdrawn').waitFor();

  await page.goto('/dashboard');
  await page.getByText('You have withdrawn your application.').waitFor();
  await button(page, 'Restore your application').click();
  await page.getByText('Application Approved').waitFor();
});

test('the export is downloaded; the deletion leaves nothing, here and there', async () => {
  const ada = await createApplicant(site, { name: 'Ada Lovelace' });
  const page = await site.open('/account', { as: ada, serviceWorkers: 'allow' });
  const download = page.waitForEvent('download');
  await button(page, 'Download your data').click();
  expect((await download).suggestedFilename()).toBe('about-me.zip');
  await storeHelpRequest(page, ada.id);
  await button(page, 'Delete account').click();
  await button(page, 'Cancel').click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete account');
  await button(page, 'Delete account').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByText('Your account is gone. Thank you.').waitFor();
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  expect(await getApplicationOf(site, ada)).toBeUndefined();
  expect(await page.evaluate(() => caches.has('private'))).toBe(false);
  expect(await countStoredHelpRequests(page)).toBe(0);
});

detail('after an old sign-in the deletion asks for a new one', async () => {
  const ada = await createApplicant(site);
  await site.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', ada.id)
    .execute();
  const page = await site.open('/account', { as: ada });
  await page.getByText('To build the analytical engine.').waitFor();
  await button(page, 'Delete account').click();
  await page.getByText('To delete your account, sign in again first').waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await button(page, 'Sign in again').click();
  await page.waitForURL('**/sign-in?returnTo=%2Faccount%3Fdelete');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(ada.email);
});

detail('without a network the account shows what it knows, and says that nothing can be saved', async () => {
  const ada = await createApplicant(site);
  const page = await site.open('/account', {
    as: ada,
    serviceWorkers: 'allow',
    expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/],
  });
  await button(page, 'Save details').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.context().setOffline(true);
  await page.getByText('You are offline. Changes can be saved once you are connected again.').waitFor();
  await page.getByRole('radio', { name: 'XL', exact: true }).check();
  await button(page, 'Save details').click();
  await page.getByText('The site cannot be reached. Check your connection.').waitFor();
  await page.context().setOffline(false);
  await button(page, 'Save details').click();
  await page.getByText('Your details were saved').waitFor();
});

detail('when the account cannot be loaded, the page says so and tries again', async () => {
  const page = await site.open('/schedule', { as: await createApplicant(site), expected: [/status of 500/] });
  const failure = { success: false, code: 'internal', message: 'x', requestId: 'r' };
  await page.route('**/api/users/me', (route) => route.fulfill({ status: 500, json: failure }), { times: 1 });
  await page.goto('/account');
  const alert = page.getByRole('alert').filter({ hasText: 'Your account could not be loaded.' });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await button(page, 'Save details').waitFor();
});
