import { expect, test } from 'vitest';
import { limits } from '../contract/limits.ts';
import { findAccessibilityProblems, findOverflow } from './accessibility.ts';
import type { Locator, Page } from './browser.ts';
import { decodeQrCode, useFilms } from './camera-film.ts';
import { createApproved, getCheckInTimes, typeAsScanner } from './check-in-people.ts';
import { getButton } from './page.ts';
import { detail, type SitePerson, useOrganizer, useSite } from './site.ts';

const site = useSite();
const createFilm = useFilms();
const organizer = useOrganizer(site);

const textOf = ({ id }: SitePerson) => JSON.stringify({ userId: id });
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

/** Leaves a success on the page for two minutes: a busy machine takes long to read the next pass. */
function showSuccessLonger(successFor: number): void {
  const start = setTimeout;
  const startLonger = (run: () => void, wait?: number) => start(run, wait === successFor ? 120_000 : wait);
  Object.assign(globalThis, { setTimeout: startLonger });
}

test('a pass before the camera becomes a person, then a check-in, then a row of the list', async () => {
  const ada = await createApproved(site, 'Ada Lovelace', { attending: true });
  const film = await createFilm([{ seconds: 1 }, { picture: ada.qrCode, seconds: 20 }]);
  const page = await site.open('/check-in', { as: organizer, film });
  await page.getByText('No participants have checked in yet').waitFor();
  const tracks = await watchTracks(page);
  await getButton(page, 'Scan QR Code').click();
  const card = page.getByRole('region', { name: 'Participant Information' });
  await card.waitFor();
  expect(await card.getByText('Ada Lovelace').isVisible()).toBe(true);
  expect(await card.getByText(ada.id).isVisible()).toBe(true);
  expect(await getCheckInTimes(site, ada)).toBe(0);

  const confirmed = Date.now();
  await getButton(page, 'Confirm Check-In [Priority]').click();
  const result = page.getByRole('status').filter({ hasText: 'Checked in' });
  await result.waitFor();
  expect(await result.innerText()).toMatch(/PRIORITY ACCESS[\s\S]*Checked in[\s\S]*Ada Lovelace/);
  expect(await result.evaluate((card) => getComputedStyle(card).backgroundColor)).toBe('rgb(9, 99, 64)');
  const row = page.getByRole('row').filter({ hasText: 'Ada Lovelace' });
  expect(await row.innerText()).toContain(ada.email);
  await page.getByText('1 in total').waitFor();
  await result.waitFor({ state: 'detached' });
  expect(Date.now() - confirmed).toBeGreaterThan(4500);
  // The camera has stayed on, and the pass that is still before it is not read twice.
  expect(await tracks()).toEqual(['live']);
  await page.waitForTimeout(1500);
  expect(await card.count()).toBe(0);
  await getButton(page, 'Cancel').click();
  await expect.poll(tracks).toEqual(['ended']);
  expect(await getCheckInTimes(site, ada)).toBe(1);
});

detail('Cancel on the person goes back to the beginning, camera off and nobody in', async () => {
  const alan = await createApproved(site, 'Alan Turing');
  const film = await createFilm([{ picture: alan.qrCode, seconds: 5 }]);
  const page = await site.open('/check-in', { as: organizer, film });
  const tracks = await watchTracks(page);
  await getButton(page, 'Scan QR Code').click();
  await getButton(page, 'Confirm Check-In').waitFor();
  await getButton(page, 'Cancel').click();
  await getButton(page, 'Scan QR Code').waitFor();
  await expect.poll(tracks).toEqual(['ended']);
  expect(await page.getByText('Participant Information').count()).toBe(0);
  expect(await getCheckInTimes(site, alan)).toBe(0);

  await getButton(page, 'Scan QR Code').click();
  await getButton(page, 'Confirm Check-In').waitFor();
  await getButton(page, 'Manual Check-In').click();
  await expect.poll(tracks).toEqual(['ended', 'ended']);
  expect(await page.getByText('Alan Turing').count()).toBe(0);
});

detail('the next in the queue may hold the pass up early: it is read when it is their turn', async () => {
  const [kay, lise] = [await createApproved(site, 'Kay McNulty'), await createApproved(site, 'Lise Meitner')];
  const film = await createFilm([
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
  expect([await getCheckInTimes(site, kay), await getCheckInTimes(site, lise)]).toEqual([1, 0]);
});

test('the next pass is read while the success of the one before still shows', async () => {
  const [kay, lise] = [
    await createApproved(site, 'Kay Antonelli'),
    await createApproved(site, 'Lise Noddack'),
  ];
  const page = await site.open('/check-in', { as: organizer });
  await page.evaluate(showSuccessLonger, limits.checkIn.successFor);
  await getButton(page, 'Scan QR Code').waitFor();
  await typeAsScanner(page, textOf(kay));
  await getButton(page, 'Confirm Check-In').click();
  const success = page.getByRole('status').filter({ hasText: 'Checked in' });
  await success.getByText('Kay Antonelli').waitFor();
  await typeAsScanner(page, textOf(lise));
  await page.getByRole('region', { name: 'Participant Information' }).getByText('Lise Noddack').waitFor();
  // Not in green, which would be taken for hers.
  await success.filter({ hasText: 'Last: In' }).getByText('Kay Antonelli').waitFor();
  await getButton(page, 'Confirm Check-In').click();
  await success.getByText('Lise Noddack').waitFor();
  expect([await getCheckInTimes(site, kay), await getCheckInTimes(site, lise)]).toEqual([1, 1]);
});

detail.each(['admin', 'volunteer'] as const)(
  'an answer of a minute ago, the diet at its checkpoint, and the name of whoever is refused show to a person of role %s',
  async (role) => {
    const [ada, rita] = [
      await createApproved(site, `Ada Yesterday ${role}`),
      await createApproved(site, `Rita Rejected ${role}`),
    ];
    const page = await site.open('/check-in', {
      as: await site.person({ role }),
      expected: [/status of 409/],
    });
    await getButton(page, 'All check-ins synced').click();
    await page.getByText(/participants can be checked in without a network/).waitFor();
    await page.keyboard.press('Escape');
    // After the station has fetched its list.
    await ada.call('PUT', '/attendance', { attending: true });
    await site.db
      .updateTable('applications')
      .set({ status: 'rejected' })
      .where('user_id', '=', rita.id)
      .execute();

    await typeAsScanner(page, textOf(ada));
    await getButton(page, 'Confirm Check-In [Priority]').waitFor();
    const card = page.getByRole('region', { name: 'Participant Information' });
    expect(await card.innerText()).not.toContain(ada.canary.diet);
    await getButton(page, 'Cancel').click();
    await typeAsScanner(page, textOf(rita));
    await getButton(page, 'Confirm Check-In').click();
    const refusal = page.getByRole('alert').filter({ hasText: 'not approved' });
    expect(await refusal.innerText()).toMatch(new RegExp(`${rita.name}\\s+Send them to the help desk\\.`));

    await page.getByLabel('Checkpoint').selectOption('saturday-lunch');
    await typeAsScanner(page, textOf(ada));
    await card.getByText(ada.canary.diet).waitFor();
    expect(await getButton(page, 'Confirm Check-In [Priority]').count()).toBe(0);
    await getButton(page, 'Confirm Check-In').click();
    const success = page.getByRole('status').filter({ hasText: 'Checked in' });
    await success.getByText(ada.canary.diet).waitFor();
    expect(await success.getByText('PRIORITY ACCESS').count()).toBe(0);
  },
);

detail.each([
  ['phone', { width: 390, height: 700 }],
  ['laptop', { width: 1280, height: 720 }],
] as const)('the station is one screen of a %s: the camera and its button on top', async (kind, viewport) => {
  const film = await createFilm([{ seconds: 5 }]);
  const page = await site.open('/check-in', { as: organizer, film, viewport, hasTouch: kind === 'phone' });
  await getButton(page, 'Cancel').waitFor();
  const boxOf = async (part: Locator) => (await part.boundingBox())!;
  const [camera, cancel, checkpoint, express, title] = await Promise.all(
    [
      page.locator('video'),
      getButton(page, 'Cancel'),
      page.getByLabel('Checkpoint'),
      getButton(page, 'Express'),
      page.getByText('Checkpoint', { exact: true }),
    ].map(boxOf),
  );
  // Everything that a scan needs is in sight without scrolling.
  for (const { y, height } of [camera!, cancel!, checkpoint!]) {
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(viewport.height);
  }
  // One line: label and choice beside each other.
  expect(Math.abs(title!.y + title!.height / 2 - checkpoint!.y - checkpoint!.height / 2)).toBeLessThan(12);
  if (kind === 'phone') expect(express!.y).toBeGreaterThan(cancel!.y);
  else expect(express!.y + express!.height).toBeLessThanOrEqual(viewport.height);
  for (const word of ['Sound', 'Dark', 'Express']) await getButton(page, word).waitFor();
  await typeAsScanner(page, textOf(await createApproved(site, `Screen ${kind}`)));
  await getButton(page, 'Confirm Check-In').click();
  const success = page.getByRole('status').filter({ hasText: 'Checked in' });
  // It slides in.
  await expect
    .poll(async () => boxOf(success).then(({ y, height }) => y + height))
    .toBeLessThanOrEqual(viewport.height);
});

detail(
  'a pass that comes back into view after Confirm was of somebody checked in just now, and no scan is refused',
  async () => {
    const grete = await createApproved(site, 'Grete Hermann');
    const film = await createFilm([
      { picture: grete.qrCode, seconds: 2 },
      { seconds: 4 },
      { picture: grete.qrCode, seconds: 20 },
    ]);
    const page = await site.open('/check-in', { as: organizer, film, expected: [/status of 400/] });
    await getButton(page, 'Scan QR Code').click();
    await getButton(page, 'Confirm Check-In').waitFor();
    // The phone was lowered and is up again.
    await page.waitForTimeout(8000);
    await getButton(page, 'Confirm Check-In').click();
    const again = page.getByRole('status').filter({ hasText: 'Checked in just now' });
    await again.getByText('Grete Hermann').waitFor();
    expect(await again.evaluate((card) => getComputedStyle(card).backgroundColor)).toBe('rgb(9, 99, 64)');
    await getButton(page, 'Manual Check-In').click();
    await page.getByLabel('Search by Name or Email').fill('hermann');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Grete Hermann/ }).click();
    // Its card was left, so this may be somebody else with her pass.
    const before = page.getByRole('status').filter({ hasText: /Already checked in at .* · \d+ s ago/ });
    await before.getByText('Grete Hermann').waitFor();
    await page.keyboard.press('Escape');
    const refused = async () =>
      (await (await organizer.call('GET', '/check-ins/attempts')).text()).split(grete.id).length - 1;
    expect(await refused()).toBe(0);

    // A forged pass is still refused, and another station says when she came in.
    await typeAsScanner(page, JSON.stringify({ userId: grete.id, t: 'AAAAAAAAAAAAAAAAAAAAAA' }));
    const refusal = page.getByRole('alert').filter({ hasText: 'This pass is no longer valid.' });
    await refusal.getByText('Grete Hermann').waitFor();
    const other = await site.open('/check-in', { as: organizer });
    await getButton(other, 'Scan QR Code').waitFor();
    await typeAsScanner(other, textOf(grete));
    await other.getByRole('status').filter({ hasText: 'Already checked in at' }).waitFor();
    await expect.poll(refused).toBe(2);
  },
);

test('the camera is open at once; each result is one color and one verb over the whole screen; the last check-in can be taken back', async () => {
  const [ada, rita] = [await createApproved(site, 'Ada Byron'), await createApproved(site, 'Rita Levi')];
  const vera = await site.person({ name: 'Vera Rubin', role: 'volunteer' });
  const film = await createFilm([{ picture: ada.qrCode, seconds: 60 }]);
  const viewport = { width: 390, height: 844 };
  const page = await site.open('/check-in', {
    ...{ as: vera, film, viewport, hasTouch: true },
    expected: [/status of 40[49]/, /ERR_FAILED/],
  });
  const expectScreen = async (verb: string, role: 'status' | 'alert', words: RegExp) => {
    const result = page.getByRole(role).filter({ hasText: words });
    await result.waitFor();
    // It slides in.
    await expect.poll(() => result.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
    expect(await result.innerText()).toMatch(new RegExp(`^(Entrance|Saturday lunch)\\s+${verb}\\s`));
    return result;
  };
  // The first check-in of a volunteer takes one tap: no button opens the camera.
  await getButton(page, 'Confirm Check-In').click();
  const success = await expectScreen('IN', 'status', /Checked in\s*Ada Byron/);
  const name = success.getByText('Ada Byron');
  expect(await name.evaluate((text) => getComputedStyle(text).fontSize)).toBe('72px');
  // After two seconds it is a card, and after five it is gone; the last check-in stays for a minute.
  await expect.poll(async () => (await success.boundingBox())?.height ?? 0).toBeLessThan(500);
  await success.waitFor({ state: 'detached' });
  await getButton(page, 'Undo').click();
  await expectScreen('UNDONE', 'status', /Ada Byron/);
  await expect.poll(() => getCheckInTimes(site, ada)).toBe(0);
  const audit = site.db.selectFrom('audit').where('subject', '=', ada.id).where('actor_id', '=', vera.id);
  const actions = (await audit.select('action').orderBy('id').execute()).map(({ action }) => action);
  expect(actions).toEqual(['check-in.admitted', 'check-in.undone']);

  await organizer.call('POST', '/applications/check-in', { userId: rita.id });
  await page.keyboard.press('Escape');
  // Until the station has heard of her, it would ask to confirm.
  const counts = await (await organizer.call('GET', '/check-ins/counts')).json();
  const inside = counts.find(({ checkpoint }: { checkpoint: string }) => checkpoint === 'entrance').count;
  await getButton(page, `Checked in (${inside})`).waitFor();
  await typeAsScanner(page, textOf(rita));
  const already = await expectScreen('ALREADY', 'status', /Already checked in at/);
  expect(await already.innerText()).toMatch(new RegExp(`Entrance · ${organizer.name} · \\d+ s ago`));
  await page.keyboard.press('Escape');
  await typeAsScanner(page, 'https://example.org/a-menu');
  await expectScreen('STOP', 'alert', /Invalid QR code format/);
  await page.keyboard.press('Escape');
  await typeAsScanner(page, JSON.stringify({ userId: crypto.randomUUID() }));
  await expectScreen('NOT ON THIS LIST', 'alert', /No such participant/);
  await page.keyboard.press('Escape');
  await page.getByLabel('Checkpoint').selectOption('saturday-lunch');
  await typeAsScanner(page, textOf(ada));
  await page.getByText(ada.canary.diet).waitFor();
  const sent = /applications\/check-in$|check-ins\/keys\//;
  await page.route(sent, (route) => route.abort());
  await getButton(page, 'Confirm Check-In').click();
  const saved = await expectScreen('SAVED', 'status', /Saved on this device/);
  const diet = saved.getByText(ada.canary.diet);
  expect(await diet.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize))).toBeGreaterThan(
    44,
  );
  // Taken back before it was sent: both are sent, and nobody is in.
  await getButton(saved, 'Undo').click();
  await page.unroute(sent);
  await getButton(page, 'All check-ins synced').waitFor();
  const states = site.db.selectFrom('check_ins').where('user_id', '=', ada.id).select('state');
  expect(await states.execute()).toEqual([{ state: 'undone' }, { state: 'undone' }]);
});

detail('a code that is no pass is refused aloud', async () => {
  const film = await createFilm([{ picture: await decodeQrCode('hello'), seconds: 5 }]);
  const page = await site.open('/check-in', { as: organizer, film });
  await getButton(page, 'Scan QR Code').click();
  expect(await page.getByRole('alert').innerText()).toContain('Invalid QR code format');
});

test('a forged pass is refused by the server, a pass without signature needs a look at the ID', async () => {
  const kurt = await createApproved(site, 'Kurt Gödel');
  const forged = JSON.stringify({ userId: kurt.id, name: 'Somebody Else', t: 'AAAAAAAAAAAAAAAAAAAAAA' });
  const old = JSON.stringify({ userId: kurt.id, name: 'Somebody Else' });
  const film = await createFilm([
    { picture: await decodeQrCode(forged), seconds: 10 },
    { picture: await decodeQrCode(old), seconds: 60 },
  ]);
  const page = await site.open('/check-in', { as: organizer, film, expected: [/status of 400/] });
  // With the list, from which the name is.
  await page.getByText(/^Updated/).waitFor();
  await getButton(page, 'Scan QR Code').click();
  expect(await page.getByRole('alert').innerText()).toMatch(
    /This pass is no longer valid\. Ask for the one on their dashboard, or search by name\.\s+Kurt Gödel/,
  );
  await getButton(page, 'Scan next').click();
  const card = page.getByRole('region', { name: 'Participant Information' });
  await card.waitFor({ timeout: 60_000 });
  expect(await card.innerText()).toMatch(/Kurt Gödel[\s\S]*unverified — check ID/);
  expect(await page.getByText('Somebody Else').count()).toBe(0);
});

detail('without permission there is an error and another way in', async () => {
  const page = await site.open('/check-in', { as: organizer });
  await getButton(page, 'Scan QR Code').click();
  expect(await page.getByRole('alert').innerText()).toContain('Error accessing camera');
  await getButton(page, 'Manual Check-In').click();
  await page.getByLabel('Search by Name or Email').waitFor();
});

detail('a camera that shows no picture within 3 s has timed out', async () => {
  const film = await createFilm([{ seconds: 1 }]);
  const page = await site.open('/check-in', { as: organizer, film });
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => new Promise(() => undefined);
  });
  const opened = Date.now();
  const tracks = await watchTracks(page);
  await getButton(page, 'Scan QR Code').click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(
    /Error accessing camera[\s\S]*Loading camera stream timed out after 3 seconds\./,
  );
  expect(Date.now() - opened).toBeGreaterThan(2900);
  await expect.poll(async () => [...new Set(await tracks())]).toEqual(['ended']);
});

detail('check-in is accessible in both themes', async () => {
  const person = await createApproved(site, 'Annie Easley', { attending: true });
  const film = await createFilm([{ picture: person.qrCode, seconds: 5 }]);
  const page = await site.open('/check-in', { as: organizer, film });
  const faults = async () => {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await findAccessibilityProblems(page, { within: 'main' })));
    }
    return found;
  };
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
