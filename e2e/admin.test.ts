import { beforeAll, expect, test } from 'vitest';
import { texts } from '../contract/texts.ts';
import { createPdf } from '../server/testing/pdf.ts';
import type { Page } from './browser.ts';
import { getButton } from './page.ts';
import { detail, type SitePerson, useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);
let ada: SitePerson;

async function applicant(name: string, track = 'Hacker Track', catalog = ''): Promise<SitePerson> {
  const person = await site.person({ name });
  const form = new FormData();
  const fields = {
    major: 'Mathematics',
    dietaryRestrictions: 'vegan',
    tShirtSize: 'M',
    whyJoin: 'To learn.',
  };
  for (const [field, value] of Object.entries({ ...fields, track, teamPreference: 'solo' }))
    form.set(field, value);
  const resume = createPdf({ text: [name, 'Analytical engines'], catalog });
  form.set('resume', new Blob([new Uint8Array(resume)], { type: 'application/pdf' }), 'resume.pdf');
  expect((await person.call('POST', '/applications', form)).status).toBe(201);
  return person;
}

const row = (page: Page, name: string) =>
  page.getByRole('list').getByRole('button', { name: new RegExp(`^${name}`) });
const status = async ({ id }: SitePerson) =>
  (
    await site.db
      .selectFrom('applications')
      .where('user_id', '=', id)
      .select('status')
      .executeTakeFirstOrThrow()
  ).status;

beforeAll(async () => {
  ada = await applicant('Ada Lovelace');
  await applicant('Katherine Johnson', 'Clozyt Track');
});

test('an organizer reads an application, its resume, and approves it', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  await page.getByRole('heading', { name: texts.admin.title, level: 1 }).waitFor();
  await page.getByText(texts.admin.nothingSelected).waitFor();
  await page.getByText('2 applications').waitFor();

  await row(page, 'Ada Lovelace').click();
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  await page.getByText('To learn.').waitFor();
  await getButton(page, 'Read resume').click();
  const canvas = page.getByRole('img', { name: 'Resume, page 1 of 1' });
  await canvas.waitFor();
  await expect
    .poll(() =>
      canvas.evaluate((drawn: HTMLCanvasElement) => {
        const { data } = drawn.getContext('2d')!.getImageData(0, 0, drawn.width, drawn.height);
        return data.some((value, at) => at % 4 === 0 && value < 100);
      }),
    )
    .toBe(true);

  await getButton(page, texts.admin.toApproved).click();
  await page.getByRole('article').getByText('Approved', { exact: true }).waitFor();
  await expect.poll(() => status(ada)).toBe('approved');
  await getButton(page, texts.admin.toRejected).waitFor();
  expect(await getButton(page, texts.admin.toApproved).count()).toBe(0);
});

detail('the filter narrows the list, clears the choice, and stands in the address', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  await row(page, 'Ada Lovelace').click();
  await getButton(page, 'Pending').click();
  await page.getByText('1 application', { exact: true }).waitFor();
  await page.getByText(texts.admin.nothingSelected).waitFor();
  expect(new URL(page.url()).search).toBe('?status=pending');
  expect(await row(page, 'Ada Lovelace').count()).toBe(0);
});

detail('a refused change is taken back and its reason can be dismissed', async () => {
  const page = await site.open('/dashboard', { as: organizer, expected: [/status of 409/] });
  await row(page, 'Ada Lovelace').click();
  await getButton(page, texts.admin.toRejected).waitFor();
  const check = await organizer.call('POST', '/applications/check-in', { userId: ada.id });
  expect(check.status).toBe(200);
  await getButton(page, texts.admin.toRejected).click();
  await page.getByRole('alert').getByText('already checked in').waitFor();
  await page.getByRole('article').getByText('Approved', { exact: true }).waitFor();
  await getButton(page, 'Dismiss').click();
  await expect.poll(() => page.getByText('already checked in').count()).toBe(0);
  expect(await status(ada)).toBe('approved');
});

detail('a list that cannot be fetched says so, and is tried again', async () => {
  const page = await site.open('/schedule', { as: organizer, expected: [/status of 400/] });
  await page.route('**/api/applications?*', (route) =>
    route.fulfill({ status: 400, json: { success: false, code: 'internal', message: '', requestId: 'x' } }),
  );
  await page.goto(`${site.url}/dashboard`);
  await page.getByRole('alert').getByText(texts.admin.listFailed).waitFor();
  await page.unroute('**/api/applications?*');
  await getButton(page, 'Retry').click();
  await row(page, 'Katherine Johnson').waitFor();
});

detail('a failure of the list can be dismissed, and a team that cannot be fetched is reported', async () => {
  const joan = await applicant('Joan Clarke');
  const { _id: team } = await (await joan.call('POST', '/teams', { name: 'Hut 8' })).json();
  const page = await site.open('/schedule', { as: organizer, expected: [/status of 400/] });
  const refused = { status: 400, json: { success: false, code: 'internal', message: '', requestId: 'x' } };
  await page.route('**/api/applications?*', (route) => route.fulfill(refused));
  await page.route(`**/api/teams/${team}`, (route) => route.fulfill(refused));
  await page.goto(`${site.url}/dashboard`);
  await page.getByRole('alert').getByText(texts.admin.listFailed).waitFor();
  await getButton(page, 'Dismiss').click();
  await page.getByText(texts.admin.listFailed).waitFor({ state: 'detached' });
  await page.unroute('**/api/applications?*');
  await page.reload();
  await row(page, 'Joan Clarke').click();
  await page.getByRole('alert').getByText(texts.admin.teamFailed).waitFor();
  await page.getByRole('alert').getByText(texts.admin.teamNotLoaded).waitFor();
});

detail('on a phone the chosen application takes the place of the list', async () => {
  const page = await site.open('/dashboard', { as: organizer, viewport: { width: 390, height: 844 } });
  await row(page, 'Katherine Johnson').click();
  await page.getByRole('heading', { name: 'Katherine Johnson' }).waitFor();
  await expect.poll(() => row(page, 'Katherine Johnson').count()).toBe(0);
  await getButton(page, 'Show list').click();
  await row(page, 'Katherine Johnson').waitFor();
});

test('a whole review without a mouse: j and k move, a approves and opens the next, the switch turns it off', async () => {
  const names = ['Radia Perlman', 'Annie Easley', 'Mary Jackson'];
  const people: SitePerson[] = [];
  for (const name of names) people.push(await applicant(name));
  const page = await site.open('/dashboard?status=pending', { as: organizer });
  await row(page, 'Mary Jackson').waitFor();
  const box = await page.getByRole('checkbox', { name: 'Select Mary Jackson' }).boundingBox();
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(24);
  // The focus is where the open application is.
  const focused = async () => page.locator(':focus').getAttribute('aria-current');
  const focusedText = () => page.locator(':focus').textContent();
  await row(page, 'Mary Jackson').press('Enter');
  await page.getByRole('heading', { name: 'Mary Jackson' }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Annie Easley' }).waitFor();
  await expect.poll(focusedText).toMatch(/^Annie Easley/);
  expect(await focused()).toBe('true');
  await page.keyboard.press('k');
  await expect.poll(focusedText).toMatch(/^Mary Jackson/);
  await page.keyboard.press('j');
  await expect.poll(focusedText).toMatch(/^Annie Easley/);
  await page.keyboard.press('a');
  await expect.poll(() => status(people[1]!)).toBe('approved');
  await page.getByRole('heading', { name: 'Radia Perlman' }).waitFor();
  await expect.poll(focusedText).toMatch(/^Radia Perlman/);
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  await page.waitForTimeout(300);
  expect(await status(people[0]!)).toBe('pending');
});

test('a filtered view is saved for all organizers, shown as a table, and rated by keys alone', async () => {
  const people = [await applicant('Edith Clarke'), await applicant('Mina Rees')];
  await people[0]!.call('POST', '/teams', { name: 'Line Loss' });
  await site.db
    .updateTable('applications')
    .set({ track: 'Startup Track' })
    .where('user_id', '=', people[0]!.id)
    .execute();
  const page = await site.open('/dashboard', { as: organizer, viewport: { width: 1440, height: 900 } });
  await getButton(page, 'Filter the list').click();
  await page.getByLabel('Track', { exact: true }).selectOption('Startup Track');
  await page.getByLabel('Your rating').selectOption('Not rated by you');
  await page.getByText('1 application', { exact: true }).waitFor();
  await row(page, 'Edith Clarke').waitFor();
  await getButton(page, 'Saved views').click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Startups to rate');
  await getButton(page, 'Save view').click();
  await getButton(page, 'Startups to rate').waitFor();

  const other = await site.open('/dashboard?team=no', {
    as: await site.person({ name: 'Ida Rhodes', role: 'admin' }),
    viewport: { width: 1440, height: 900 },
  });
  await row(other, 'Mina Rees').waitFor();
  await getButton(other, 'Saved views').click();
  await other.getByRole('menuitem', { name: 'Startups to rate' }).click();
  await row(other, 'Mina Rees').waitFor({ state: 'detached' });
  await getButton(other, 'Table').click();
  await other.getByRole('list').getByText('Line Loss').waitFor();
  await getButton(other, 'Review together').click();
  await row(other, 'Edith Clarke').click();
  await other.getByText('Keys 1 to 5 rate, Enter saves and goes on.').waitFor();
  await other.keyboard.press('4');
  await other.keyboard.press('Enter');
  await other.getByText('Review saved.').waitFor();
  await other.getByText('No applications match.').waitFor();
});

test('many at once: in one call, what failed is tried again, and a colleague is overruled only on purpose', async () => {
  const people: SitePerson[] = [];
  for (let at = 0; at < 6; at++) people.push(await applicant(`Bulk ${at}`));
  const page = await site.open('/dashboard?status=pending', { as: organizer, expected: [/status of 503/] });
  await row(page, 'Bulk 5').waitFor();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  const showOnly = (label: string) => page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  const tickAll = async () => {
    for (let at = 0; at < 6; at++) await page.getByRole('checkbox', { name: `Select Bulk ${at}` }).check();
  };
  // Nothing stays selected that a change of filter takes out of sight.
  await tickAll();
  await showOnly('All');
  await bar.getByText('6 selected').waitFor();
  await page.getByLabel('Filter by name, email or major').fill('bulk.3');
  await bar.getByText('1 selected').waitFor();
  await page.getByLabel('Filter by name, email or major').fill('');
  await row(page, 'Bulk 5').waitFor();
  await bar.getByText('1 selected').waitFor();
  await showOnly('Approved');
  await bar.waitFor({ state: 'detached' });
  await showOnly('Pending');
  await row(page, 'Bulk 5').waitFor();
  expect(await bar.count()).toBe(0);
  await tickAll();
  const sent: string[][] = [];
  await page.route('**/api/applications/status', async (route) => {
    const { ids, dryRun } = route.request().postDataJSON();
    if (dryRun) return route.continue();
    const calls = sent.push(ids);
    // A colleague is faster.
    if (calls === 2) await organizer.call('PUT', `/applications/${ids[0]}`, { status: 'rejected' });
    if (calls > 1) return route.continue();
    return route.fulfill({
      status: 503,
      json: { success: false, code: 'internal', message: '', requestId: 'x' },
    });
  });
  await bar.getByText('6 selected').waitFor();
  await bar.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('alertdialog', { name: 'Approve 6 applications?' });
  await question
    .getByText('Bulk 0, Bulk 1, Bulk 2, Bulk 3, Bulk 4 and 1 more person will see it on their dashboard')
    .waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText(texts.admin.statusFailed).waitFor();
  await page.getByRole('region', { name: 'Bulk change' }).getByRole('button', { name: 'Retry' }).click();
  await page.getByText('5 approved, 1 failed.').waitFor();
  await page.getByText(': Someone else has changed this application. It is now rejected.').waitFor();
  expect(await getButton(page, /^Retry/).count()).toBe(0);
  await getButton(page, 'Approve 1 anyway').click();
  await page.getByText('1 approved.').waitFor();
  expect(sent.map(({ length }) => length)).toEqual([6, 6, 1]);
  expect(await Promise.all(people.map(status))).toEqual(Array(6).fill('approved'));
});

detail('the history tells who decided; the figures are on the home page', async () => {
  const page = await site.open('/dashboard?status=approved', { as: organizer });
  await row(page, 'Annie Easley').click();
  await page.getByText('Grace Hopper approved the application').waitFor();
  await page.getByRole('navigation', { name: 'Organizers' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('figure', { name: 'Applications over time' }).waitFor();
});

detail('somebody applies while the list is open: it appears by itself', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  await row(page, 'Ada Lovelace').waitFor();
  await applicant('Valerie Thomas');
  await row(page, 'Valerie Thomas').waitFor();
});

detail('a PDF with active content carries a note', async () => {
  await applicant('Hedy Lamarr', 'Hacker Track', '/OpenAction << /S /Launch /F (x.exe) >> ');
  const page = await site.open('/dashboard', { as: organizer });
  const note = page.getByText(/^This PDF contains a script/);
  await row(page, 'Ada Lovelace').click();
  await getButton(page, 'Read resume').waitFor();
  expect(await note.count()).toBe(0);
  await row(page, 'Hedy Lamarr').click();
  await note.waitFor();
});
