import { expect, test } from 'vitest';

import { createApproved, getCheckInKey, getCheckInTimes, typeAsScanner } from './check-in-people.ts';
import { getButton } from './page.ts';
import { announced, useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);

test('by hand: search, select, confirm, and the search is empty again; a reload leaves Undo', async () => {
  const emmy = await createApproved(site, 'Emmy Noether');
  await createApproved(site, 'Sofja Kowalewskaja', { attending: true });
  const page = await site.open('/check-in', { as: organizer });
  await getButton(page, 'Manual Check-In').click();
  await expect.poll(() => getButton(page, 'Search').isDisabled()).toBe(true);
  const field = page.getByLabel('Search by Name or Email');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.fill('  nobody at all ');
  await field.press('Enter');
  await page.getByText('No approved users found matching your search').waitFor();
  expect(await page.getByText('Similar names').count()).toBe(0);
  await field.fill('Kowalevskaja Sofia');
  await field.press('Enter');
  const similar = page.getByRole('region', { name: 'Similar names' });
  await similar.getByRole('button', { name: /Sofja Kowalewskaja.*\[Priority\]/ }).waitFor();
  await field.fill('kowalew');
  await getButton(page, 'Search').click();
  await page.getByRole('button', { name: /Sofja Kowalewskaja.*\[Priority\]/ }).waitFor();
  await field.fill('noether');
  await getButton(page, 'Search').click();
  await page.getByRole('button', { name: /Emmy Noether/ }).click();
  const card = page.getByRole('region', { name: 'Selected Participant' });
  for (const fact of ['Emmy Noether', emmy.email, 'Mathematics'])
    expect(await card.getByText(fact).isVisible()).toBe(true);
  await getButton(page, 'Confirm Check-In').dblclick();
  await page.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  expect(await field.inputValue()).toBe('');
  expect(await page.getByRole('region', { name: 'Search results' }).count()).toBe(0);
  expect(await getCheckInTimes(site, emmy)).toBe(1);

  await page.reload();
  await getButton(page, 'Undo').click();
  await page.getByText('Check-in undone').waitFor();
  await expect.poll(() => getCheckInTimes(site, emmy)).toBe(0);
});

test('a search takes the place of the card that says what was undone', async () => {
  await createApproved(site, 'Lise Meitner');
  const page = await site.open('/check-in', { as: organizer });
  await getButton(page, 'Manual Check-In').click();
  const field = page.getByLabel('Search by Name or Email');
  await field.fill('meitner');
  await field.press('Enter');
  await page.getByRole('button', { name: /Lise Meitner/ }).click();
  await getButton(page, 'Confirm Check-In').click();
  await getButton(page, 'Undo').click();
  await page.getByText('Check-in undone').waitFor();
  await field.fill('nobody at all');
  await field.press('Enter');
  await page.getByText('No approved users found matching your search').waitFor();
  await page.getByText('Check-in undone').waitFor({ state: 'detached', timeout: 1000 });
});

test('offline, two people of one name differ by the ID on their passes; Escape leads back to the one chosen', async () => {
  const people = [await createApproved(site, 'Maya Park'), await createApproved(site, 'Maya Park')];
  const page = await site.open('/check-in', { as: organizer, expected: [/ERR_/] });
  await page.getByText(/^Updated/).waitFor();
  await page.route('**/api/applications/search*', (route) => route.abort());
  await getButton(page, 'Manual Check-In').click();
  await page.getByLabel('Search by Name or Email').fill(people[0]!.email);
  await page.keyboard.press('Enter');
  await page.getByText('Without a network people are found by their name only.').waitFor();
  await page.getByLabel('Search by Name or Email').fill('maya park');
  await page.keyboard.press('Enter');
  const results = page.getByRole('region', { name: 'Search results' });
  const rows = people.map(({ id }) =>
    results.getByRole('button', { name: `Maya Park ID ${id.slice(0, 8).toUpperCase()}` }),
  );
  for (const [index, row] of rows.entries()) {
    await row.press('Enter');
    const card = page.getByRole('region', { name: 'Selected Participant' });
    await card.getByText(people[index]!.id.slice(0, 8).toUpperCase()).waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await expect.poll(() => row.evaluate((button) => button === document.activeElement)).toBe(true);
  }
});

test('on a phone a name of one long word leaves the buttons of the card in sight', async () => {
  await createApproved(site, `Wolfe${'schlegelstein'.repeat(6)} Nguyen`);
  const page = await site.open('/check-in', { as: organizer, viewport: { width: 390, height: 844 } });
  await getButton(page, 'Manual Check-In').click();
  await page.getByLabel('Search by Name or Email').fill('wolfeschlegel');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Wolfeschlegel/ }).click();
  for (const name of [/^Confirm Check-In/, 'Cancel']) {
    const { x, width } = (await getButton(page, name).boundingBox())!;
    expect(x + width).toBeLessThan(390);
  }
  await getButton(page, /^Confirm Check-In/).click();
  const result = page.getByRole('status').filter({ hasText: 'Checked in' });
  await result.waitFor();
  expect(await result.evaluate((card) => card.scrollWidth - card.clientWidth)).toBe(0);
});

test('the list can be filtered, and says when it cannot be read', async () => {
  const rosalind = await createApproved(site, 'Rosalind Franklin');
  await organizer.call('POST', '/applications/check-in', { userId: rosalind.id });
  const page = await site.open('/check-in', { as: organizer, expected: [/status of 500/] });
  const row = page.getByRole('row').filter({ hasText: 'Rosalind Franklin' });
  await row.waitFor();
  const filter = page.getByLabel('Filter by name or email');
  await filter.fill('ROSALIND.FRANK');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await filter.fill('xyz');
  await page.getByText('No results match your search').waitFor();
  await filter.fill('');
  await page.route('**/api/applications/checked-in*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await getButton(page, 'Refresh List').click();
  await page.getByRole('alert').filter({ hasText: 'Failed to fetch checked-in users' }).waitFor();
  expect(await row.isVisible()).toBe(true);
});

test('whoever comes in at another station shows here at once, and stands out', async () => {
  const chien = await createApproved(site, 'Chien-Shiung Wu');
  const page = await site.open('/check-in', { as: organizer });
  await page.getByText(/^Updated/).waitFor();
  await organizer.call('POST', '/applications/check-in', { userId: chien.id });
  const row = page.getByRole('row').filter({ hasText: 'Chien-Shiung Wu' });
  await row.waitFor(announced);
});

test('a lost answer leaves the person saved here, then in, once and under one key', async () => {
  const maryam = await createApproved(site, 'Maryam Mirzakhani');
  const page = await site.open('/check-in', { as: organizer, expected: [/ERR_/] });
  const keys: (string | undefined)[] = [];
  await page.route(/applications\/check-in$|check-ins\/keys\//, async (route) => {
    keys.push(getCheckInKey(route.request()));
    if (keys.length > 2) return route.continue();
    // The first is carried out and its answer lost, the second never arrives.
    if (keys.length === 1) await route.fetch();
    return route.abort();
  });
  await getButton(page, 'Manual Check-In').click();
  await page.getByLabel('Search by Name or Email').fill('maryam');
  await getButton(page, 'Search').click();
  await page.getByRole('button', { name: /Maryam Mirzakhani/ }).click();
  await getButton(page, 'Confirm Check-In').click();
  await page.getByRole('status').filter({ hasText: 'Saved on this device' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  await page.getByText('All check-ins synced').waitFor();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(await getCheckInTimes(site, maryam)).toBe(1);
});

test('a fault of the server is shown, and the next try has the same key', async () => {
  const mary = await createApproved(site, 'Mary Jackson');
  const page = await site.open('/check-in', { as: organizer, expected: [/status of 500/] });
  const keys: (string | undefined)[] = [];
  await page.route('**/api/applications/check-in', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length > 1 ? route.continue() : route.fulfill({ status: 500, body: '{}' });
  });
  await getButton(page, 'Scan QR Code').waitFor();
  await typeAsScanner(page, JSON.stringify({ userId: mary.id }));
  await getButton(page, 'Confirm Check-In').click();
  await page.getByText('Failed to check in participant').waitFor();
  await getButton(page, 'Confirm Check-In').click();
  await page.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  expect(new Set(keys).size).toBe(1);
});

test('the keyboard and a scanner that types do everything', async () => {
  const hedy = await createApproved(site, 'Hedy Lamarr');
  const page = await site.open('/check-in', { as: organizer });
  await getButton(page, 'Scan QR Code').waitFor();
  await page.keyboard.press('/');
  await page.getByLabel('Search by Name or Email').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('m');
  await getButton(page, 'Scan QR Code').waitFor();
  await typeAsScanner(page, JSON.stringify({ userId: hedy.id, name: 'Hedy Lamarr' }));
  await page.getByRole('region', { name: 'Participant Information' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByText('Hedy Lamarr').count()).toBe(0);
  await typeAsScanner(page, JSON.stringify({ userId: hedy.id, name: 'Hedy Lamarr' }));
  await page.getByRole('region', { name: 'Participant Information' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Checked in' }).waitFor();
  expect(await getCheckInTimes(site, hedy)).toBe(1);
});
