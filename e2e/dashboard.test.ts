import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import { pdf } from '../server/testing/pdf.ts';
import type { Page } from './browser.ts';
import { type Person, useSite } from './site.ts';

const site = useSite();
const deck = (size = 20_000) => ({ name: 'deck.pdf', mimeType: 'application/pdf', buffer: pdf({ size }) });
const unchecked = async (page: Page, label: string) =>
  expect(await page.getByRole('radio', { name: label, exact: true }).isChecked()).toBe(false);

interface Given {
  status?: 'pending' | 'approved' | 'rejected';
  track?: string;
  attending?: boolean;
  name?: string;
}

async function applicant({
  status = 'pending',
  track = 'Hacker Track',
  attending = false,
  name,
}: Given = {}) {
  const person = await site.person({ name });
  await site.db
    .insertInto('applications')
    .values({
      user_id: person.id,
      status,
      track,
      major: 'Mathematics',
      t_shirt_size: 'M',
      dietary_restrictions: 'other: no nuts',
      why_join: 'To build the analytical engine.',
      attendance_confirmed: attending,
      created_at: new Date('2025-09-01T10:00:00Z'),
      reviewed_at: status === 'pending' ? null : new Date('2025-09-05T10:00:00Z'),
    })
    .execute();
  return person;
}

const applicationOf = ({ id }: Person) =>
  site.db.selectFrom('applications').where('user_id', '=', id).selectAll().executeTakeFirstOrThrow();

async function teamWith(leader: Person, ...others: Person[]) {
  const made = await leader.call('POST', '/teams', { name: 'Night Owls', maxMembers: 4 });
  const { inviteCode } = (await made.json()) as { inviteCode: string };
  for (const other of others)
    expect((await other.call('POST', '/teams/join', { inviteCode })).status).toBe(200);
}

test('says that it loads, what failed, and tries again', async () => {
  const page = await site.open('/sign-in', { as: await applicant(), expected: [/status of 500/] });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    '**/api/applications/me',
    async (route) => {
      await held;
      await route.fulfill({
        status: 500,
        json: { success: false, code: 'internal', message: 'x', requestId: 'r' },
      });
    },
    { times: 1 },
  );
  await page.goto('/dashboard');
  await page.getByText('Loading your application...').waitFor();
  answer();
  const failure = page
    .getByRole('alert')
    .filter({ hasText: /^Failed to fetch your application. Please try again later./ });
  await failure.waitFor();
  await failure.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Application Pending').waitFor();
});

test('leads somebody without an application to the form', async () => {
  const page = await site.open('/dashboard', { as: await site.person({ name: 'Ada Lovelace' }) });
  await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
  await page.getByText('You have not applied yet.').waitFor();
  await page.getByRole('link', { name: 'Apply now' }).click();
  await page.getByRole('heading', { name: /^Apply to/ }).waitFor();
});

test('shows a pending application with everything that was entered', async () => {
  const ada = await applicant({ name: 'Ada Lovelace' });
  const page = await site.open('/dashboard', { as: ada });
  await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
  await page.getByText('Application Pending').waitFor();
  await page.getByText(/under review. You will be notified by email/).waitFor();
  const details = page.getByRole('region', { name: 'Application Details' });
  for (const [term, text] of [
    ['Full name', 'Ada Lovelace'],
    ['Email', ada.email],
    ['Major / field of study', 'Mathematics'],
    ['T-shirt size', 'M'],
    ['Dietary restrictions', 'other: no nuts'],
    ['Why do you want to join?', 'To build the analytical engine.'],
    ['Application date', 'Sep 1, 2025'],
  ] as const)
    expect(
      await details
        .locator('div', { has: page.getByText(term, { exact: true }) })
        .last()
        .locator('dd')
        .innerText(),
    ).toBe(text);
  for (const gone of ['Will you come?', 'Join Our Community', /^Under Review$/])
    expect(await page.getByText(gone).count()).toBe(0);
  expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0);
});

test('changes the track, and says what the smaller teams mean', async () => {
  const ada = await applicant();
  const page = await site.open('/dashboard', { as: ada });
  await page.getByRole('radio', { name: 'Clozyt Track', exact: true }).click();
  await page.getByText('Track updated successfully!').waitFor();
  await page
    .getByText('Clozyt Track: Teams are limited to 2 members maximum or solo participation only.')
    .waitFor();
  expect(await applicationOf(ada)).toMatchObject({ track: 'Clozyt Track' });
  await page.getByRole('button', { name: 'Clozyt Track Description' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clozyt Track Description' });
  await dialog.getByText('$750 plus an internship opportunity').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Clozyt Track Description');
});

test('asks a team of two before it moves to the smaller track, and refuses a team of three', async () => {
  const [ada, grace, linus] = [await applicant(), await applicant(), await applicant()];
  await teamWith(ada, grace);
  const page = await site.open('/dashboard', { as: ada, expected: [/status of 409 .*\/track$/] });
  const clozyt = page.getByRole('radio', { name: 'Clozyt Track', exact: true });
  await clozyt.click();
  const question = page.getByRole('alertdialog');
  await question
    .getByText(
      'You are switching to Clozyt Track. Your current team has 2 members, which is the maximum allowed for Clozyt Track. Continue?',
    )
    .waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await unchecked(page, 'Clozyt Track');
  expect(await applicationOf(ada)).toMatchObject({ track: 'Hacker Track' });

  const { team } = ((await (await ada.call('GET', '/auth/user')).json()) as { user: { team: string } }).user;
  const { inviteCode } = (await (await ada.call('GET', `/teams/${team}`)).json()) as { inviteCode: string };
  expect((await linus.call('POST', '/teams/join', { inviteCode })).status).toBe(200);
  await clozyt.click();
  await page
    .getByText(
      'Cannot switch to Clozyt Track: Your current team has more than 2 members. Clozyt Track teams are limited to 2 members maximum or solo participation.',
    )
    .waitFor();
  await unchecked(page, 'Clozyt Track');

  expect((await linus.call('DELETE', `/teams/${team}/leave`)).status).toBe(200);
  await clozyt.click();
  await question.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Track updated successfully!').waitFor();
  expect(await applicationOf(ada)).toMatchObject({ track: 'Clozyt Track' });
});

test('asks for the pitch deck, looks into it, and then changes the track', async () => {
  const ada = await applicant();
  const page = await site.open('/dashboard', { as: ada });
  await page.getByRole('radio', { name: 'Startup Track', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload your pitch deck' });
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  await dialog.getByText('Please select a file to upload').waitFor();
  await dialog.getByLabel('Pitch deck').setInputFiles({ ...deck(), buffer: Buffer.from('GIF89a') });
  await dialog.getByText('Please upload a PDF file for your pitch deck').waitFor();
  await dialog.getByLabel('Pitch deck').setInputFiles(deck(1_048_576));
  await dialog.getByText('Pitch deck file size must be less than 1MB').waitFor();
  expect(await applicationOf(ada)).toMatchObject({ track: 'Hacker Track' });
  await dialog.getByLabel('Pitch deck').setInputFiles(deck());
  await upload.click();
  await page.getByText('Pitch deck uploaded and track updated successfully!').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Pitch deck/ }).waitFor();
  expect(await page.getByRole('radio', { name: 'Startup Track', exact: true }).isChecked()).toBe(true);
  expect(await applicationOf(ada)).toMatchObject({ track: 'Startup Track' });

  // Back and forth: the stored deck need not be sent again.
  await page.getByRole('radio', { name: 'Hacker Track', exact: true }).click();
  await page.getByText('Track updated successfully!').waitFor();
  await page.getByRole('radio', { name: 'Startup Track', exact: true }).click();
  await dialog.getByRole('button', { name: 'Use the deck that you sent before' }).click();
  await expect.poll(async () => (await applicationOf(ada)).track).toBe('Startup Track');
});

test('tells somebody who was not chosen', async () => {
  const page = await site.open('/dashboard', { as: await applicant({ status: 'rejected' }) });
  await page.getByText('Application Rejected').waitFor();
  await page
    .getByText(
      "We're sorry, but your application was not selected for this hackathon. We encourage you to apply for future events!",
    )
    .waitFor();
  await page.getByText('Under Review').waitFor();
  for (const gone of ['Will you come?', 'Join Our Community'])
    expect(await page.getByText(gone).count()).toBe(0);
});

test('gives an approved person the pass, and priority once they say that they come', async () => {
  const ada = await applicant({ name: 'Ada Lovelace', status: 'approved' });
  const page = await site.open('/dashboard', { as: ada, colorScheme: 'dark' });
  await page.getByText('Congratulations!').waitFor();
  const pass = page.getByRole('region', { name: 'Check-in QR code' });
  const code = pass.getByRole('img', { name: 'Check-in QR code for Ada Lovelace' });
  expect(
    await code.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.clientWidth >= 240),
  ).toBe(true);
  const ground = await code.evaluate(
    (image) => getComputedStyle(image.parentElement as HTMLElement).backgroundColor,
  );
  expect(ground).toBe('rgb(255, 255, 255)');
  for (const label of ['Sync the events', 'Join the chat'])
    await page.getByRole('link', { name: label }).waitFor();
  expect(await page.getByRole('link', { name: /Wallet/ }).count()).toBe(0);
  for (const radio of await page.getByRole('radio', { name: /Track/ }).all())
    expect(await radio.isDisabled()).toBe(true);
  await page.getByText('Under Review').waitFor();

  expect(await page.getByText('PRIORITY ACCESS').count()).toBe(0);
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('PRIORITY ACCESS').waitFor();
  await page.getByRole('region', { name: 'Priority Check-in Pass' }).waitFor();
  await expect.poll(async () => (await applicationOf(ada)).attendance_confirmed).toBe(true);
  await page.getByRole('button', { name: 'No' }).click();
  await page.getByText('PRIORITY ACCESS').waitFor({ state: 'detached' });
  await expect.poll(async () => (await applicationOf(ada)).attendance_confirmed).toBe(false);

  await page.getByRole('button', { name: 'Show the pass full screen' }).click();
  const screen = page.getByRole('dialog', { name: 'Check-in QR code' });
  await screen.getByText('Turn your brightness up.').waitFor();
  const organiser = await site.person({ role: 'admin' });
  const response = await fetch(`${site.url}/api/applications/check-in`, {
    method: 'POST',
    headers: {
      cookie: organiser.cookie,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ userId: ada.id }),
  });
  expect(response.status).toBe(200);
  await screen.getByText(/^You are checked in, \d+:\d\d\.$/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(/^You are checked in, \d+:\d\d\.$/).waitFor();
  await page.getByRole('button', { name: 'Show your pass' }).waitFor();
  expect(await page.getByText('Will you come?').count()).toBe(0);
});

test('a refused answer goes back to what it was', async () => {
  const page = await site.open('/dashboard', {
    as: await applicant({ status: 'approved' }),
    expected: [/status of 409 .*\/api\/attendance$/],
  });
  await page.route('**/api/attendance', (route) =>
    route.fulfill({
      status: 409,
      json: {
        success: false,
        code: 'attendance_fixed',
        message: 'You are already checked in.',
        requestId: 'r',
      },
    }),
  );
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('alert').filter({ hasText: 'You are already checked in.' }).waitFor();
  expect(await page.getByText('PRIORITY ACCESS').count()).toBe(0);
});

test('notices the decision within a minute', async () => {
  const ada = await applicant();
  const page = await site.open('/sign-in', { as: ada });
  await page.clock.install();
  await page.goto('/dashboard');
  await page.getByText('Application Pending').waitFor();
  await site.db
    .updateTable('applications')
    .set({ status: 'approved', reviewed_at: new Date() })
    .where('user_id', '=', ada.id)
    .execute();
  await page.clock.runFor(61_000);
  await page.getByText('Congratulations!').waitFor();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
});

test('opens the pass without a network after one visit, and forgets it at sign-out', async () => {
  const ada = await applicant({ name: 'Ada Lovelace', status: 'approved' });
  const page = await site.open('/dashboard', { as: ada, expected: [/ERR_INTERNET_DISCONNECTED/] });
  const code = page.getByRole('img', { name: 'Check-in QR code for Ada Lovelace' });
  await code.waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await code.waitFor();
  await page.getByText('Application Approved').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'logout' }).click();
  await page.waitForURL(`${site.url}/`);
  expect(
    await page.evaluate(async () => [
      await caches.has('private'),
      Object.keys(localStorage).filter((key) => !key.startsWith('celebrated')),
    ]),
  ).toEqual([false, []]);
  await page.context().setOffline(true);
  await page.goto('/dashboard').catch(() => undefined);
  expect(await code.count()).toBe(0);
});

test.each([
  [320, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('is accessible at %i, %s', async (width, colorScheme) => {
  for (const given of [
    { status: 'pending' },
    {
      status: 'approved',
      attending: true,
      name: 'Maximiliana-Konstantinopolitanische Wolfeschlegelsteinhausenbergerdorff',
    },
  ] as const) {
    const page = await site.open('/dashboard', {
      as: await applicant(given),
      viewport: { width, height: 900 },
      colorScheme,
    });
    await page.getByRole('region', { name: 'Application Details' }).waitFor();
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    expect(await page.evaluate(() => document.querySelector('main')!.scrollWidth <= innerWidth)).toBe(true);
  }
});
