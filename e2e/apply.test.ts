import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import { pdf } from '../server/testing/pdf.ts';
import type { Page } from './browser.ts';
import { type Person, useSite } from './site.ts';

const site = useSite();
const resume = (size = 60_000) => ({
  name: 'resume.pdf',
  mimeType: 'application/pdf',
  buffer: pdf({ text: ['Ada Lovelace'], size }),
});
const submit = (page: Page) => page.getByRole('button', { name: 'Submit application' });
const alertOf = (page: Page) => page.getByRole('alert');

async function form(as: Person, options: Parameters<typeof site.open>[1] = {}) {
  const page = await site.open('/apply', { as, viewport: { width: 1280, height: 900 }, ...options });
  await page.getByRole('heading', { name: /^Apply to/ }).waitFor();
  return page;
}

async function fillText(page: Page) {
  await page.getByLabel('Major / field of study').fill('Mathematics');
  await page.getByLabel('M', { exact: true }).check();
  await page.getByLabel('Vegan').check();
  await page.getByLabel('Why do you want to join?').fill('To build the analytical engine.');
  await page.getByRole('radio', { name: 'Hacker Track', exact: true }).check();
  await page.getByRole('radio', { name: 'Solo', exact: true }).check();
}

/** A network of a given speed for uploads, in bytes per second; 0 is none at all. */
async function network(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  return (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: uploadThroughput === 0,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
}

function submissions(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}

const applicationOf = ({ id }: Person) =>
  site.db.selectFrom('applications').where('user_id', '=', id).selectAll().executeTakeFirst();

test('visitors go to the landing page, organisers and those who have applied to their dashboard', async () => {
  const visitor = await site.open('/apply');
  await visitor.waitForURL(`${site.url}/`);

  const organiser = await site.open('/apply', { as: await site.person({ role: 'admin' }) });
  await organiser.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  expect(new URL(organiser.url()).pathname).toBe('/dashboard');

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
  body.append('resume', new File([new Uint8Array(resume().buffer)], 'resume.pdf'));
  expect((await ada.call('POST', '/applications', body)).status).toBe(201);
  const applied = await site.open('/apply', { as: ada });
  await applied.getByText('Application Pending').waitFor();
  expect(new URL(applied.url()).pathname).toBe('/dashboard');
});

test('says what is missing, leads there, and sends nothing', async () => {
  const page = await form(await site.person());
  const sent = submissions(page);
  await submit(page).click();
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
  await submit(page).click();
  expect(await alertOf(page).locator('p').allTextContents()).toEqual([
    'Please specify your dietary restrictions',
    'Please enter a team name',
    'Please upload your resume',
    'Please upload your pitch deck for Startup Track',
  ]);
  await page.getByRole('radio', { name: 'Looking for a team' }).check();
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  await submit(page).click();
  expect(await alertOf(page).locator('p').allTextContents()).toEqual([
    'Please specify your dietary restrictions',
    'Please select a team to join',
    'Please upload your resume',
  ]);
  expect(sent).toEqual([]);
});

test('looks into files when they are chosen', async () => {
  const page = await form(await site.person());
  const sent = submissions(page);
  await page.getByRole('radio', { name: 'Startup Track' }).check();
  const png = {
    name: 'resume.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('\u0089PNG\r\n\u001a\n'),
  };
  for (const [label, notPdf, tooLarge] of [
    ['Resume', 'Please upload a PDF file for your resume', 'Resume file size must be less than 1MB'],
    [
      'Pitch deck',
      'Please upload a PDF file for your pitch deck',
      'Pitch deck file size must be less than 1MB',
    ],
  ] as const) {
    await page.getByLabel(label).setInputFiles(png);
    await page.getByText(notPdf).waitFor();
    await page.getByLabel(label).setInputFiles(resume(1_048_576));
    await page.getByText(tooLarge).waitFor();
    expect(await page.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel(label).setInputFiles(resume(1_048_575));
    await page.getByText(tooLarge).waitFor({ state: 'detached' });
    // A file that cannot be taken leaves the one that could in its place.
    await page.getByLabel(label).setInputFiles(png);
    await page.getByText(notPdf).waitFor();
  }
  expect(await page.getByText('resume.pdf').count()).toBe(2);
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  expect(await page.getByLabel('Pitch deck').count()).toBe(0);
  expect(sent).toEqual([]);
});

test('keeps a draft with its files through a reload, and forgets it on request', async () => {
  const page = await form(await site.person());
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(resume());
  await page.getByText(/^Draft saved on this device \d+:\d\d$/).waitFor();
  await page.reload();
  await page.getByText(/^We kept your draft from /).waitFor();
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
  expect(await page.getByLabel('Major / field of study').inputValue()).toBe('');
  expect(await page.getByText('resume.pdf').count()).toBe(0);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))))
    .toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: /^Apply to/ }).waitFor();
  expect(await page.getByText(/^We kept your draft/).count()).toBe(0);
});

test('sends the form with progress, says so, and moves on after five seconds', async () => {
  const ada = await site.person({ name: 'Ada Lovelace' });
  const page = await form(ada);
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(resume(150_000));
  const limit = await network(page);
  await limit(50_000);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const bar = document.querySelector('progress');
      if (bar && seen.at(-1) !== bar.value) seen.push(bar.value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await submit(page).click();
  await page.getByRole('button', { name: /^Uploading \d+%$/ }).waitFor();
  const heading = page.getByRole('heading', { name: 'Application submitted' });
  await heading.waitFor();
  const shown = performance.now();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
  expect(seen.length).toBeGreaterThan(2);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('link', { name: 'Go to your dashboard now' }).waitFor();

  await page.waitForURL('**/dashboard');
  const stayed = performance.now() - shown;
  expect(stayed).toBeGreaterThan(4600);
  expect(stayed).toBeLessThan(5800);
  await page.getByText('Application Pending').waitFor();
  expect(await applicationOf(ada)).toMatchObject({
    major: 'Mathematics',
    t_shirt_size: 'M',
    dietary_restrictions: 'vegan',
    why_join: 'To build the analytical engine.',
    track: 'Hacker Track',
    status: 'pending',
  });
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))),
  ).toEqual([]);
  const [resumeTab] = await Promise.all([
    page.context().waitForEvent('request', (request) => /\/api\/files\//.test(request.url())),
    page.getByRole('link', { name: /^Resume/ }).click(),
  ]);
  const answer = await fetch(resumeTab.url(), { headers: { cookie: ada.cookie } });
  expect(Buffer.from(await answer.arrayBuffer()).equals(resume(150_000).buffer)).toBe(true);
});

test('an upload can be stopped, and survives a lost connection', async () => {
  const ada = await site.person();
  const page = await form(ada, { expected: [/ERR_INTERNET_DISCONNECTED/] });
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(resume(400_000));
  const limit = await network(page);
  await limit(40_000);
  await submit(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled. Your draft is safe.').waitFor();
  expect(await applicationOf(ada)).toBeUndefined();

  await limit(0);
  await submit(page).click();
  await page.getByText('Connection lost. Your draft is safe.').waitFor();
  await limit(1_000_000);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Go to your dashboard now' }).click();
  await page.waitForURL('**/dashboard');
  expect(await applicationOf(ada)).toMatchObject({ status: 'pending' });
});

test('an answer that was lost on the way does not make somebody apply twice', async () => {
  const ada = await site.person();
  const page = await form(ada, { expected: [/ERR_FAILED/, /status of 409 .*\/api\/applications$/] });
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(resume());
  await page.route(
    '**/api/applications',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await submit(page).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor();
});

test('finds the team to ask, or leads to making one', async () => {
  const grace = await site.person({ name: 'Grace Hopper' });
  const made = await grace.call('POST', '/teams', { name: 'Night Owls', maxMembers: 4 });
  expect(made.status).toBe(201);
  const ada = await site.person({ name: 'Ada Lovelace' });
  const page = await form(ada);
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(resume());
  await page.getByRole('radio', { name: 'Looking for a team' }).check();
  const search = page.getByRole('combobox', { name: 'Find a team' });
  await search.fill('no such team');
  await page.getByRole('button', { name: 'Create one instead.' }).click();
  expect(await page.getByLabel('Team name').inputValue()).toBe('no such team');
  await expect
    .poll(() => page.getByLabel('Team name').evaluate((field) => field === document.activeElement))
    .toBe(true);

  await page.getByRole('radio', { name: 'Looking for a team' }).check();
  await search.fill('night');
  await page.getByRole('option', { name: /Night Owls/ }).waitFor();
  await search.press('Enter');
  await page.getByRole('button', { name: 'Change team' }).waitFor();
  await submit(page).click();
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor();
  const asked = await site.db
    .selectFrom('join_requests')
    .selectAll()
    .where('requester_id', '=', ada.id)
    .execute();
  expect(asked).toHaveLength(1);
});

test('says that registration is closed where it is enforced', async () => {
  const page = await site.open('/sign-in', { as: await site.person() });
  await page.route('**/api/event', async (route) => {
    const answer = await route.fetch();
    const event = await answer.json();
    await route.fulfill({
      json: { ...event, registration: { ...event.registration, enforce: true, open: false } },
    });
  });
  await page.goto('/apply');
  await page.getByRole('heading', { name: 'Registration is closed' }).waitFor();
  expect(await submit(page).count()).toBe(0);
});

test('a phone shows one part at a time, and the keyboard gets through all of them', async () => {
  const ada = await site.person();
  const page = await form(ada, { viewport: { width: 390, height: 844 } });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.getByLabel('Major / field of study').focus();
  await page.keyboard.type('Music');
  await press('Tab', 'Space', 'Tab', 'Space', 'Tab', 'Enter');
  await heading('Why').waitFor();
  expect(await heading('You').count()).toBe(0);
  await expect
    .poll(() => heading('Why').evaluate((element) => element === document.activeElement))
    .toBe(true);
  await press('Tab');
  await page.keyboard.type('To play.');
  await press('Tab', 'Space', 'Tab', 'Tab', 'Enter');
  await heading('Team').waitFor();
  await expect
    .poll(() => heading('Team').evaluate((element) => element === document.activeElement))
    .toBe(true);
  await press('Tab', 'Space', 'Tab', 'Tab', 'Enter');
  await heading('Files & review').waitFor();
  expect(await page.locator('dl').innerText()).toContain('To play.');
  await page.getByLabel('Resume').setInputFiles(resume());
  await submit(page).focus();
  await press('Enter');
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor();
});

test.each([
  [390, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('the form is accessible at %i, %s', async (width, colorScheme) => {
  const page = await form(await site.person(), { viewport: { width, height: 900 }, colorScheme });
  const problems = async () =>
    (await new AxeBuilder({ page }).include('main').analyze()).violations.map(({ id, nodes }) => [
      id,
      nodes[0]?.html,
    ]);
  expect(await problems()).toEqual([]);
  for (let step = 1; width < 768 && step < 4; step += 1)
    await page.getByRole('button', { name: 'Next' }).click();
  await submit(page).click();
  await alertOf(page).waitFor();
  expect(await problems()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
