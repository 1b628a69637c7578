import { beforeAll, expect, test } from 'vitest';
import { acceptLateProjects, projectText } from '../server/testing/projects.ts';
import { createApproved } from './check-in-people.ts';
import { expectAccessible, getButton, getToast, numberTables } from './page.ts';
import { detail, type SitePerson, useSite } from './site.ts';

const site = useSite();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let grace: SitePerson;
beforeAll(async () => {
  grace = await site.person({ name: 'Grace Hopper', role: 'admin' });
});

const arrive = (person: SitePerson) => grace.call('POST', '/applications/check-in', { userId: person.id });

test('an organizer numbers those who are there, finds, swaps and retires tables, prints the list and emails it', async () => {
  const people = [];
  for (const name of ['Ann Ark', 'Bea Beacon', 'Cy Comet', 'Di Delta'])
    people.push(await createApproved(site, name));
  await arrive(people[0]!);
  await arrive(people[1]!);
  const page = await site.open('/judging', { as: grace, viewport: { width: 1280, height: 800 } });
  await numberTables(page);
  await getToast(page, '2 tables numbered, 2 in all.').waitFor();
  await getButton(page, /^2 Bea Beacon/).waitFor();
  expect(await page.getByText('Cy Comet').count()).toBe(0);

  // Past the deadline, a submitted project without a table is named on Home and here, until it has one.
  const untabled = page.getByText('1 submitted project has no table');
  await acceptLateProjects({ services: { db: site.db } });
  expect((await people[3]!.call('PUT', '/projects/mine', { version: 0, text: projectText })).status).toBe(
    200,
  );
  expect((await people[3]!.call('POST', '/projects/mine/submit', { version: 1 })).status).toBe(200);
  await page.goto('/home');
  await untabled.click();
  await page.getByText('Under Tables, choose “Number tables”').waitFor();
  await expectAccessible(page);

  await arrive(people[2]!);
  await page.reload();
  await page.getByText('1 arrived without a number').waitFor();
  await numberTables(page);
  await getButton(page, /^3 Cy Comet/).waitFor();

  await page.getByLabel('Search tables').fill('comet');
  await expect.poll(() => getButton(page, /^1 Ann Ark/).count()).toBe(0);
  await page.getByLabel('Search tables').fill('1');
  await getButton(page, /^1 Ann Ark/).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Move to table').fill('3');
  await dialog.getByText('Cy Comet is there and gets table 1.').waitFor();
  await expectAccessible(page, { dialog: true });
  await getButton(dialog, 'Swap tables').click();
  await getToast(page, 'Moved to table 3.').waitFor();
  // An open dialog takes the focus back.
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel('Search tables').fill('');
  await getButton(page, /^1 Cy Comet/).waitFor();

  await numberTables(page, /^Approved/);
  await getButton(page, /^4 Di Delta/).waitFor();
  await untabled.waitFor({ state: 'detached' });
  await getButton(page, 'Nobody there').click();
  await getButton(page, 'Retire this table').click();
  await getToast(page, '1 table retired. Judges are no longer sent there.').waitFor();
  await getButton(page, 'Retired').click();
  await getButton(page, /^4 Di Delta/).waitFor();
  await expectAccessible(page);

  await getButton(page, 'More for tables').click();
  await page.getByRole('menuitem', { name: 'Email table numbers' }).click();
  await page.getByText('Everybody at 3 tables gets an email').waitFor();
  await getButton(page, 'Send emails').click();
  await getToast(page, '3 emails are on their way.').waitFor();

  await getButton(page, 'More for tables').click();
  await page.getByRole('menuitem', { name: 'Print list' }).click();
  await page.getByRole('heading', { name: 'Table list' }).waitFor();
  const rows = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  const byTeam = ['Ann Ark', 'Bea Beacon', 'Cy Comet'];
  const byTable = ['Cy Comet', 'Bea Beacon', 'Ann Ark'];
  expect(rows.map((row) => row.replace(/^\d+\s*/, ''))).toEqual([...byTeam, ...byTable]);
  await expectAccessible(page);
  await getButton(page, 'Judging').click();
  await getButton(page, 'Retired').waitFor();
});

detail('the tables fit a phone', async () => {
  const page = await site.open('/judging', { as: grace, ...phone });
  await getButton(page, /^2 Bea Beacon/).tap();
  await page.getByRole('dialog').getByText('No judge has scored this table yet.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
