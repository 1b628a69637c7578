import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from './browser.ts';
import { scannerTypes, approved as somebodyApproved, checkedInTimes as timesIn } from './door.ts';
import { codeOf, shoot } from './film.ts';
import { type Person, useSite } from './site.ts';

const site = useSite();
let films: string;
let organiser: Person;

beforeAll(async () => {
  films = await mkdtemp(path.join(tmpdir(), 'overnight-films-'));
  organiser = await site.person({ name: 'Grace Hopper', role: 'admin' });
});
afterAll(() => rm(films, { recursive: true }));

const approved = (name: string, options?: { attending?: boolean }) => somebodyApproved(site, name, options);
const checkedInTimes = (person: Person) => timesIn(site, person);
const button = (page: Page, name: string) => page.getByRole('button', { name });
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
  const film = await shoot(path.join(films, 'ada.y4m'), [
    { seconds: 1 },
    { picture: ada.qrCode, seconds: 20 },
  ]);
  const page = await site.open('/check-in', { as: organiser, film });
  await page.getByText('No participants have checked in yet').waitFor();
  const tracks = await watchTracks(page);
  await button(page, 'Scan QR Code').click();
  const card = page.getByRole('region', { name: 'Participant Information' });
  await card.waitFor({ timeout: 3500 });
  expect(await card.getByText('Ada Lovelace').isVisible()).toBe(true);
  expect(await card.getByText(ada.id).isVisible()).toBe(true);
  expect(await checkedInTimes(ada)).toBe(0);

  await button(page, 'Confirm Check-In [Priority]').click();
  const result = page.getByRole('status').filter({ hasText: 'Checked in' });
  await result.waitFor();
  const shown = Date.now();
  expect(await result.innerText()).toMatch(/PRIORITY ACCESS[\s\S]*Checked in[\s\S]*Ada Lovelace/);
  const row = page.getByRole('row').filter({ hasText: 'Ada Lovelace' });
  expect(await row.innerText()).toContain(ada.email);
  expect(await page.getByText('1 in all').isVisible()).toBe(true);
  await result.waitFor({ state: 'detached' });
  expect(Date.now() - shown).toBeGreaterThan(4500);
  expect(Date.now() - shown).toBeLessThan(5700);
  // The camera has stayed on, and the pass that is still before it is not read twice.
  expect(await tracks()).toEqual(['live']);
  await page.waitForTimeout(1500);
  expect(await card.count()).toBe(0);
  await button(page, 'Cancel').click();
  expect(await tracks()).toEqual(['ended']);
  expect(await checkedInTimes(ada)).toBe(1);
});

test('Cancel on the person goes back to the beginning, camera off and nobody in', async () => {
  const alan = await approved('Alan Turing');
  const film = await shoot(path.join(films, 'alan.y4m'), [{ picture: alan.qrCode, seconds: 5 }]);
  const page = await site.open('/check-in', { as: organiser, film });
  const tracks = await watchTracks(page);
  await button(page, 'Scan QR Code').click();
  await button(page, 'Confirm Check-In').waitFor();
  await button(page, 'Cancel').click();
  await button(page, 'Scan QR Code').waitFor();
  expect(await tracks()).toEqual(['ended']);
  expect(await page.getByText('Participant Information').count()).toBe(0);
  expect(await checkedInTimes(alan)).toBe(0);

  await button(page, 'Scan QR Code').click();
  await button(page, 'Confirm Check-In').waitFor();
  await button(page, 'Manual Check-In').click();
  expect(await tracks()).toEqual(['ended', 'ended']);
  expect(await page.getByText('Alan Turing').count()).toBe(0);
});

test('a code that is no pass is refused aloud', async () => {
  const film = await shoot(path.join(films, 'hello.y4m'), [{ picture: await codeOf('hello'), seconds: 5 }]);
  const page = await site.open('/check-in', { as: organiser, film });
  await button(page, 'Scan QR Code').click();
  expect(await page.getByRole('alert').innerText()).toContain('Invalid QR code format');
});

test('a forged pass is refused by the server, a pass without signature needs a look at the ID', async () => {
  const kurt = await approved('Kurt Gödel');
  const forged = JSON.stringify({ userId: kurt.id, name: 'Somebody Else', t: 'AAAAAAAAAAAAAAAAAAAAAA' });
  const old = JSON.stringify({ userId: kurt.id, name: 'Somebody Else' });
  const film = await shoot(path.join(films, 'kurt.y4m'), [
    { picture: await codeOf(forged), seconds: 3 },
    { picture: await codeOf(old), seconds: 60 },
  ]);
  const page = await site.open('/check-in', { as: organiser, film, expected: [/status of 400/] });
  await button(page, 'Scan QR Code').click();
  expect(await page.getByRole('alert').innerText()).toContain('Invalid QR code format');
  await button(page, 'Scan next').click();
  const card = page.getByRole('region', { name: 'Participant Information' });
  await card.waitFor();
  expect(await card.innerText()).toMatch(/Kurt Gödel[\s\S]*unverified — check ID/);
  expect(await page.getByText('Somebody Else').count()).toBe(0);
});

test('without permission there is an error and another way in', async () => {
  const page = await site.open('/check-in', { as: organiser });
  await button(page, 'Scan QR Code').click();
  expect(await page.getByRole('alert').innerText()).toContain('Error accessing camera');
  await button(page, 'Manual Check-In').click();
  await page.getByLabel('Search by Name or Email').waitFor();
});

test('a camera that shows no picture within 3 s has timed out', async () => {
  const film = await shoot(path.join(films, 'wall.y4m'), [{ seconds: 1 }]);
  const page = await site.open('/check-in', { as: organiser, film });
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => new Promise(() => undefined);
  });
  const tracks = await watchTracks(page);
  const tapped = Date.now();
  await button(page, 'Scan QR Code').click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(
    /Error accessing camera[\s\S]*Loading camera stream timed out after 3 seconds\./,
  );
  expect(Date.now() - tapped).toBeGreaterThan(2900);
  expect(await tracks()).toEqual(['ended']);
});

test('by hand: search, select, confirm, and the search is empty again', async () => {
  const emmy = await approved('Emmy Noether');
  await approved('Sofja Kowalewskaja', { attending: true });
  const page = await site.open('/check-in', { as: organiser });
  await button(page, 'Manual Check-In').click();
  expect(await button(page, 'Search').isDisabled()).toBe(true);
  const field = page.getByLabel('Search by Name or Email');
  await field.fill('  nobody at all ');
  await field.press('Enter');
  await page.getByText('No approved users found matching your search').waitFor();
  await field.fill('kowalew');
  await button(page, 'Search').click();
  await page.getByRole('button', { name: /Sofja Kowalewskaja.*\[Priority\]/ }).waitFor();
  await field.fill('noether');
  await button(page, 'Search').click();
  await page.getByRole('button', { name: /Emmy Noether/ }).click();
  const card = page.getByRole('region', { name: 'Selected Participant' });
  for (const fact of ['Emmy Noether', emmy.email, 'Mathematics'])
    expect(await card.getByText(fact).isVisible()).toBe(true);
  await button(page, 'Confirm Check-In').click();
  await page.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  expect(await field.inputValue()).toBe('');
  expect(await page.getByRole('region', { name: 'Search results' }).count()).toBe(0);
  expect(await checkedInTimes(emmy)).toBe(1);
});

test('the list can be filtered, and says when it cannot be read', async () => {
  const rosalind = await approved('Rosalind Franklin');
  await organiser.call('POST', '/applications/check-in', { userId: rosalind.id });
  const page = await site.open('/check-in', { as: organiser, expected: [/status of 500/] });
  const row = page.getByRole('row').filter({ hasText: 'Rosalind Franklin' });
  await row.waitFor();
  const filter = page.getByLabel('Filter by name or email');
  await filter.fill('ROSALIND.FRANK');
  expect(await page.getByRole('row').count()).toBe(2);
  await filter.fill('xyz');
  await page.getByText('No results match your search').waitFor();
  await filter.fill('');
  await page.route('**/api/applications/checked-in*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await button(page, 'Refresh List').click();
  await page.getByRole('alert').filter({ hasText: 'Failed to fetch checked-in users' }).waitFor();
  expect(await row.isVisible()).toBe(true);
});

test('whoever comes in at another station shows here within two seconds, and stands out', async () => {
  const chien = await approved('Chien-Shiung Wu');
  const page = await site.open('/check-in', { as: organiser });
  await page.getByText(/^Updated/).waitFor();
  await organiser.call('POST', '/applications/check-in', { userId: chien.id });
  const row = page.getByRole('row').filter({ hasText: 'Chien-Shiung Wu' });
  await row.waitFor({ timeout: 2000 });
});

test('a lost answer leaves the person saved here, then in, once and under one key', async () => {
  const maryam = await approved('Maryam Mirzakhani');
  const page = await site.open('/check-in', { as: organiser, expected: [/ERR_/] });
  const keys: (string | undefined)[] = [];
  await page.route(/check-ins?(\/sync)?$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 2) return route.continue();
    // The first is carried out and its answer lost, the second never arrives.
    if (keys.length === 1) await route.fetch();
    return route.abort();
  });
  await button(page, 'Manual Check-In').click();
  await page.getByLabel('Search by Name or Email').fill('maryam');
  await button(page, 'Search').click();
  await page.getByRole('button', { name: /Maryam Mirzakhani/ }).click();
  await button(page, 'Confirm Check-In').click();
  await page.getByRole('status').filter({ hasText: 'Saved on this device' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  await page.getByText('All check-ins synced').waitFor();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(await checkedInTimes(maryam)).toBe(1);
});

test('a fault of the server is told, and the next try has the same key', async () => {
  const mary = await approved('Mary Jackson');
  const page = await site.open('/check-in', { as: organiser, expected: [/status of 500/] });
  const keys: (string | undefined)[] = [];
  await page.route('**/api/applications/check-in', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length > 1 ? route.continue() : route.fulfill({ status: 500, body: '{}' });
  });
  await button(page, 'Scan QR Code').waitFor();
  await scannerTypes(page, JSON.stringify({ userId: mary.id }));
  await button(page, 'Confirm Check-In').click();
  await page.getByText('Failed to check in participant').waitFor();
  await button(page, 'Confirm Check-In').click();
  await page.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  expect(new Set(keys).size).toBe(1);
});

test('the keyboard and a scanner that types do everything', async () => {
  const hedy = await approved('Hedy Lamarr');
  const page = await site.open('/check-in', { as: organiser });
  await button(page, 'Scan QR Code').waitFor();
  await page.keyboard.press('/');
  await page.getByLabel('Search by Name or Email').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('m');
  await button(page, 'Scan QR Code').waitFor();
  await scannerTypes(page, JSON.stringify({ userId: hedy.id, name: 'Hedy Lamarr' }));
  await page.getByRole('region', { name: 'Participant Information' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByText('Hedy Lamarr').count()).toBe(0);
  await scannerTypes(page, JSON.stringify({ userId: hedy.id, name: 'Hedy Lamarr' }));
  await page.getByRole('region', { name: 'Participant Information' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  expect(await checkedInTimes(hedy)).toBe(1);
});

test.each(['light', 'dark'] as const)('nothing at the door keeps anybody out (%s)', async (colorScheme) => {
  const person = await approved(`Annie Easley ${colorScheme}`, { attending: true });
  const film = await shoot(path.join(films, `annie-${colorScheme}.y4m`), [
    { picture: person.qrCode, seconds: 5 },
  ]);
  const page = await site.open('/check-in', { as: organiser, film, colorScheme });
  const faults = async () => {
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  };
  await button(page, 'Scan QR Code').waitFor();
  expect(await faults()).toEqual([]);
  await button(page, 'Scan QR Code').click();
  await button(page, 'Confirm Check-In').waitFor();
  expect(await faults()).toEqual([]);
  await button(page, 'Confirm Check-In').click();
  await page.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  expect(await faults()).toEqual([]);
  await button(page, 'Manual Check-In').click();
  await page.getByLabel('Search by Name or Email').fill('annie');
  await button(page, 'Search').click();
  await page
    .getByRole('button', { name: /Annie Easley/ })
    .first()
    .click();
  expect(await faults()).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  const tooWide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  expect(await tooWide()).toEqual([]);
});
