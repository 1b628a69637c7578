import { expect, test } from 'vitest';
import { createApplicants } from './applicants.ts';
import type { Page } from './browser.ts';
import { decodeQrCode, useFilms } from './camera-film.ts';
import { createApproved, typeAsScanner } from './check-in-people.ts';
import { getButton } from './page.ts';
import { useOrganizer, useSite } from './site.ts';

const site = useSite();
const createFilm = useFilms();
const organizer = useOrganizer(site);

/** The greatest height that an element may have, in pixels. */
const getMaxHeight = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).evaluate((region) => getComputedStyle(region).maxHeight);

test('the two panels: title, loading text, empty list with its count, and the toggle between the ways in', async () => {
  const page = await site.open('/schedule', { as: organizer, viewport: { width: 1280, height: 800 } });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/applications/checked-in*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/check-in');
  await page.getByRole('heading', { level: 1, name: 'Participant Check-In' }).waitFor();
  await page.getByText('Loading checked-in participants...').waitFor();
  resolve();
  await page.getByText('No participants have checked in yet').waitFor();
  const panel = page.getByRole('region', { name: 'Checked-in Participants' });
  await panel.getByText('in total').waitFor();
  expect((await panel.innerText()).replace(/\s+/g, ' ')).toMatch(/^Checked-in Participants 0/);
  await getButton(page, 'Manual Check-In').click();
  await getButton(page, 'Use QR Scanner').click();
  await getButton(page, 'Scan QR Code').waitFor();
});

test('switching to the other way in clears what was selected', async () => {
  const ada = await createApproved(site, 'Ada Lovelace');
  const page = await site.open('/check-in', { as: organizer });
  await getButton(page, 'Scan QR Code').waitFor();
  await typeAsScanner(page, JSON.stringify({ userId: ada.id }));
  await page.getByRole('region', { name: 'Participant Information' }).waitFor();
  await getButton(page, 'Manual Check-In').click();
  await page.getByRole('region', { name: 'Participant Information' }).waitFor({ state: 'detached' });
  await page.getByLabel('Search by Name or Email').fill('lovelace');
  await getButton(page, 'Search').click();
  await page.getByRole('button', { name: /Ada Lovelace/ }).click();
  await page.getByRole('region', { name: 'Selected Participant' }).waitFor();
  await getButton(page, 'Use QR Scanner').click();
  await page.getByRole('region', { name: 'Selected Participant' }).waitFor({ state: 'detached' });
});

test('by hand: busy, what failed, and a message that goes after five seconds', async () => {
  const emmy = await createApproved(site, 'Emmy Noether', { attending: true });
  const page = await site.open('/check-in', { as: organizer, expected: [/status of 500/] });
  await getButton(page, 'Manual Check-In').click();
  const field = page.getByLabel('Search by Name or Email');
  await page.route('**/api/applications/search?*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await field.fill('noether');
  await getButton(page, 'Search').click();
  await page.getByRole('alert').getByText('Failed to search for users').waitFor();
  await page.unroute('**/api/applications/search?*');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/applications/search?*', async (route) => {
    await promise;
    await route.continue();
  });
  await getButton(page, 'Search').click();
  await expect.poll(() => getButton(page, 'Searching...').isDisabled()).toBe(true);
  resolve();
  const found = page.getByRole('button', { name: /Emmy Noether.*\[Priority\]/ });
  await found.waitFor();
  expect(await found.innerText()).toContain(emmy.email);
  expect(await getMaxHeight(page, 'Search results')).toBe('200px');
  await found.click();
  const confirmed = Date.now();
  await getButton(page, 'Confirm Check-In [Priority]').click();
  const message = page.getByRole('status').filter({ hasText: 'Checked in' });
  await message.waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  await message.waitFor({ state: 'detached' });
  expect(Date.now() - confirmed).toBeGreaterThan(4500);
});

test('the list has name with email, major, and time with date, in a region of at most 500 pixels', async () => {
  await createApplicants(site, 30);
  await site.db.updateTable('applications').set({ status: 'approved', reviewed_at: new Date() }).execute();
  const people = await site.db.selectFrom('users').select('id').where('name', 'like', 'Person %').execute();
  for (const { id } of people) await organizer.call('POST', '/applications/check-in', { userId: id });
  const page = await site.open('/check-in', { as: organizer, viewport: { width: 1280, height: 1400 } });
  const table = page.getByRole('table');
  await table.getByRole('row').nth(20).waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Name', 'Major', 'Check-in Time']);
  const cells = await table
    .getByRole('row')
    .filter({ hasText: 'Person 7' })
    .getByRole('cell')
    .allInnerTexts();
  expect(cells[0]).toMatch(/^Person 7\s+person\.7@example\.edu$/);
  expect(cells[1]).toBe('Mathematics');
  expect(cells[2]).toMatch(/^\d+:\d\d [AP]M\s+[A-Z][a-z]{2} \d+, \d{4}$/);
  expect(
    (await page.getByRole('region', { name: 'Check-in times' }).boundingBox())!.height,
  ).toBeLessThanOrEqual(500);
  expect(await getMaxHeight(page, 'Check-in times')).toBe('500px');
});

test('on a phone the list replaces the station, and the two buttons stay where they are', async () => {
  const page = await site.open('/check-in', { as: organizer });
  const scan = getButton(page, 'Scan QR Code');
  const list = page.getByLabel('Filter by name or email');
  const choices = [getButton(page, 'Check in'), getButton(page, /^Checked in \(\d+\)$/)];
  for (const width of [390, 700]) {
    await page.setViewportSize({ width, height: 844 });
    await choices[1]!.waitFor();
    await scan.waitFor();
    const boxes = () => Promise.all(choices.map((choice) => choice.boundingBox()));
    const before = await boxes();
    expect(await list.isVisible()).toBe(false);
    await choices[1]!.click();
    await list.waitFor();
    expect(await scan.isVisible()).toBe(false);
    expect(await boxes()).toEqual(before);
    await choices[0]!.click();
    await scan.waitFor();
    expect(await list.isVisible()).toBe(false);
    expect(await boxes()).toEqual(before);
  }
});

test('the rear camera is asked for, with the specified picture, and has half a second to settle', async () => {
  const film = await createFilm([{ seconds: 1 }]);
  const page = await site.open('/check-in', { as: organizer, film });
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      Object.assign(globalThis, { wanted });
      const stream = await open(wanted);
      const opened = performance.now();
      for (const track of stream.getVideoTracks())
        track.getCapabilities = () => {
          Object.assign(globalThis, { settled: performance.now() - opened });
          return {};
        };
      return stream;
    };
  });
  await page.reload();
  await getButton(page, 'Scan QR Code').click();
  await getButton(page, 'Cancel').waitFor();
  const wanted = () => page.evaluate(() => (globalThis as unknown as { wanted?: unknown }).wanted);
  await expect.poll(wanted).toEqual({
    audio: false,
    video: {
      facingMode: { ideal: 'environment' },
      width: { ideal: 720, max: 1920 },
      height: { ideal: 720, max: 1080 },
    },
  });
  const settled = () => page.evaluate(() => (globalThis as unknown as { settled?: number }).settled ?? 0);
  await expect.poll(settled).toBeGreaterThan(490);
});

test.each([
  [
    'the page is not secure',
    () => Object.defineProperty(globalThis, 'isSecureContext', { value: false }),
    /secure context.*HTTPS or localhost/,
  ],
  [
    'the browser has no camera stream',
    () => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }),
    /no Stream API support/,
  ],
  [
    'the decoder cannot run',
    () => {
      delete (globalThis as { BarcodeDetector?: unknown }).BarcodeDetector;
      const refuse = () => Promise.reject(new Error('no'));
      Object.assign(WebAssembly, { instantiate: refuse, instantiateStreaming: refuse });
    },
    /Unsupported browser/,
  ],
] as const)('when %s the scanner says why', async (_what, breakBrowser, sentence) => {
  const film = await createFilm([{ seconds: 1 }]);
  const page = await site.open('/sign-in', {
    as: organizer,
    film,
    expected: [/wasm|Aborted|ArrayBuffer instantiation/],
  });
  await page.addInitScript(breakBrowser);
  await page.goto('/check-in');
  await getButton(page, 'Scan QR Code').click();
  const alert = page.getByRole('alert');
  await alert.getByText('Error accessing camera').waitFor();
  expect((await alert.innerText()).replace(/\s+/g, ' ')).toMatch(sentence);
});

test('when nothing can be asked about a pass, its card shows all the same', async () => {
  const hedy = await createApproved(site, 'Hedy Lamarr');
  const film = await createFilm([
    { picture: await decodeQrCode(JSON.stringify({ userId: hedy.id, name: 'Hedy Lamarr' })), seconds: 60 },
  ]);
  const page = await site.open('/sign-in', { as: organizer, film, expected: [/ERR_FAILED/] });
  await page.route('**/api/check-ins/{read,roster}*', (route) => route.abort());
  await page.goto('/check-in');
  await getButton(page, 'Scan QR Code').click();
  const card = page.getByRole('region', { name: 'Participant Information' });
  await card.getByText(hedy.id).waitFor();
  await getButton(card, 'Confirm Check-In').waitFor();
});
