import { expect, test } from 'vitest';
import { projectDraftKey, reviewDraftKey } from '../web/lib/draft-store.ts';
import { createApplicant, createPdfFile, fillText, openForm } from './applicants.ts';
import type { Page } from './browser.ts';
import { storeDrafts } from './drafts.ts';
import { detail, type SitePerson, useSite } from './site.ts';
import { storeHelpRequest } from './stored-help-request.ts';

const site = useSite();
const offline: Parameters<typeof site.open>[1] = {
  // Who logs out may have asked for something that is refused then.
  expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/, /status of 401/],
  serviceWorkers: 'allow',
};

/** Everything that this browser stores for the site, as one text; service worker caches of the site's files left out. */
function readDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const name of await caches.keys()) {
      if (name.includes('precache')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push(request.url, await (await cache.match(request))?.text());
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          all.onsuccess = resolve;
        });
        for (const value of all.result as unknown[])
          found.push(value instanceof File ? `file ${value.name}` : value);
      }
      database.close();
    }
    return JSON.stringify(found);
  });
}

const isSignedIn = async ({ call }: SitePerson) =>
  ((await (await call('GET', '/auth/user')).json()) as { user: unknown }).user !== null;

const installed = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

/** Somebody with drafts, a file and the cached session on their device, a new one or one that somebody has used. */
async function openWithDraft(person: SitePerson, used?: Page): Promise<Page> {
  const page = used ?? (await openForm(site, person, offline));
  if (used) {
    const [name = '', value = ''] = person.cookie.split('=');
    await page.context().addCookies([{ name, value, url: site.url }]);
    await page.goto('/apply');
  }
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(createPdfFile(undefined, 'canary.pdf'));
  await page.getByText(/^Draft saved/).waitFor();
  await expect.poll(() => readDevice(page)).toContain('canary.pdf');
  const others = [projectDraftKey({ _id: person.id, team: null }), reviewDraftKey(person.id)];
  await storeDrafts(page, others, `Of ${person.name}`);
  expect(await readDevice(page)).toContain(person.email);
  return page;
}

const question = 'You have a draft that has not been sent';

async function logOut(page: Page, { hasDraft = true } = {}): Promise<void> {
  const link = page.getByRole('link', { name: 'logout' }).first();
  await link.waitFor();
  if (!hasDraft) await link.click();
  else if (new URL(page.url()).pathname === '/apply') {
    const dialog = page.getByRole('alertdialog', { name: question });
    await link.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await link.click();
    await dialog.getByText('It is deleted from this device.').waitFor();
    await dialog.getByRole('button', { name: 'Log out anyway' }).click();
  } else
    await Promise.all([
      page.waitForEvent('dialog').then(async (dialog) => {
        expect(dialog.message()).toContain(question);
        await dialog.accept();
      }),
      link.click(),
    ]);
  await page.waitForURL(`${site.url}/`);
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
}

const privateWords = (person: SitePerson) => [person.email, person.name, 'canary.pdf', 'analytical engine'];

test('after a logout from any page nothing private is on the device', async () => {
  let page: Page | undefined;
  for (const address of ['/', '/schedule', '/apply']) {
    const person = await site.person({ name: `Cassandra Canary at ${address}` });
    page = await openWithDraft(person, page);
    await page.goto(address);
    await storeHelpRequest(page, person.id);
    await logOut(page);
    const device = await readDevice(page);
    for (const word of [...privateWords(person), 'cry for help']) expect(device, address).not.toContain(word);
    expect(await isSignedIn(person)).toBe(false);
  }
});

test('a logout without a network clears the device at once, and ends the session with the next connection', async () => {
  const person = await site.person({ name: 'Oona Offline' });
  const page = await openWithDraft(person);
  await installed(page);
  await page.goto('/');
  await page.goto('/apply');
  await page.context().setOffline(true);
  await logOut(page);
  const device = await readDevice(page);
  for (const word of privateWords(person)) expect(device).not.toContain(word);
  // Chromium sets a page offline that opens just then a moment late: the session may have ended already.
  await page.goto('/dashboard').catch(() => undefined);
  await page.waitForURL(`${site.url}/`);
  await page.context().setOffline(false);
  await page.reload();
  await expect.poll(() => isSignedIn(person)).toBe(false);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('logout'))).toBeNull();
});

detail('a logout in one tab takes the pass from the other', async () => {
  const ada = await createApplicant(site, { name: 'Ada Lovelace', status: 'approved' });
  const page = await site.open('/dashboard', {
    as: ada,
    expected: [/status of 401/],
    serviceWorkers: 'allow',
  });
  const code = page.getByRole('img', { name: 'Check-in QR code for Ada Lovelace' });
  await code.waitFor();
  const other = await page.context().newPage();
  await other.goto('/schedule');
  await logOut(other, { hasDraft: false });
  await page.waitForURL(`${site.url}/`);
  expect(await code.count()).toBe(0);
});

detail('the device of a demoted volunteer forgets at its first contact', async () => {
  await createApplicant(site, { name: 'Rosalind Franklin', status: 'approved' });
  const [vera, office] = [
    await site.person({ name: 'Vera Rubin', role: 'volunteer' }),
    await site.person({ role: 'admin' }),
  ];
  const page = await site.open('/check-in', {
    as: vera,
    expected: [/status of 40[13]/],
    serviceWorkers: 'allow',
  });
  await expect.poll(() => readDevice(page)).toContain('Rosalind Franklin');
  await office.call('DELETE', `/volunteers/${vera.id}`);
  await page.goto('/schedule');
  await expect.poll(() => readDevice(page)).not.toContain('Rosalind Franklin');
});

detail('a station stores names and priorities, and neither emails nor majors nor diets', async () => {
  const guest = await createApplicant(site, { name: 'Rosalind Franklin', status: 'approved' });
  const office = await site.person({ role: 'admin' });
  await office.call('POST', '/applications/check-in', { userId: guest.id });
  const page = await site.open('/check-in', { as: office, serviceWorkers: 'allow' });
  await page.getByText(guest.email).waitFor();
  await expect.poll(() => readDevice(page)).toContain('checkedInAt');
  const device = await readDevice(page);
  expect(device).toContain('Rosalind Franklin');
  for (const word of [guest.email, 'Mathematics', 'no nuts', 'analytical'])
    expect(device).not.toContain(word);
});

detail('a session that ends while a page is open leads to sign-in and back', async () => {
  const ada = await createApplicant(site, { name: 'Ada Lovelace', status: 'approved' });
  const page = await site.open('/dashboard', {
    as: ada,
    expected: [/status of 401/],
    serviceWorkers: 'allow',
  });
  await page.getByRole('button', { name: 'Yes' }).waitFor();
  await site.db.deleteFrom('sessions').where('user_id', '=', ada.id).execute();
  // Another call of the page may be refused first, which leads to the same.
  await page
    .getByRole('button', { name: 'Yes' })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  await page.getByRole('heading', { name: 'You have been signed out.' }).waitFor();
  expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.waitForURL(/\/sign-in\?returnTo=%2Fdashboard$/);
});
