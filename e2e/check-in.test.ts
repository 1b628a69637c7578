import { beforeAll, expect, test } from 'vitest';
import { findAccessibilityProblems, findOverflow } from './accessibility.ts';
import type { Page } from './browser.ts';
import { decodeQrCode, useFilms } from './camera-film.ts';
import { createApproved as somebodyApproved, getCheckInTimes as timesIn } from './check-in-people.ts';
import { getButton } from './page.ts';
import { type SitePerson, useSite } from './site.ts';

const site = useSite();
const createFilm = useFilms();
let organizer: SitePerson;

beforeAll(async () => {
  organizer = await site.person({ name: 'Grace Hopper', role: 'admin' });
});

const approved = (name: string, options?: { attending?: boolean }) => somebodyApproved(site, name, options);
const checkedInTimes = (person: SitePerson) => timesIn(site, person);
/** Notes every camera track that the page gets, so that a test can see whether they have ended. */
async function watchTracks(page: Page) {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    const tracks: MediaStreamTrack[] = [];
    Object.assign(globalThis, { cameraTracks: tracks });
    devices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  await page.reload();
  return () =>
    page.evaluate(() =>
      (globalThis as unknown as { cameraTracks: MediaStreamTrack[] }).cameraTracks.map(
        ({ readyState }) => readyState,
      ),
    );
}

test('a pass before the camera becomes a person, then a check-in, then a row of the list', async () => {
  const ada = await approved('Ada Lovelace', { attending: true });
  const film = await createFilm('ada', [{ seconds: 1 }, { picture: ada.qrCode, seconds: 20 }]);
  const page = await site.open('/check-in', { as: organizer, film });
  await page.getByText('No participants have checked in yet').waitFor();
  const tracks = await watchTracks(page);
  await getButton(page, 'Scan QR Code').click();
  const card = page.getByRole('region', { name: 'Participant Information' });
  await card.waitFor();
  expect(await card.getByText('Ada Lovelace').isVisible()).toBe(true);
  expect(await card.getByText(ada.id).isVisible()).toBe(true);
  expect(await checkedInTimes(ada)).toBe(0);

  const confirmed = Date.now();
  await getButton(page, 'Confirm Check-In [Priority]').click();
  const result = page.getByRole('status').filter({ hasText: 'Checked in' });
  await result.waitFor();
  expect(await result.innerText()).toMatch(/PRIORITY ACCESS[\s\S]*Checked in[\s\S]*Ada Lovelace/);
  const row = page.getByRole('row').filter({ hasText: 'Ada Lovelace' });
  expect(await row.innerText()).toContain(ada.email);
  expect(await page.getByText('1 in total').isVisible()).toBe(true);
  await result.waitFor({ state: 'detached' });
  expect(Date.now() - confirmed).toBeGreaterThan(4500);
  // The camera has stayed on, and the pass that is still before it is not read twice.
  expect(await tracks()).toEqual(['live']);
  await page.waitForTimeout(1500);
  expect(await card.count()).toBe(0);
  await getButton(page, 'Cancel').click();
  expect(await tracks()).toEqual(['ended']);
  expect(await checkedInTimes(ada)).toBe(1);
});

test('Cancel on the person goes back to the beginning, camera off and nobody in', async () => {
  const alan = await approved('Alan Turing');
  const film = await createFilm('alan', [{ picture: alan.qrCode, seconds: 5 }]);
  const page = await site.open('/check-in', { as: organizer, film });
  const tracks = await watchTracks(page);
  await getButton(page, 'Scan QR Code').click();
  await getButton(page, 'Confirm Check-In').waitFor();
  await getButton(page, 'Cancel').click();
  await getButton(page, 'Scan QR Code').waitFor();
  expect(await tracks()).toEqual(['ended']);
  expect(await page.getByText('Participant Information').count()).toBe(0);
  expect(await checkedInTimes(alan)).toBe(0);

  await getButton(page, 'Scan QR Code').click();
  await getButton(page, 'Confirm Check-In').waitFor();
  await getButton(page, 'Manual Check-In').click();
  expect(await tracks()).toEqual(['ended', 'ended']);
  expect(await page.getByText('Alan Turing').count()).toBe(0);
});

test('the next in the queue may hold the pass up early: it is read when it is their turn', async () => {
  const [kay, lise] = [await approved('Kay McNulty'), await approved('Lise Meitner')];
  const film = await createFilm('queue', [
    { picture: kay.qrCode, seconds: 8 },
    { picture: lise.qrCode, seconds: 60 },
  ]);
  const page = await site.open('/check-in', { as: organizer, film });
  await getButton(page, 'Scan QR Code').click();
  const card = page.getByRole('region', { name: 'Participant Information' });
  await card.getByText('Kay McNulty').waitFor();
  // The second pass is in sight by now, and nobody has asked for it.
  await page.waitForTimeout(9000);
  await getButton(page, 'Confirm Check-In').click();
  await getButton(page, 'Scan next').click();
  await card.getByText('Lise Meitner').waitFor();
  expect([await checkedInTimes(kay), await checkedInTimes(lise)]).toEqual([1, 0]);
});

test('a code that is no pass is refused aloud', async () => {
  const film = await createFilm('hello', [{ picture: await decodeQrCode('hello'), seconds: 5 }]);
  const page = await site.open('/check-in', { as: organizer, film });
  await getButton(page, 'Scan QR Code').click();
  expect(await page.getByRole('alert').innerText()).toContain('Invalid QR code format');
});

test('a forged pass is refused by the server, a pass without signature needs a look at the ID', async () => {
  const kurt = await approved('Kurt Gödel');
  const forged = JSON.stringify({ userId: kurt.id, name: 'Somebody Else', t: 'AAAAAAAAAAAAAAAAAAAAAA' });
  const old = JSON.stringify({ userId: kurt.id, name: 'Somebody Else' });
  const film = await createFilm('kurt', [
    { picture: await decodeQrCode(forged), seconds: 8 },
    { picture: await decodeQrCode(old), seconds: 60 },
  ]);
  const page = await site.open('/check-in', { as: organizer, film, expected: [/status of 400/] });
  await getButton(page, 'Scan QR Code').click();
  expect(await page.getByRole('alert').innerText()).toContain('Invalid QR code format');
  await getButton(page, 'Scan next').click();
  const card = page.getByRole('region', { name: 'Participant Information' });
  await card.waitFor();
  expect(await card.innerText()).toMatch(/Kurt Gödel[\s\S]*unverified — check ID/);
  expect(await page.getByText('Somebody Else').count()).toBe(0);
});

test('without permission there is an error and another way in', async () => {
  const page = await site.open('/check-in', { as: organizer });
  await getButton(page, 'Scan QR Code').click();
  expect(await page.getByRole('alert').innerText()).toContain('Error accessing camera');
  await getButton(page, 'Manual Check-In').click();
  await page.getByLabel('Search by Name or Email').waitFor();
});

test('a camera that shows no picture within 3 s has timed out', async () => {
  const film = await createFilm('wall', [{ seconds: 1 }]);
  const page = await site.open('/check-in', { as: organizer, film });
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => new Promise(() => undefined);
  });
  const tracks = await watchTracks(page);
  const tapped = Date.now();
  await getButton(page, 'Scan QR Code').click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(
    /Error accessing camera[\s\S]*Loading camera stream timed out after 3 seconds\./,
  );
  expect(Date.now() - tapped).toBeGreaterThan(2900);
  expect(await tracks()).toEqual(['ended']);
});

test.each(['light', 'dark'] as const)('check-in is accessible (%s)', async (colorScheme) => {
  const person = await approved(`Annie Easley ${colorScheme}`, { attending: true });
  const film = await createFilm(`annie-${colorScheme}`, [{ picture: person.qrCode, seconds: 5 }]);
  const page = await site.open('/check-in', { as: organizer, film, colorScheme });
  const faults = () => findAccessibilityProblems(page, { within: 'main' });
  await getButton(page, 'Scan QR Code').waitFor();
  expect(await faults()).toEqual([]);
  await getButton(page, 'Scan QR Code').click();
  await getButton(page, 'Confirm Check-In [Priority]').waitFor();
  expect(await faults()).toEqual([]);
  await getButton(page, 'Confirm Check-In [Priority]').click();
  await page.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  expect(await faults()).toEqual([]);
  await getButton(page, 'Manual Check-In').click();
  await page.getByLabel('Search by Name or Email').fill('annie');
  await getButton(page, 'Search').click();
  await page
    .getByRole('button', { name: /Annie Easley/ })
    .first()
    .click();
  expect(await faults()).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await findOverflow(page)).toEqual([]);
});
