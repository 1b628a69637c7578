import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { createApplicant, getApplicationOf } from './applicants.ts';
import type { Page } from './browser.ts';
import { refuseAsUnavailable } from './page.ts';
import { detail, type SitePerson, useSite } from './site.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

const names = [
  'Ada Lovelace',
  'Grace Brewster Murray Hopper',
  'Bo',
  '艾达·洛夫莱斯',
  'Maximiliane-Charlotte von Wolfenbüttel',
];
const more = ['Alan Turing', 'Barbara Liskov', 'Edsger Dijkstra', 'Katherine Johnson', 'Radia Perlman'];

const site = useSite();
let organizer: SitePerson;
let ada: SitePerson;
beforeAll(async () => {
  organizer = await site.person({ name: 'Olga Organizer', role: 'admin' });
  const people: SitePerson[] = [];
  for (const name of [...names, ...more])
    people.push(await createApplicant(site, { name, status: 'approved' }));
  await createApplicant(site, { name: 'Penny Pending' });
  ada = people[0]!;
  expect((await ada.call('POST', '/teams', { name: 'The Analytical Engines', maxMembers: 4 })).status).toBe(
    201,
  );
});

/** What Chromium prints: for each sheet its size in points and how many badges are on it. */
async function printed(page: Page, format: 'A4' | 'Letter') {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format, preferCSSPageSize: true })));
  const { text } = await extractText(pdf);
  return Promise.all(
    text.map(async (sheet, at) => {
      const [, , width = 0, height = 0] = (await pdf.getPage(at + 1)).view;
      return [Math.round(width), Math.round(height), sheet.split('Hacker Track').length - 1];
    }),
  );
}

test('an organizer prints badges for selected people', async () => {
  const list = await site.open('/dashboard', { as: organizer, viewport: { width: 1280, height: 1400 } });
  for (const name of [...names, ...more, 'Penny Pending'])
    await list.getByRole('checkbox', { name: `Select ${name}` }).check();
  const opened = list.context().waitForEvent('page');
  await list
    .getByRole('region', { name: 'Bulk actions' })
    .getByRole('link', { name: 'Print badges' })
    .click();
  const page = await opened;
  await page.getByText(/^10 badges on 2 sheets/).waitFor();
  await page.getByText('One person is not approved and has no badge.').waitFor();

  const badge = page.getByRole('listitem').filter({ hasText: 'Ada Lovelace' });
  for (const text of ['Overnight 2025', 'The Analytical Engines', 'Hacker Track'])
    await badge.getByText(text).waitFor();
  const [code] = await readBarcodes(await badge.screenshot({ scale: 'device' }));
  const { userId, name, t } = JSON.parse(code?.text ?? '{}');
  expect([userId, name]).toEqual([ada.id, 'Ada Lovelace']);
  const read = await organizer.call('POST', '/check-ins/read', { userId, pass: t });
  expect(await read.json()).toMatchObject({ name: 'Ada Lovelace', passVerified: true });

  const [a4, letter] = [await printed(page, 'A4'), await printed(page, 'Letter')];
  expect([a4, letter]).toEqual([
    [
      [596, 843, 8],
      [596, 843, 2],
    ],
    [
      [612, 792, 8],
      [612, 792, 2],
    ],
  ]);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  // Letters hang a little below their line; a line too many hangs far below.
  const overflowing = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.badge-name')]
      .filter(
        (one) => one.scrollHeight > one.clientHeight + Number.parseFloat(getComputedStyle(one).fontSize) / 2,
      )
      .map((one) => one.textContent),
  );
  expect(overflowing).toEqual([]);
});

test('badges without a name are listed before printing, with whom to ask', async () => {
  const nameless = await createApplicant(site, { status: 'approved' });
  await site.db.updateTable('users').set({ name: '' }).where('id', '=', nameless.id).execute();
  const { id } = (await getApplicationOf(site, nameless))!;
  const { id: named } = (await getApplicationOf(site, ada))!;
  const page = await site.open(`/badges#${id},${named}`, { as: organizer });
  await page.getByText(/^2 badges on 1 sheet/).waitFor();
  await page.getByText('One badge has no name yet. Write to').waitFor();
  const link = page.getByRole('link', { name: nameless.email });
  expect(await link.getAttribute('href')).toBe(`/dashboard?id=${id}`);
});

detail('an empty selection and a failing server are reported; the page is for organizers', async () => {
  const empty = await site.open('/badges', { as: organizer });
  await empty.getByText('Select people in the list of applications, then choose Print badges.').waitFor();

  const failing = await site.open('/dashboard', { as: organizer, expected: [/status of 503/] });
  await failing.route('**/api/badges', refuseAsUnavailable);
  const { id } = (await getApplicationOf(site, ada)) ?? { id: '' };
  await failing.goto(`/badges#${id}`);
  await failing
    .getByRole('alert')
    .getByText('This is not available at the moment. Please try again.')
    .waitFor();
  await failing.unroute('**/api/badges');
  await failing.getByRole('button', { name: 'Retry' }).click();
  await failing.getByText(/^1 badge on 1 sheet/).waitFor();

  const hers = await site.open(`/badges#${id}`, { as: ada });
  await hers.waitForURL(`${site.url}/dashboard`);
  const nobodys = await site.open(`/badges#${id}`);
  await nobodys.waitForURL(`${site.url}/`);
});
