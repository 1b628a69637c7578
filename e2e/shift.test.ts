import { expect, test } from 'vitest';
import { readQrImage } from '../server/testing/qr-code.ts';
import { findAccessibilityProblems, findOverflow } from './accessibility.ts';
import type { Page } from './browser.ts';
import { useFilms } from './camera-film.ts';
import { createApproved, getCheckInTimes } from './check-in-people.ts';
import { expectAccessible, getButton } from './page.ts';
import { detail, useOrganizer, useSite } from './site.ts';

const site = useSite();
const createFilm = useFilms();
const organizer = useOrganizer(site);
const phoneSize = { viewport: { width: 390, height: 844 } };

const listed = (page: Page) => page.getByRole('region', { name: 'Current volunteers' }).getByRole('listitem');

async function showCode(checkpoint: string, { express = false } = {}) {
  const office = await site.open('/volunteers', { as: organizer });
  await office.getByLabel('Checkpoint').selectOption({ label: checkpoint });
  if (express) await office.getByLabel(/^Express/).check();
  const code = office.getByRole('img', { name: `Code of the shift at ${checkpoint}` });
  await code.waitFor();
  const link = new URL(await readQrImage((await code.getAttribute('src'))!));
  return { office, address: link.pathname + link.hash };
}

test('a volunteer scans the code, types a name and checks somebody in with 4 taps, the next with 1', async () => {
  const [ada, alan] = [await createApproved(site, 'Ada Lovelace'), await createApproved(site, 'Alan Turing')];
  const film = await createFilm([
    { seconds: 1 },
    { picture: ada.qrCode, seconds: 8 },
    { picture: alan.qrCode, seconds: 8 },
  ]);
  const { office, address } = await showCode('Saturday lunch');
  // The banner of the phone's camera opens the link.
  let taps = 1;
  // Signed out by the organizer, the open station asks once more.
  const phone = await site.open(address, { ...phoneSize, film, expected: [/status of 401/] });
  await phone.getByRole('heading', { name: 'Your shift: Saturday lunch' }).waitFor();
  expect(await phone.getByRole('textbox').count()).toBe(1);
  expect(await findAccessibilityProblems(phone)).toEqual([]);
  await phone.getByLabel('Your name').fill('Vera Rubin');
  await getButton(phone, 'Open the camera').click();
  taps += 1;
  await phone.waitForURL('/check-in');
  // The browser of this test allows the camera by itself; a phone asks once.
  taps += 1;
  expect(await phone.getByLabel('Checkpoint').inputValue()).toBe('saturday-lunch');
  await phone.getByRole('region', { name: 'Participant Information' }).getByText('Ada Lovelace').waitFor();
  await phone.getByRole('button', { name: /^Confirm Check-In/ }).click();
  taps += 1;
  await phone.getByRole('status').filter({ hasText: 'Ada Lovelace' }).waitFor();
  expect([taps, await getCheckInTimes(site, ada)]).toEqual([4, 1]);
  await phone.getByRole('region', { name: 'Participant Information' }).getByText('Alan Turing').waitFor();
  await phone.getByRole('button', { name: /^Confirm Check-In/ }).click();
  taps += 1;
  await expect.poll(() => getCheckInTimes(site, alan)).toBe(1);
  expect(taps).toBe(5);

  const row = listed(office).filter({ hasText: 'Vera Rubin' });
  await row.filter({ hasText: /Saturday lunch, .* to .* · last scan \d+ s ago/ }).waitFor();
  await getButton(office, 'End the shift of Vera Rubin').click();
  // The row goes before the server has answered.
  const ended = office.waitForResponse((response) => response.request().method() === 'DELETE');
  await getButton(office, 'End shift').click();
  expect((await ended).status()).toBeLessThan(300);
  await row.waitFor({ state: 'detached' });
  await phone.reload();
  await phone.waitForURL('/');
});

detail(
  'with Express a volunteer needs no tap, and an open station says that the shift has ended',
  async () => {
    const ada = await createApproved(site, 'Grace Murray');
    const film = await createFilm([{ seconds: 1 }, { picture: ada.qrCode, seconds: 20 }]);
    const { office, address } = await showCode('Entrance', { express: true });
    const phone = await site.open(address, { ...phoneSize, film, expected: [/status of 401/] });
    await phone.getByLabel('Your name').fill('Nora Helper');
    await phone.keyboard.press('Enter');
    await expect.poll(() => getCheckInTimes(site, ada), { timeout: 30_000 }).toBe(1);
    const second = await site.open(address, { ...phoneSize, expected: [/status of 401/] });
    await second.getByLabel('Your name').fill('Maximiliana-Konstantinopolitanische Wolfeschlegelsteinhausen');
    await second.keyboard.press('Enter');
    await second.waitForURL('/check-in');
    await getButton(office, 'End all 2 shifts').click();
    await getButton(office, 'End all shifts').click();
    await office.getByText('There are no volunteers yet.').waitFor();
    await phone.getByRole('link', { name: 'schedule' }).waitFor();
    await phone.getByRole('heading', { name: 'Your shift has ended. Thank you!' }).waitFor();
  },
);

detail('practice shows each result and stores nothing', async () => {
  const page = await site.open('/check-in', { as: organizer, ...phoneSize });
  await getButton(page, 'Practice').click();
  for (const verb of ['In', 'In', 'Saved', 'Already', 'Stop', 'Not on this list']) {
    await page.getByText(verb, { exact: true }).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await getButton(page, 'Next').click();
  }
  await getButton(page, 'Practice').waitFor();
  const rows = await Promise.all([
    site.db.selectFrom('check_ins').where('checked_in_by', '=', organizer.id).selectAll().execute(),
    site.db.selectFrom('check_in_attempts').where('by_user_id', '=', organizer.id).selectAll().execute(),
  ]);
  expect(rows).toEqual([[], []]);
});

detail('many are invited by a list; accessible in both themes, and fits a phone', async () => {
  const applied = await createApproved(site, 'Maria Mitchell');
  const page = await site.open('/volunteers', { as: organizer, expected: [/status of 4/] });
  await page.getByText('Invite many by a list').click();
  const field = page.getByLabel('Email addresses');
  const news = ['one@example.org', 'two@example.org'];
  await field.fill([...news, applied.email, 'nobody'].join('\n'));
  await getButton(page, 'Invite 4 volunteers').click();
  await page.getByText('2 volunteers can use check-in after signing in.').waitFor();
  expect(await field.inputValue()).toBe(`${applied.email}\nnobody`);
  for (const email of news) await listed(page).filter({ hasText: email }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await findOverflow(page)).toEqual([]);
});
