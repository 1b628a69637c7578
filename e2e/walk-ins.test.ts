import { beforeAll, expect, test } from 'vitest';
import { walkInPaths } from '../contract/platform/pages.ts';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { findMailTo } from './outbox.ts';
import { getButton } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { detail, type SitePerson, useSite, withEvent } from './site.ts';

const site = useSite(
  withEvent({
    walkIns: true,
    capacity: 100,
    questions: [
      {
        id: 'allergies',
        type: 'several',
        label: 'Allergies',
        options: ['Nuts', 'Milk', 'None'],
        required: true,
      },
    ],
    agreements: [{ id: 'conduct', version: '1', title: 'Code of conduct', text: 'I keep to the code.' }],
  }),
);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let organizer: SitePerson;
beforeAll(async () => {
  organizer = await site.person({ name: 'Grace Hopper', role: 'admin' });
});

async function fillIn(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Full name').fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Track').selectOption('Hacker Track');
  await page.getByLabel('T-shirt size').selectOption('M');
  await page.getByLabel('Dietary restrictions').selectOption('other');
  await page.getByLabel('Which?').fill('no nuts');
  await page.getByLabel('Nuts').check();
  await page.getByLabel('I keep to the code.').check();
}

const countCheckIns = async (email: string) => {
  const rows = site.db
    .selectFrom('check_ins')
    .innerJoin('users', 'users.id', 'check_ins.user_id')
    .where('users.email', '=', email);
  return (await rows.select('key').execute()).length;
};

test('a walk-in registers, is admitted, a second one without a network, and claims the account', async () => {
  const poster = await site.open(walkInPaths.poster, { as: organizer });
  await poster.getByRole('img', { name: `QR code of ${site.url}/walk-in` }).waitFor();
  await getButton(poster, 'Print this poster').waitFor();
  expect(await inspectScreens(poster, 'walk-in-poster')).toEqual(nothingWrong);

  // Without its script the page says whom to ask.
  const lost = await site.open('/schedule', { ...phone, expected: [/ERR_FAILED/] });
  await lost.route(/\.js$/, (route) => route.abort());
  await lost.goto(walkInPaths.form);
  await lost.getByText('If it does not appear, ask an organizer at the entrance.').waitFor();

  const visitor = await site.open(walkInPaths.form, phone);
  await visitor.getByText(/^Registration at the entrance is open on /).waitFor();
  await visitor.getByRole('link', { name: 'see the schedule' }).waitFor();
  expect(await visitor.getByLabel('Full name').isVisible()).toBe(false);
  const opener = await site.open('/check-in', { as: organizer });
  await getButton(opener, 'Walk-ins').click();
  await opener.getByText(/^Registration at the entrance is open on /).waitFor();
  // It is ticked once the server has answered.
  await opener.getByLabel('Open registration on other days too').click();
  await opener.getByText('People can register now.').waitFor();
  // The page that is open shows the form by itself, and says what is missing in its own words.
  await visitor.getByLabel('Full name').waitFor();
  await visitor.getByText('Not the Startup Track, which needs a pitch deck.').waitFor();
  await visitor.getByRole('textbox', { name: 'Email' }).fill('wanda');
  await getButton(visitor, 'Register').tap();
  await expect.poll(() => visitor.getByText('Please fill this in.').count()).toBe(4);
  await visitor.getByText('Please enter a valid email address.').waitFor();
  expect(await visitor.getByLabel('Full name').evaluate((field) => field === document.activeElement)).toBe(
    true,
  );
  // The line goes while somebody types: what they tap next does not move away under the finger.
  await visitor.setViewportSize({ width: 390, height: 1600 });
  await visitor.getByLabel('Full name').pressSequentially('Wanda');
  const { x, y, width, height } = (await visitor.getByLabel('Nuts').boundingBox())!;
  await visitor.mouse.move(x + width / 2, y + height / 2);
  await visitor.mouse.down();
  await visitor.waitForTimeout(50);
  await visitor.mouse.up();
  expect(await visitor.getByLabel('Nuts').isChecked()).toBe(true);
  await visitor.setViewportSize(phone.viewport);
  await fillIn(visitor, 'Wanda Walk', 'wanda@example.org');
  await expect.poll(() => visitor.locator('[aria-invalid]').count()).toBe(0);
  await getButton(visitor, 'Register').tap();
  await visitor.getByText('Wanda Walk, you are on the list.').waitFor();
  await getButton(visitor, 'Change my details').tap();
  await visitor.getByLabel('Full name').fill('Wanda Walker');
  await getButton(visitor, 'Register').tap();
  await visitor.getByText('Wanda Walker, you are on the list.').waitFor();
  await visitor.reload();
  await visitor.getByText('Wanda Walker, you are on the list.').waitFor();

  const station = await site.open('/check-in', {
    serviceWorkers: 'allow',
    ...phone,
    as: organizer,
    expected: [/ERR_INTERNET_DISCONNECTED/],
  });
  await getButton(station, 'Walk-ins (1)').tap();
  const search = station.getByLabel('Filter by name', { exact: true });
  await search.fill('nobody');
  await station.getByText('No results match your search').waitFor();
  await search.fill('wanda wal');
  await getButton(station, 'Admit Wanda Walker').waitFor();
  expect(await inspectScreens(station, 'walk-in-station')).toEqual(nothingWrong);
  await station.setViewportSize(phone.viewport);
  await getButton(station, 'Admit Wanda Walker').tap();
  const admitted = station.getByRole('status').filter({ hasText: 'Checked in' });
  await admitted.filter({ hasText: 'Wanda Walker' }).waitFor();
  await station.getByText('Nobody is waiting.').waitFor();
  expect(await countCheckIns('wanda@example.org')).toBe(1);
  await getButton(station, 'Next').tap();
  // The page of the person who stands there notices it, and carries their address to the sign-in.
  await visitor.getByText('You’re in, Wanda Walker').waitFor();
  expect(await inspectScreens(visitor, 'walk-in-admitted')).toEqual(nothingWrong);
  await visitor.getByRole('link', { name: 'Sign in', exact: true }).last().tap();
  await expect.poll(() => visitor.getByLabel('Email').inputValue()).toBe('wanda@example.org');
  await visitor.goBack();
  await visitor.getByText('You’re in, Wanda Walker').waitFor();

  await station.context().setOffline(true);
  await getButton(station, 'Enter by hand').tap();
  await fillIn(station, 'Olga Offline', 'olga@example.org');
  await getButton(station, 'Admit').tap();
  await station
    .getByRole('status')
    .filter({ hasText: /Saved on this device[\s\S]*Olga Offline/ })
    .waitFor();
  await getButton(station, 'Next').tap();
  await getButton(station, 'Offline. 1 waiting to sync').waitFor();
  await station.context().setOffline(false);
  await getButton(station, 'All check-ins synced').waitFor();
  expect(await countCheckIns('olga@example.org')).toBe(1);

  await getButton(visitor, 'Register somebody else').tap();
  await expect.poll(() => visitor.getByLabel('Full name').inputValue()).toBe('');
  expect(await inspectScreens(visitor, 'walk-in-form')).toEqual(nothingWrong);
  // What is missing is said below its field, in a part that has just opened too.
  await visitor.getByLabel('Dietary restrictions').selectOption('other');
  await getButton(visitor, 'Register').tap();
  const which = (await visitor.getByLabel('Which?').boundingBox())!;
  const said = visitor.locator(`#${await visitor.getByLabel('Which?').getAttribute('aria-describedby')}`);
  expect((await said.boundingBox())!.y).toBeGreaterThanOrEqual(which.y + which.height);
  await visitor.goto('/sign-in');
  await visitor.getByLabel('Email').fill('olga@example.org');
  await getButton(visitor, 'Send me a code').click();
  const mail = await findMailTo(site.dataDir, 'olga@example.org', /sign-in code/);
  await visitor.getByLabel('Code from the email').fill(/\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '');
  await visitor.getByText(/^You are checked in/).waitFor();
  await visitor.getByText('Show your pass').click();
  await visitor.getByRole('img', { name: 'Check-in QR code for Olga Offline' }).waitFor();
});

test('somebody signed in is known to the form, and told once they are in', async () => {
  await organizer.call('PUT', '/walk-ins/registration', { opened: true });
  const nora = await site.person({ name: 'Nora Late' });
  const page = await site.open(walkInPaths.form, { as: nora, ...phone });
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Nora Late');
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(nora.email);
  await fillIn(page, 'Nora Late', nora.email);
  await getButton(page, 'Register').tap();
  await page.getByText('Nora Late, you are on the list.').waitFor();
  expect(await page.getByRole('link', { name: 'Sign in', exact: true }).isVisible()).toBe(false);
  const waiting = (await (await organizer.call('GET', '/walk-ins')).json()) as {
    _id: string;
    name: string;
  }[];
  const id = waiting.find(({ name }) => name === 'Nora Late')!._id;
  const admitted = await organizer.call('PUT', `/walk-ins/${id}/check-in`, { checkpoint: 'entrance' });
  expect(admitted.status).toBe(200);
  await page.getByText('You’re in, Nora Late').waitFor();
  expect(await page.getByText('you are on the list').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Open your dashboard' }).tap();
  await page.getByText(/^You are checked in/).waitFor();
});

test('somebody who signs in before they are admitted reads that they are on the list', async () => {
  await organizer.call('PUT', '/walk-ins/registration', { opened: true });
  const [id, email] = [crypto.randomUUID(), 'wally@example.org'];
  const page = await site.open('/sign-in', phone);
  const person = { name: 'Wally Walk', email, tShirtSize: 'M', dietaryRestrictions: 'vegan' };
  const data = { ...person, answers: { allergies: ['Nuts'] }, agreements: { conduct: '1' } };
  expect((await page.request.put(`/api/walk-ins/${id}`, { data })).ok()).toBe(true);
  await page.getByLabel('Email').fill(email);
  await getButton(page, 'Send me a code').click();
  const mail = await findMailTo(site.dataDir, email, /sign-in code/);
  await page.getByLabel('Code from the email').fill(/\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '');
  // What they have typed at the entrance is there.
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Wally Walk');
  await getButton(page, 'Continue').tap();
  await page.getByText('You are on the walk-in list.').waitFor();
  await page.getByText('Show this to an organizer at the entrance.').waitFor();
  for (const gone of ['Apply now', 'Register at the entrance'])
    expect(await page.getByRole('link', { name: gone }).count()).toBe(0);
  expect((await organizer.call('PUT', `/walk-ins/${id}/check-in`, {})).status).toBe(200);
  await page.getByText(/^You are checked in/).waitFor();
});

test('somebody who gave their place away is sent to an organizer, not to a pass', async () => {
  const dora = await createApplicant(site, { name: 'Dora', status: 'approved' });
  const page = await site.open(walkInPaths.form, { as: dora, ...phone });
  await page.getByText('You are registered. Your pass is on your dashboard.').waitFor();
  await site.db
    .updateTable('applications')
    .set({ attendance_declined: true })
    .where('user_id', '=', dora.id)
    .execute();
  await page.reload();
  await page.getByText('No place is held for you. Talk to an organizer at the entrance.').waitFor();
  expect(await page.getByText('You are registered.').isVisible()).toBe(false);
});

detail('an organizer removes all invented walk-ins', async () => {
  const station = await site.open('/check-in', { as: organizer });
  await getButton(station, 'Walk-ins').click();
  const registration = await station.request.put('/api/walk-ins/registration', { data: { opened: true } });
  expect(registration.ok()).toBe(true);
  for (const name of ['Invented One', 'Invented Two']) {
    const person = { name, email: 'invented@example.org', tShirtSize: 'M', dietaryRestrictions: 'vegan' };
    const data = { ...person, answers: { allergies: ['Nuts'] }, agreements: { conduct: '1' } };
    await station.request.put(`/api/walk-ins/${crypto.randomUUID()}`, { data });
  }
  await getButton(station, 'Admit Invented Two').waitFor();
  await getButton(station, 'Remove all').click();
  await station.getByRole('alertdialog').waitFor();
  await station.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click();
  await station.getByText("Nobody is waiting. People register with the poster's QR code.").waitFor();
});
