import { beforeAll, expect, test } from 'vitest';
import { texts } from '../contract/texts.ts';
import { createPdf } from '../server/testing/pdf.ts';
import { createApplicant, createApplicants, getApplicationOf } from './applicants.ts';
import type { Page } from './browser.ts';
import { getButton } from './page.ts';
import { detail, type SitePerson, useOrganizer, useSite } from './site.ts';

const site = useSite();
const grace = useOrganizer(site);
let hedy: SitePerson;

const list = (page: Page) => page.getByRole('region', { name: 'Applications', exact: true });
const row = (page: Page, name: string) =>
  list(page).getByRole('button', { name: new RegExp(`^${name} Hacker`) });
const words = (page: Page) => page.getByLabel('Filter by name, email or major');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

beforeAll(async () => {
  hedy = await site.person({ name: 'Hedy Lamarr', role: 'admin' });
  await createApplicants(site, 1000);
});

detail(
  'of many applications only those in sight are in the page, and any of them can be jumped to',
  async () => {
    const page = await site.open('/dashboard', { as: grace });
    await page.getByText('1,000 applications').waitFor();
    await row(page, 'Person 1000').waitFor();
    const calls: string[] = [];
    page.on('request', (sent) => sent.url().includes('/api/applications?') && calls.push(sent.url()));
    const most = await list(page).evaluate(async (box) => {
      let rows = 0;
      for (const step of Array.from({ length: 20 }, (_, at) => at)) {
        box.scrollTop = step * 500;
        await new Promise(requestAnimationFrame);
        rows = Math.max(rows, box.querySelectorAll('li').length);
      }
      box.scrollTop = box.scrollHeight / 2;
      return rows;
    });
    expect(most).toBeGreaterThan(5);
    expect(most).toBeLessThan(80);
    await row(page, 'Person 500').waitFor();
    await list(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await row(page, 'Person 1').waitFor();
    // Something changes: only what is looked at is asked for again, wherever that is.
    calls.length = 0;
    const { user_id, id } = await site.db
      .selectFrom('applications')
      .select(['id', 'user_id'])
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    await site.db.updateTable('users').set({ name: 'Ida Rhodes' }).where('id', '=', user_id).execute();
    expect((await hedy.call('PUT', `/applications/${id}`, { status: 'rejected' })).status).toBe(200);
    await row(page, 'Ida Rhodes').waitFor();
    expect(calls.length).toBeLessThan(6);
  },
);

detail('words and order narrow and turn the list, stand in the address, and survive a reload', async () => {
  const page = await site.open('/dashboard?status=pending', { as: grace });
  await row(page, 'Person 1000').waitFor();
  await words(page).fill('person.77@');
  await page.getByText('1 application', { exact: true }).waitFor();
  await row(page, 'Person 77').waitFor();
  expect(query(page)).toEqual({ status: 'pending', q: 'person.77@' });
  await words(page).fill('person 77');
  await row(page, 'Person 977').waitFor();
  await page.getByLabel('Order').selectOption('Oldest first');
  await list(page).getByRole('listitem').first().getByText('Person 77', { exact: true }).waitFor();
  await row(page, 'Person 77').click();
  await heading(page, 'Person 77').waitFor();
  await page.reload();
  await heading(page, 'Person 77').waitFor();
  expect(await words(page).inputValue()).toBe('person 77');
  expect(query(page)).toMatchObject({ status: 'pending', q: 'person 77', sort: 'oldest' });
  await getButton(page, 'All').click();
  await page.getByText(texts.admin.nothingSelected).waitFor();
  expect(query(page)).toEqual({ q: 'person 77', sort: 'oldest' });
  await page.goBack();
  await heading(page, 'Person 77').waitFor();
  await words(page).fill('nobody of this name');
  await page.getByText('No applications match.').waitFor();
});

test('two organizers decide at once: the second is told, and sees the other’s decision', async () => {
  const alan = await createApplicant(site, { name: 'Alan Turing' });
  const page = await site.open('/dashboard?q=alan', { as: grace, expected: [/status of 409/] });
  await row(page, 'Alan Turing').click();
  await getButton(page, texts.admin.toApproved).waitFor();
  // The other's decision is there before the page has heard of it.
  await page.route('**/api/applications/*', async (route) => {
    if (route.request().method() === 'PUT') {
      const { id } = (await getApplicationOf(site, alan))!;
      expect((await hedy.call('PUT', `/applications/${id}`, { status: 'rejected' })).status).toBe(200);
    }
    return route.continue();
  });
  await getButton(page, texts.admin.toApproved).click();
  await page
    .getByRole('alert')
    .getByText('Someone else has changed this application. It is now rejected.')
    .waitFor();
  await page.getByRole('article').getByText('Rejected', { exact: true }).waitFor();
  await page.getByText('Hedy Lamarr rejected the application').waitFor();
  expect((await getApplicationOf(site, alan))?.status).toBe('rejected');
});

test('a decision is undone with its email, by the toast and for many at once', async () => {
  const people: SitePerson[] = [];
  for (const name of ['Undo One', 'Undo Two', 'Undo Three'])
    people.push(await createApplicant(site, { name }));
  const statuses = async () =>
    (await Promise.all(people.map((person) => getApplicationOf(site, person)))).map((row) => row?.status);
  const countMails = async () => {
    const ids = people.map(({ id }) => id);
    return (await site.db.selectFrom('mails').select('id').where('user_id', 'in', ids).execute()).length;
  };
  const page = await site.open('/dashboard?q=undo', { as: grace });
  await row(page, 'Undo Three').click();
  await getButton(page, texts.admin.toApproved).waitFor();
  await page.keyboard.press('a');
  await page.getByText(/^Undo Three approved\. The email goes out in \d\d s\.$/).waitFor();
  await expect.poll(countMails).toBe(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone: Undo Three is pending again. No email is sent.').waitFor();
  expect([await statuses(), await countMails()]).toEqual([['pending', 'pending', 'pending'], 0]);
  await getButton(page, 'Select all').click();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await bar.getByText('3 selected').waitFor();
  await getButton(bar, 'Approve').click();
  await getButton(page.getByRole('alertdialog'), 'Approve').click();
  await page.getByText('3 approved.').waitFor();
  expect([await statuses(), await countMails()]).toEqual([['approved', 'approved', 'approved'], 3]);
  await getButton(page, 'Undo 3').click();
  await page.getByText('3 approved, 3 undone.').waitFor();
  expect([await statuses(), await countMails()]).toEqual([['pending', 'pending', 'pending'], 0]);
  // The detail and the key undo as well, once the page knows that this one is pending again.
  await getButton(page, texts.admin.toApproved).waitFor();
  await page.keyboard.press('a');
  await getButton(page, 'Undo the decision').waitFor();
  await page.keyboard.press('u');
  // The toast of the first undo may still be there.
  await page.getByText('Undone: Undo Three is pending again. No email is sent.').last().waitFor();
  await expect.poll(countMails).toBe(0);
  // Several in a row, under a filter that each one leaves: one after the other is undone, and open again.
  const names = ['Undo One', 'Undo Two', 'Undo Three'];
  await page.getByRole('button', { name: /^Pending/ }).click();
  const opened = () => page.getByRole('article').getByRole('heading', { level: 2 }).textContent();
  await row(page, 'Undo Three').click();
  await expect.poll(opened).toBe('Undo Three');
  // The key does what the button does, once the page knows that this one is pending again.
  await getButton(page, texts.admin.toApproved).waitFor();
  await page.keyboard.press('a');
  await expect.poll(opened).not.toBe('Undo Three');
  const second = await opened();
  expect(names).toContain(second);
  await expect.poll(countMails).toBe(1);
  await page.keyboard.press('a');
  await expect.poll(countMails).toBe(2);
  await page.keyboard.press('u');
  await expect.poll(opened).toBe(second);
  await expect.poll(countMails).toBe(1);
  await page.keyboard.press('u');
  await expect.poll(opened).toBe('Undo Three');
  await expect.poll(countMails).toBe(0);
  expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
  // Pressed again until it is there: the toast of the undo before may take its place.
  const nothingLeft = page.getByText('You have no decision to undo here.');
  await expect.poll(() => page.keyboard.press('u').then(() => nothingLeft.count())).toBeGreaterThan(0);
});

detail(
  'the resume stays open beside one application after the other, and is here before it is asked for',
  async () => {
    for (const name of ['Reader One', 'Reader Two', 'Reader Three']) {
      const person = await site.person({ name });
      const form = new FormData();
      const fields = {
        major: 'History',
        dietaryRestrictions: 'vegan',
        tShirtSize: 'M',
        whyJoin: 'To learn.',
      };
      for (const [field, value] of Object.entries({
        ...fields,
        track: 'Hacker Track',
        teamPreference: 'solo',
      }))
        form.set(field, value);
      const resume = new Uint8Array(createPdf({ text: [name] }));
      form.set('resume', new Blob([resume], { type: 'application/pdf' }), 'resume.pdf');
      expect((await person.call('POST', '/applications', form)).status).toBe(201);
    }
    const page = await site.open('/dashboard?q=reader', {
      as: grace,
      viewport: { width: 1440, height: 900 },
    });
    const fetched: string[] = [];
    page.on('response', (response) => response.url().includes('/api/files/') && fetched.push(response.url()));
    await row(page, 'Reader Three').waitFor();
    await page.keyboard.press('j');
    await heading(page, 'Reader Three').waitFor();
    await expect.poll(() => fetched.length).toBe(3);
    const viewer = page.getByRole('complementary', { name: 'Resume' });
    for (const [key, name] of [
      ['o', 'Reader Three'],
      ['j', 'Reader Two'],
      ['j', 'Reader One'],
    ] as const) {
      await page.keyboard.press(key);
      await viewer.getByRole('heading', { name: `Resume · ${name}` }).waitFor();
      await viewer.getByRole('img', { name: 'Resume, page 1 of 1' }).waitFor();
    }
    expect(fetched.length).toBe(3);
    expect(query(page)).toMatchObject({ q: 'reader', read: 'resume' });
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await heading(page, 'Reader One').waitFor();
    // Escape closes an open menu, and nothing below it.
    await page.getByRole('button', { name: /^Menu of/ }).press('Enter');
    await page.getByRole('link', { name: 'Your account' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Your account' }).waitFor({ state: 'hidden' });
    await heading(page, 'Reader One').waitFor();
    // The focus returns to what opened the resume.
    await page.getByRole('button', { name: 'Read resume' }).press('Enter');
    await viewer.getByRole('button', { name: 'Close' }).press('Enter');
    await viewer.waitFor({ state: 'detached' });
    expect(await page.locator(':focus').innerText()).toBe('Read resume');
    // As a sheet it has the focus.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Read resume' }).press('Enter');
    expect(await viewer.locator(':focus').innerText()).toBe('Close');
    await page.keyboard.press('Enter');
    await viewer.waitFor({ state: 'detached' });
    expect(await page.locator(':focus').innerText()).toBe('Read resume');
  },
);

detail(
  'Shift and x tick a range, the palette ticks all, and Escape gives up one thing after the other',
  async () => {
    const page = await site.open('/dashboard?q=reader', { as: grace });
    await row(page, 'Reader Three').waitFor();
    await page.keyboard.press('j');
    await heading(page, 'Reader Three').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await heading(page, 'Reader Two').waitFor();
    await page.keyboard.press('Shift+X');
    const bar = page.getByRole('region', { name: 'Bulk actions' });
    await bar.getByText('2 selected').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('select all');
    await page.keyboard.press('Enter');
    await bar.getByText('3 selected').waitFor();
    await page.getByRole('combobox', { name: 'Commands' }).waitFor({ state: 'detached' });
    await page.keyboard.press('f');
    await expect.poll(() => words(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    // It leaves the field, and clears nothing.
    expect(await words(page).evaluate((field) => field === document.activeElement)).toBe(false);
    expect(await words(page).inputValue()).toBe('reader');
    await bar.getByText('3 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByText(texts.admin.nothingSelected).waitFor();
    expect(query(page)).toEqual({ q: 'reader' });
  },
);
