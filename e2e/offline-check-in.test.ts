import { expect, test } from 'vitest';
import type { Page } from './browser.ts';
import { useFilms } from './camera-film.ts';
import { createApproved, getCheckInKey, getCheckInTimes, typeAsScanner } from './check-in-people.ts';
import { getButton, refuseAsUnavailable } from './page.ts';
import { detail, type SitePerson, useOrganizer, useSite } from './site.ts';

const site = useSite();
const createFilm = useFilms();
const organizer = useOrganizer(site);

const unreachable = /ERR_INTERNET_DISCONNECTED|Failed to load resource/;

/** A station that has been visited once and then lost its network. */
async function offlineStation(
  film?: string,
  as: SitePerson = organizer,
  alsoExpected: RegExp[] = [],
): Promise<Page> {
  const expected = [unreachable, ...alsoExpected];
  const page = await site.open('/check-in', { as, film, expected, serviceWorkers: 'allow' });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await getButton(page, 'All check-ins synced').click();
  await page.getByText(/participants can be checked in without a network/).waitFor();
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await page.reload();
  await getButton(page, 'Scan QR Code').waitFor();
  return page;
}

async function saveScan(page: Page, text: string): Promise<void> {
  await typeAsScanner(page, text);
  await getButton(page, 'Confirm Check-In').click();
  await page.getByRole('status').filter({ hasText: 'Saved on this device' }).waitFor();
  await getButton(page, 'Scan next').click();
}

const textOf = ({ id }: SitePerson) => JSON.stringify({ userId: id });

test('five scans without a network survive a reload and are sent once each; refused ones are reported, and after a reload the list is waited for', async () => {
  const guests = await Promise.all(
    ['A', 'B', 'C', 'D', 'E'].map((name) => createApproved(site, `Guest ${name}`)),
  );
  const inside = await createApproved(site, 'Emmy Noether');
  await organizer.call('POST', '/applications/check-in', { userId: inside.id });
  const page = await offlineStation();
  for (const guest of guests) await saveScan(page, textOf(guest));
  await getButton(page, 'Offline. 5 waiting to sync').waitFor();
  await getButton(page, 'Problem').click();
  const problem = page.getByRole('dialog', { name: 'Problem' });
  await problem.getByLabel('No phone').check({ force: true });
  await problem.getByLabel(/^Their name/).fill('Paul');
  await getButton(problem, 'Send to the organizers').click();
  await page.getByText('Saved on this device, and sent when the network is back.').waitFor();
  await getButton(page, 'Offline. 6 waiting to sync').click();
  await page.getByText('Problem: Paul').waitFor();
  await page.keyboard.press('Escape');
  const expectRefusal = async (text: string, said: RegExp) => {
    await typeAsScanner(page, text);
    await page.getByText(said).first().waitFor();
    await page.keyboard.press('Escape');
    await getButton(page, 'Scan QR Code').waitFor();
  };
  await expectRefusal('https://example.org/a-menu', /Invalid QR code format/);
  await expectRefusal(JSON.stringify({ userId: inside.id, t: 'forged' }), /This pass is no longer valid/);
  await expectRefusal(textOf(inside), /Already checked in at/);
  await typeAsScanner(page, textOf(guests[0]!));
  await page
    .getByRole('status')
    .filter({ hasText: /Already checked in at \d{1,2}:\d\d [AP]M/ })
    .waitFor();
  await page.reload();
  await getButton(page, 'Offline. 6 waiting to sync').waitFor();
  for (const guest of guests) expect(await getCheckInTimes(site, guest)).toBe(0);

  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    const key = getCheckInKey(request);
    if (key) keys.push(key);
  });
  const reports: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/attempts')) reports.push(request.postData() ?? '');
  });
  await page.context().setOffline(false);
  await getButton(page, 'All check-ins synced').waitFor();
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(5);
  for (const guest of guests) expect(await getCheckInTimes(site, guest)).toBe(1);
  await page.getByRole('row').filter({ hasText: 'Guest E' }).waitFor();

  const listAttempts = async () =>
    (await (await organizer.call('GET', '/check-ins/attempts')).json()) as {
      reason: string;
      person: { name: string } | null;
    }[];
  const words = ({ reason, person }: Awaited<ReturnType<typeof listAttempts>>[number]) =>
    `${reason} ${person?.name ?? 'nobody'}`;
  await expect
    .poll(async () => (await listAttempts()).map(words).sort())
    .toEqual([
      'already_checked_in Emmy Noether',
      'already_checked_in Guest A',
      'invalid_pass Emmy Noether',
      'problem_no_phone nobody',
      'unreadable_pass nobody',
    ]);
  await expect.poll(() => reports).toHaveLength(5);
  expect(reports.join()).not.toMatch(/a-menu|forged|Noether/);

  // A scan right after a reload waits for the list of this device, however long that takes.
  await page.context().setOffline(true);
  await page.addInitScript(() => {
    const { match } = Cache.prototype;
    Cache.prototype.match = async function (...request) {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return match.apply(this, request);
    };
  });
  await page.reload();
  await getButton(page, 'Scan QR Code').waitFor();
  await typeAsScanner(page, JSON.stringify({ userId: inside.id, t: 'forged' }));
  await page.getByText(/This pass is no longer valid/).waitFor();
});

detail('scans are saved after the browser closed the database of the station', async () => {
  const guest = await createApproved(site, 'Mary Jackson');
  // The headless shell reports what it closes as an error of the page.
  const page = await offlineStation(undefined, organizer, [/Force close delete origin/]);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.clearDataForOrigin', { origin: site.url, storageTypes: 'indexeddb' });
  await saveScan(page, textOf(guest));
  await getButton(page, 'Offline. 1 waiting to sync').waitFor();
  await page.context().setOffline(false);
  await getButton(page, 'All check-ins synced').waitFor();
  expect(await getCheckInTimes(site, guest)).toBe(1);
});

test('a volunteer who logs out while check-ins wait is told so; the list of participants leaves the device, and who signs in next sends them', async () => {
  const [first, second] = await Promise.all([
    createApproved(site, 'Lise Meitner'),
    createApproved(site, 'Otto Hahn'),
  ]);
  const vera = await site.person({ name: 'Vera Rubin', role: 'volunteer' });
  const page = await offlineStation(undefined, vera);
  await page.context().setOffline(false);
  await page.goto('/');
  await page.goto('/check-in');
  await getButton(page, 'All check-ins synced').waitFor();
  const hasList = () => page.evaluate(() => caches.has('private'));
  expect(await hasList()).toBe(true);
  await page.context().setOffline(true);
  await saveScan(page, textOf(first));
  await saveScan(page, textOf(second));
  const logOut = page.getByRole('link', { name: 'logout' });
  await logOut.click();
  const question = page.getByRole('alertdialog', { name: '2 check-ins have not been sent yet' });
  await question
    .getByText('They stay on this device and are sent when somebody signs in and opens check-in here again.')
    .waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await getButton(page, 'Offline. 2 waiting to sync').waitFor();
  await logOut.click();
  await question.getByRole('button', { name: 'Log out anyway' }).click();
  await page.waitForURL(`${site.url}/`);
  expect(await hasList()).toBe(false);
  await page.context().setOffline(false);
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('logout'))).toBeNull();
  expect(await getCheckInTimes(site, first)).toBe(0);

  const omar = await site.person({ name: 'Omar Diaz', role: 'volunteer' });
  const [name = '', value = ''] = omar.cookie.split('=');
  await page.context().addCookies([{ name, value, url: site.url }]);
  await page.goto('/check-in');
  for (const guest of [first, second]) await expect.poll(() => getCheckInTimes(site, guest)).toBe(1);
  await getButton(page, 'All check-ins synced').waitFor();
  await logOut.click();
  await page.waitForURL(`${site.url}/`);
  expect(await question.count()).toBe(0);
});

test('the station reloads and stores scans while the program answers 503', async () => {
  const guest = await createApproved(site, 'Grace Murray');
  const page = await site.open('/check-in', {
    as: organizer,
    expected: [/status of 503/],
    serviceWorkers: 'allow',
  });
  await getButton(page, 'All check-ins synced').click();
  await page.getByText(/participants can be checked in without a network/).waitFor();
  await page.route('**/api/**', refuseAsUnavailable);
  await page.reload();
  await getButton(page, 'Scan QR Code').waitFor();
  await saveScan(page, textOf(guest));
  expect(await getCheckInTimes(site, guest)).toBe(0);
  await page.unroute('**/api/**', refuseAsUnavailable);
  await getButton(page, 'All check-ins synced').waitFor();
  expect(await getCheckInTimes(site, guest)).toBe(1);
});

detail('the camera reads passes without a network: known, forged and found by name', async () => {
  const ada = await createApproved(site, 'Ada Lovelace', { attending: true });
  const film = await createFilm([{ picture: ada.qrCode, seconds: 5 }]);
  const page = await offlineStation(film);
  await getButton(page, 'Scan QR Code').click();
  const card = page.getByRole('region', { name: 'Participant Information' });
  await card.getByText('Ada Lovelace').waitFor();
  expect(await card.getByText('unverified').count()).toBe(0);
  await getButton(page, 'Confirm Check-In [Priority]').waitFor();
  await getButton(page, 'Cancel').click();
  await typeAsScanner(page, JSON.stringify({ userId: ada.id, t: 'AAAAAAAAAAAAAAAAAAAAAA' }));
  const refusal = page.getByRole('alert').filter({ hasText: 'This pass is no longer valid.' });
  await refusal.getByText('Ada Lovelace').waitFor();
  await getButton(page, 'Manual Check-In').click();
  const found = page.getByRole('button', { name: /Ada Lovelace.*\[Priority\]/ });
  await page.getByLabel('Search by Name or Email').fill('lovelase ada');
  await getButton(page, 'Search').click();
  await page.getByRole('region', { name: 'Similar names' }).waitFor();
  await found.waitFor();
  await page.getByLabel('Search by Name or Email').fill('lovelace');
  await getButton(page, 'Search').click();
  await page.getByRole('region', { name: 'Search results' }).waitFor();
  await found.waitFor();
});

detail(
  'somebody who is not on the list is let in under the name that they give, and the name of the server replaces it',
  async () => {
    const page = await offlineStation();
    const [late, gone] = [await createApproved(site, 'Lotte Late'), await createApproved(site, 'Gerda Gone')];
    const desk = getButton(page, 'Send to the help desk');
    const notListed = page
      .getByRole('alert')
      .filter({ hasText: /^Not on this list \(as of \d{1,2}:\d\d [AP]M\)$/ });
    const letIn = async (guest: SitePerson, name: string) => {
      await typeAsScanner(page, textOf(guest));
      await notListed.waitFor();
      expect(await page.getByText(guest.id).count()).toBe(0);
      await getButton(page, 'Let in, to be checked').click();
      await page.getByText('Please enter their name.').waitFor();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await getButton(page, 'Let in, to be checked').click();
      await page.getByRole('status').filter({ hasText: `Saved on this device` }).getByText(name).waitFor();
      await getButton(page, 'Scan next').click();
    };
    await typeAsScanner(page, textOf(late));
    await desk.click();
    await notListed.waitFor({ state: 'detached' });
    await letIn(late, 'Lotte');
    await letIn(gone, 'Gerda');
    await letIn({ ...gone, id: crypto.randomUUID() }, 'Somebody');
    await page.reload();
    await getButton(page, 'Offline. 3 waiting to sync').click();
    const waiting = page.getByRole('dialog');
    await waiting.getByText('Lotte', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await typeAsScanner(page, textOf(late));
    await page.getByRole('status').filter({ hasText: 'Already checked in at' }).waitFor();
    await organizer.call('POST', '/applications/check-in', { userId: gone.id });

    await page.context().setOffline(false);
    await getButton(page, '2 need attention').click();
    await waiting.getByText('Gerda Gone').waitFor();
    await waiting.getByText('Somebody', { exact: true }).waitFor();
    // Only this device knows the name; the organizers are told.
    const told = site.db.selectFrom('check_in_attempts').where('reason', '=', 'problem_other').select('note');
    await expect
      .poll(() => told.execute())
      .toEqual([{ note: 'Somebody was let in without a network. No such participant.' }]);
    await page.keyboard.press('Escape');
    await page.getByRole('row').filter({ hasText: 'Lotte Late' }).waitFor();
    expect(await getCheckInTimes(site, late)).toBe(1);
  },
);

const setStatus = ({ id }: SitePerson, status: 'approved' | 'rejected') =>
  site.db.updateTable('applications').set({ status }).where('user_id', '=', id).execute();

detail(
  'what the server refuses later needs attention, with what a volunteer and an organizer may do about it',
  async () => {
    const guest = await createApproved(site, 'Hedy Lamarr');
    const late = await createApproved(site, 'Mary Somerville');
    const page = await offlineStation(undefined, await site.person({ role: 'volunteer' }));
    await saveScan(page, textOf(guest));
    await saveScan(page, textOf(late));
    await organizer.call('POST', '/applications/check-in', { userId: guest.id });
    await setStatus(late, 'rejected');
    await page.context().setOffline(false);
    const waiting = page.getByRole('dialog');
    const retry = waiting.getByRole('button', { name: 'Retry' });
    const overview = waiting.getByRole('link', { name: 'Open the overview' });
    const advice = waiting.getByText(`Not admitted: ${late.name}. If they are inside, tell an organizer.`);
    const other = waiting.getByText(`Another station has let ${guest.name} in.`);
    await getButton(page, '2 need attention').click();
    expect(await waiting.innerText()).toMatch(/Hedy Lamarr[\s\S]*Already checked in at \d{1,2}:\d\d [AP]M/);
    expect(await other.count()).toBe(1);
    expect([await retry.count(), await overview.count(), await advice.count()]).toEqual([2, 0, 1]);
    // An organizer who signs in on this device finds them, too.
    const [name = '', value = ''] = organizer.cookie.split('=');
    await page.context().addCookies([{ name, value, url: site.url }]);
    await page.reload();
    await getButton(page, '2 need attention').click();
    await overview.first().waitFor();
    expect([await retry.count(), await overview.count(), await advice.count()]).toEqual([2, 2, 0]);
    const person = waiting.getByRole('listitem');
    await person.filter({ hasText: 'Hedy' }).getByRole('button', { name: 'Discard' }).click();
    await person.filter({ hasText: 'Hedy' }).waitFor({ state: 'detached' });
    expect(await getCheckInTimes(site, guest)).toBe(1);
    expect(await getCheckInTimes(site, late)).toBe(0);
    await setStatus(late, 'approved');
    await retry.click();
    await waiting.getByText('Nothing is waiting.').waitFor();
    expect(await getCheckInTimes(site, late)).toBe(1);
  },
);
