import { beforeAll, expect, test } from 'vitest';
import { texts } from '../contract/texts.ts';
import { pdf } from '../server/testing/pdf.ts';
import type { Page } from './browser.ts';
import { type Person, useSite } from './site.ts';

const site = useSite();
let organiser: Person;
let ada: Person;

async function applicant(name: string, track = 'Hacker Track'): Promise<Person> {
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
  const resume = pdf({ text: [name, 'Analytical engines'] });
  form.set('resume', new Blob([new Uint8Array(resume)], { type: 'application/pdf' }), 'resume.pdf');
  expect((await person.call('POST', '/applications', form)).status).toBe(201);
  return person;
}

const row = (page: Page, name: string) =>
  page.getByRole('list').getByRole('button', { name: new RegExp(name) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const status = async ({ id }: Person) =>
  (
    await site.db
      .selectFrom('applications')
      .where('user_id', '=', id)
      .select('status')
      .executeTakeFirstOrThrow()
  ).status;

beforeAll(async () => {
  organiser = await site.person({ name: 'Grace Hopper', role: 'admin' });
  ada = await applicant('Ada Lovelace');
  await applicant('Katherine Johnson', 'Clozyt Track');
});

test('an organiser reads an application, its resume, and approves it', async () => {
  const page = await site.open('/dashboard', { as: organiser });
  await page.getByRole('heading', { name: texts.admin.title, level: 1 }).waitFor();
  await page.getByText(texts.admin.nothingSelected).waitFor();
  await page.getByText('2 applications').waitFor();

  await row(page, 'Ada Lovelace').click();
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  await page.getByText('To learn.').waitFor();
  await button(page, 'Read resume').click();
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

  await button(page, texts.admin.toApproved).click();
  await page.getByRole('article').getByText('Approved', { exact: true }).waitFor();
  await expect.poll(() => status(ada)).toBe('approved');
  await button(page, texts.admin.toRejected).waitFor();
  expect(await button(page, texts.admin.toApproved).count()).toBe(0);
});

test('the filter narrows the list, clears the choice, and stands in the address', async () => {
  const page = await site.open('/dashboard', { as: organiser });
  await row(page, 'Ada Lovelace').click();
  await button(page, 'Pending').click();
  await page.getByText('1 application', { exact: true }).waitFor();
  await page.getByText(texts.admin.nothingSelected).waitFor();
  expect(new URL(page.url()).search).toBe('?status=pending');
  expect(await row(page, 'Ada Lovelace').count()).toBe(0);
});

test('a refused change is taken back and its reason can be dismissed', async () => {
  const page = await site.open('/dashboard', { as: organiser, expected: [/status of 409/] });
  await row(page, 'Ada Lovelace').click();
  await button(page, texts.admin.toRejected).waitFor();
  const check = await organiser.call('POST', '/applications/check-in', { userId: ada.id });
  expect(check.status).toBe(200);
  await button(page, texts.admin.toRejected).click();
  await page.getByRole('alert').getByText('already checked in').waitFor();
  await page.getByRole('article').getByText('Approved', { exact: true }).waitFor();
  await button(page, 'Dismiss').click();
  expect(await page.getByText('already checked in').count()).toBe(0);
  expect(await status(ada)).toBe('approved');
});

test('a list that cannot be fetched says so, and is tried again', async () => {
  const page = await site.open('/schedule', { as: organiser, expected: [/status of 400/] });
  await page.route('**/api/applications?*', (route) =>
    route.fulfill({ status: 400, json: { success: false, code: 'internal', message: '', requestId: 'x' } }),
  );
  await page.goto(`${site.url}/dashboard`);
  await page.getByRole('alert').getByText(texts.admin.listFailed).waitFor();
  await page.unroute('**/api/applications?*');
  await button(page, 'Retry').click();
  await row(page, 'Katherine Johnson').waitFor();
});

test('on a phone the chosen application takes the place of the list', async () => {
  const page = await site.open('/dashboard', { as: organiser, viewport: { width: 390, height: 844 } });
  await row(page, 'Katherine Johnson').click();
  await page.getByRole('heading', { name: 'Katherine Johnson' }).waitFor();
  await expect.poll(() => row(page, 'Katherine Johnson').count()).toBe(0);
  await button(page, 'Show list').click();
  await row(page, 'Katherine Johnson').waitFor();
});
