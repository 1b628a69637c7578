import { beforeAll, expect, test } from 'vitest';
import { toApplicationRow } from '../server/testing/applicants.ts';
import { findOverflow } from './accessibility.ts';
import type { Page } from './browser.ts';
import { createApproved, getCheckInTimes } from './check-in-people.ts';
import { findMailTo } from './outbox.ts';
import { expectAccessible, getButton } from './page.ts';
import { detail, type SitePerson, useSite } from './site.ts';

const site = useSite();
let organizer: SitePerson;

beforeAll(async () => {
  organizer = await site.person({ name: 'Grace Hopper', role: 'admin' });
});

const volunteers = (page: Page) =>
  page.getByRole('region', { name: 'Current volunteers' }).getByRole('listitem');

test('an organizer adds a volunteer, who can then use check-in and nothing else, until removed', async () => {
  const vera = await site.person({ name: 'Vera Rubin' });
  const guest = await createApproved(site, 'Ada Lovelace');
  const office = await site.open('/volunteers', { as: organizer });
  await office.getByText('There are no volunteers yet.').waitFor();
  await office.getByLabel('Name or email').fill('rubin');
  await getButton(office, 'Add volunteer: Vera Rubin').click();
  await office.getByText('Vera Rubin can use check-in after signing in again.').waitFor();
  await volunteers(office).filter({ hasText: vera.email }).waitFor();

  // The old session has ended; this is the sign-in after it.
  const { link } = JSON.parse(await site.command('sign-in', vera.email, '--json')) as { link: string };
  const { pathname, hash } = new URL(link);
  // Removed, her open page asks once more and is refused.
  const station = await site.open(pathname + hash, { expected: [/status of 401/] });
  await getButton(station, 'Sign in').click();
  await station.waitForURL('/check-in');
  const menu = station.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await menu.allInnerTexts()).toEqual(['schedule', 'check-in', 'logout']);
  expect(await station.getByRole('navigation', { name: 'Check-in' }).count()).toBe(0);
  for (const elsewhere of ['/dashboard', '/apply', '/check-in-overview', '/volunteers']) {
    await station.goto(elsewhere);
    await station.waitForURL('/check-in');
  }
  await station.getByRole('button', { name: 'Manual Check-In' }).click();
  await station.getByLabel('Search by Name or Email').fill('lovelace');
  await getButton(station, 'Search').click();
  await station.getByRole('button', { name: /Ada Lovelace/ }).click();
  await station.getByRole('button', { name: 'Confirm Check-In' }).click();
  await station.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  expect(await getCheckInTimes(site, guest)).toBe(1);
  // Of others' check-ins there is none.
  expect(await station.getByRole('button', { name: /Undo/ }).count()).toBe(1);

  await getButton(office, 'Remove Vera Rubin').click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Remove volunteer' }).click();
  await office.getByText('There are no volunteers yet.').waitFor();
  expect(await office.locator(':focus').innerText()).toBe('Volunteers');
  await station.goto('/check-in');
  await station.waitForURL('/');
});

detail('an address without an account can be added too; who cannot be added has a reason', async () => {
  const applied = await createApproved(site, 'Maria Mitchell');
  const page = await site.open('/volunteers', { as: organizer });
  const found = page.getByRole('list', { name: 'People found' }).getByRole('listitem');
  const field = page.getByLabel('Name or email');
  await field.fill('  MITCHELL ');
  expect(await found.innerText()).toContain('Participants cannot be volunteers or mentors.');
  expect(await found.getByRole('button').count()).toBe(0);
  await field.fill('no such person');
  await page.getByText('No account matches.').waitFor();
  await field.fill(applied.email);
  await found.filter({ hasText: 'Maria Mitchell' }).waitFor();
  expect(await found.count()).toBe(1);
  await field.fill('new.helper@example.org');
  await found.filter({ hasText: 'No account yet' }).getByRole('button').press('Enter');
  await volunteers(page).filter({ hasText: 'new.helper@example.org' }).waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
});

test('from the email a new volunteer signs in, says a name and is at the station', async () => {
  const address = 'Nora.Helper@example.org';
  const office = await site.open('/volunteers', { as: organizer });
  await office.getByLabel('Name or email').fill(address);
  await getButton(office, `Add volunteer: ${address}`).click();
  await volunteers(office).filter({ hasText: address.toLowerCase() }).waitFor();
  const { text = '' } = await findMailTo(site.dataDir, address.toLowerCase(), /You check people in/);
  const link = new URL(text.match(/http\S+/)![0]);

  const phone = await site.open(link.pathname + link.hash, { viewport: { width: 390, height: 844 } });
  await phone.waitForURL('/sign-in?returnTo=%2Fcheck-in');
  await phone.getByLabel('Email').fill(address);
  await phone.keyboard.press('Enter');
  await phone.getByLabel('Code from the email').waitFor();
  const code = (await findMailTo(site.dataDir, address.toLowerCase(), /code/)).text?.match(/\d{6}/)?.[0];
  await phone.keyboard.type(code!);
  await phone.getByLabel('Full name').fill('Nora Helper');
  await phone.keyboard.press('Enter');
  await phone.waitForURL('/check-in');
  await phone.getByRole('button', { name: 'Manual Check-In' }).waitFor();
  // Signed in, the link leads to the page at once.
  await phone.goto(link.pathname + link.hash);
  await phone.getByRole('button', { name: 'Manual Check-In' }).waitFor();
});

detail('what the server refuses, and a list that cannot be read, are said', async () => {
  const page = await site.open('/volunteers', { as: organizer, expected: [/status of (400|409|500)/] });
  await page.getByText('Invite many by a list').click();
  await page.getByLabel('Email addresses').fill('not an address\nann@example.org ben@example.org');
  await getButton(page, 'Invite 3 volunteers').click();
  await page.getByText('2 volunteers can use check-in after signing in.').waitFor();
  await page.getByText('not an address: This is not an email address.').waitFor();
  const name = 'Late Applicant';
  const late = await site.person({ name });
  await page.getByLabel('Name or email').fill(late.email);
  await getButton(page, `Add volunteer: ${name}`).waitFor();
  await site.db
    .insertInto('applications')
    .values(toApplicationRow(late.id, { status: 'pending' }))
    .execute();
  await getButton(page, `Add volunteer: ${name}`).click();
  await page.getByRole('alert').filter({ hasText: 'This person has applied.' }).waitFor();
  await page.route('**/api/volunteers', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'The volunteers could not be loaded.' }).waitFor();
});

detail('accessible in both themes, and fits a phone', async () => {
  await site.person({ name: 'Annie Easley' });
  await site.person({ name: 'Katherine Johnson', role: 'volunteer' });
  const page = await site.open('/volunteers', { as: organizer });
  await page.getByLabel('Name or email').fill('annie');
  await getButton(page, 'Add volunteer: Annie Easley').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove Katherine Johnson' }).first().click();
  await page.getByRole('alertdialog').waitFor();
  await expectAccessible(page);
  await getButton(page, 'Cancel').click();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await findOverflow(page)).toEqual([]);
});
