import { expect, test } from 'vitest';
import { texts } from '../contract/texts.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { createApplicant, createApplicants } from './applicants.ts';
import type { Page } from './browser.ts';
import { getButton, getToast } from './page.ts';
import { useOrganizer, useSite } from './site.ts';

const site = useSite();
const desk = { width: 1280, height: 800 };
const organizer = useOrganizer(site);

const row = (page: Page, name: string) =>
  page.getByRole('list').getByRole('button', { name: new RegExp(`^${name}`) });

/** A result of the search about an application, with more text and tags than a row shows. */
const createResult = (application: { id: string; user_id: string }, changes: object = {}) => ({
  ...{ user_id: application.user_id, name: 'Ada Lovelace', email: 'ada@example.org', major: 'Mathematics' },
  ...{
    track: 'Hacker Track',
    text: `${'x'.repeat(100)}NOT SHOWN`,
    tags: ['C', 'Rust', 'KiCad', 'Linux', 'Go'],
  },
  ...{ socials: ['https://ada.example'], contact_number: '(480) 555-0134', match_score: 0.834 },
  application: { _id: application.id, status: 'pending', resumeUrl: null },
  ...{ resumeText: 'read', suspicious: false, ...changes },
});

test('the search has its three modes, two free filters and the status', async () => {
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  const search = page.getByRole('search');
  await getButton(page, 'Options').click();
  for (const mode of ['Auto', 'Vector', 'RAG'])
    await search.getByRole('radio', { name: mode }).waitFor({ state: 'attached' });
  expect(await search.getByLabel('Status').locator('option').allInnerTexts()).toEqual([
    'All',
    'Pending',
    'Approved',
    'Rejected',
  ]);
  expect(
    await page.getByRole('group', { name: 'Filter by status' }).getByRole('button').allInnerTexts(),
  ).toEqual(expect.arrayContaining([expect.stringMatching(/^All/), expect.stringMatching(/^Rejected/)]));
  // Filters go out trimmed, and empty ones not at all.
  await search.getByLabel('Major').fill('  Mathematics ');
  await search.getByLabel('Track').fill('   ');
  await search.getByRole('radio', { name: 'Vector' }).check();
  await search.getByLabel('Describe who you are looking for').fill('firmware');
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/search/vector-only'),
    getButton(page, 'Search').click(),
  ]);
  expect(sent.postDataJSON()).toEqual({ query: 'firmware', filters: { major: 'Mathematics' } });
  await getToast(page, 'results using Vector search').waitFor();
});

test('a result shows a hundred characters, three tags and the match; no email and no name have words', async () => {
  const ada = await createApplicant(site, { name: 'Ada Lovelace' });
  const application = await site.db
    .selectFrom('applications')
    .select(['id', 'user_id'])
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow();
  const other = await createApplicant(site, { name: 'Zoe' });
  await site.db.updateTable('users').set({ name: '' }).where('id', '=', other.id).execute();
  const second = await site.db
    .selectFrom('applications')
    .select(['id', 'user_id'])
    .where('user_id', '=', other.id)
    .executeTakeFirstOrThrow();
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  await page.route('**/api/search/vector-only', (route) =>
    route.fulfill({
      json: {
        results: [createResult(application), createResult(second, { name: '', email: null, tags: ['C'] })],
      },
    }),
  );
  await page.getByLabel('Describe who you are looking for').fill('firmware');
  await page.getByRole('radio', { name: 'Vector' }).check();
  await getButton(page, 'Search').click();
  await getToast(page, 'Found 2 results using Vector search').waitFor();
  await page.getByText(texts.admin.noResultSelected).waitFor();
  const first = await row(page, 'Ada Lovelace').innerText();
  expect(first).toContain(`${'x'.repeat(100)}…`);
  expect(first).not.toContain('NOT SHOWN');
  expect(first).toMatch(/83%\s+match/);
  expect(first).toMatch(/C\s+Rust\s+KiCad\s+\+2 more/);
  expect(await row(page, 'Unnamed User').innerText()).toMatch(/No email/);
  await getButton(page, texts.search.viewApplications).click();
  await row(page, 'Unnamed User').click();
  await page.getByRole('heading', { name: 'Unnamed User' }).waitFor();
});

test('a decided application can be decided again, and its team is shown', async () => {
  const lea = await createApplicant(site, { name: 'Lea Leader', status: 'rejected' });
  const made = await lea.call('POST', '/teams', { name: 'Night Owls' });
  expect(made.status).toBe(201);
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  await row(page, 'Lea Leader').click();
  const team = page.getByRole('region', { name: 'Team', exact: true });
  await team.getByText('Night Owls').waitFor();
  await team.getByText(lea.email).waitFor();
  expect(await getButton(page, /^Change to Rejected/).count()).toBe(0);
  await getButton(page, /^Change to Approved/).press('Enter');
  await getButton(page, /^Change to Rejected/).waitFor();
  expect(await getButton(page, /^Change to Approved/).count()).toBe(0);
  // The pressed button is gone: focus stays beside what is there instead.
  expect(await page.locator(':focus').innerText()).toMatch(/^Change to Rejected/);
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').innerText()).toMatch(/^Change to Rejected/);
});

test('a decision that fails leaves the application as it was, and says so', async () => {
  await createApplicant(site, { name: 'Sally Ride' });
  const page = await site.open('/dashboard', { as: organizer, viewport: desk, expected: [/status of 500/] });
  await page.route(/\/api\/applications\/[0-9a-f-]{36}$/, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'x' } })
      : route.fallback(),
  );
  await row(page, 'Sally Ride').click();
  await getButton(page, /^Change to Approved/).click();
  await page.getByText(texts.admin.statusFailed).first().waitFor();
  await page.getByRole('article').getByText('Pending', { exact: true }).waitFor();
});

test('list and detail are side by side, on a phone the list can be hidden, and is never higher than 70% of the window', async () => {
  await createApplicants(site, 60);
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  const list = page.getByRole('region', { name: 'Applications', exact: true });
  await row(page, 'Person 60').click();
  const detail = await page.getByRole('article').boundingBox();
  const box = await list.boundingBox();
  expect(box && detail && box.x + box.width <= detail.x).toBe(true);
  expect(box!.height).toBeLessThanOrEqual(0.7 * desk.height);
  await page.setViewportSize({ width: 390, height: 844 });
  await getButton(page, 'Show list').click();
  await list.waitFor();
  expect((await list.boundingBox())!.height).toBeCloseTo(0.7 * 844, 0);
  await getButton(page, 'Hide list').click();
  await list.waitFor({ state: 'detached' });
});

test('the focus moves on with what it was in: a decided application, the bulk bar, the list on a phone', async () => {
  for (const name of ['Focus One', 'Focus Two', 'Focus Three']) await createApplicant(site, { name });
  const page = await site.open('/dashboard?q=focus&status=pending', { as: organizer, viewport: desk });
  const focused = page.locator(':focus');
  await row(page, 'Focus Three').press('Enter');
  await getButton(page, /^Change to Approved/).press('Enter');
  await focused.getByRole('heading', { name: /^Focus (One|Two)$/ }).waitFor();
  await getButton(page, 'Select all').click();
  await getButton(page, 'Clear').press('Enter');
  await expect.poll(() => focused.getAttribute('id')).toBe('application-list');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/dashboard?q=focus`);
  await row(page, 'Focus One').press('Enter');
  await focused.getByRole('heading', { name: 'Focus One' }).waitFor();
});

test('registrations of another tool are previewed row by row, and become applications', async () => {
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  await getButton(page, 'Import').click();
  const dialog = page.getByRole('dialog', { name: 'Import registrations' });
  const csv = 'First Name,Last Name,Email,Track\nMary,Shelley,mary.shelley@example.org,Hacker Track\n,,x,\n';
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'luma.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await dialog.getByText('Row 2: Mary Shelley has no T-shirt size, and is left out.').waitFor();
  await dialog.getByText('Row 3: "x" is not an email address, and is left out.').waitFor();
  expect(await getButton(dialog, 'Import').isDisabled()).toBe(true);
  await dialog.getByLabel('T-shirt size: empty (1 row)').selectOption('M');
  await dialog.getByText('New: 1. Here already, stay as they are: 0.').waitFor();
  await dialog.getByText('Columns: 4 of 4 are imported').click();
  const column = dialog.getByLabel('Track is imported as');
  await column.selectOption('Not imported');
  await dialog.getByText('Row 2: Mary Shelley has no track, and is left out.').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await column.selectOption('Track');
  await dialog.getByText('New: 1. Here already, stay as they are: 0.').waitFor();
  if (process.env.SHOTS)
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${process.env.SHOTS}/import-${width}.png` });
    }
  await getButton(dialog, 'Import').click();
  await page.getByText('Imported. New: 1. Here already, stay as they are: 0.').waitFor();
  await row(page, 'Mary Shelley').getByText('Hacker Track', { exact: true }).waitFor();
});

test('an import says that people are left out with a track that is not understood', async () => {
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  await getButton(page, 'Import').click();
  const dialog = page.getByRole('dialog', { name: 'Import registrations' });
  const csv = 'Name,Email,Track,T-shirt\nMary Shelley,mary@example.org,Tinkerers,M\n';
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'luma.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const why = 'Row 2: Mary Shelley has a track that this event lacks (“Tinkerers”), and is left out.';
  await dialog.getByText(why).waitFor();
  const track = dialog.getByLabel('Track: Tinkerers (1 row)');
  expect((await track.getByRole('option').allTextContents())[0]).toBe('Leave these people out');
});

test('an organizer merges the two accounts of a person', async () => {
  const doubled = await createApplicant(site, { name: 'Sofia Kovalevskaya' });
  await site.db
    .updateTable('users')
    .set({ email: null, email_verified: false })
    .where('id', '=', doubled.id)
    .execute();
  const other = await site.person({ name: 'Sofia' });
  const expected = [/status of 404/];
  const page = await site.open('/dashboard', { as: organizer, viewport: desk, expected });
  await row(page, 'Sofia Kovalevskaya').click();
  await getButton(page, 'More about Sofia Kovalevskaya').click();
  await page.getByRole('menuitem', { name: 'Merge this account into another one' }).waitFor();
  await page.getByRole('menuitem', { name: 'Merge another account into this one' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge two accounts of Sofia Kovalevskaya?' });
  await dialog.getByLabel('Email of the other account').fill('nobody@example.org');
  await dialog.getByRole('button', { name: 'Merge accounts' }).click();
  await dialog.getByText('No other account has this address.').waitFor();
  await dialog.getByLabel('Email of the other account').fill(other.email);
  await dialog.getByRole('button', { name: 'Merge accounts' }).click();
  await getToast(page, 'Accounts merged.').waitFor();
  await page.getByRole('article').getByText(other.email).waitFor();
  expect((await other.call('GET', '/auth/user')).ok).toBe(true);
  const left = site.db.selectFrom('users').select('id').where('email', '=', other.email);
  expect(await left.execute()).toEqual([{ id: doubled.id }]);
});
