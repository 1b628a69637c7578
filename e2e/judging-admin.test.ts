import { promises as fs } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Page } from './browser.ts';
import { expectAccessible, getButton, getToast, numberTables } from './page.ts';
import { openAt } from './phases.ts';
import { detail, useOrganizer, useSite } from './site.ts';

const site = useSite();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const grace = useOrganizer(site);
beforeAll(async () => {
  await site.db
    .insertInto('demo_tables')
    .values([1, 2, 3].map((number) => ({ number, name: `Team ${number}`, track: 'hacker' as const })))
    .execute();
});

const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd').innerText();

detail('other people are redirected', async () => {
  const page = await site.open('/judging', { as: await site.person() });
  await page.waitForURL('**/dashboard');
  const stranger = await site.open('/judging');
  await stranger.waitForURL((url) => url.pathname === '/');
});

let sheet: { username: string; password: string };

test('an organizer adds judges, and sees each password once', async () => {
  const page = await site.open('/dashboard', { as: grace, expected: [/status of 400/] });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'judging' }).click();
  await page.getByText('There are no judges yet.').waitFor();
  for (const width of [320, 640, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await expectAccessible(page);
  await getButton(page, 'Add judges').click();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'From a list' }).click();
  await dialog.getByLabel('Names').fill('Ana Ruiz\nAna Ruiz');
  await dialog.getByRole('button', { name: 'Add judges' }).click();
  await dialog.getByText('There is already a judge named Ana Ruiz. Results are shown by name.').waitFor();
  await dialog.getByLabel('Names').fill('Ana Ruiz\nBen Okri');
  await dialog.getByRole('button', { name: 'Add judges' }).click();
  await page.getByRole('heading', { name: '2 sign-in sheets' }).waitFor();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    getButton(page, 'Save as CSV').click(),
  ]);
  const saved = await fs.readFile(await download.path(), 'utf8');
  const [, username = '', password = ''] = /"(\w+)","([\w-]+)","Ana Ruiz"/.exec(saved) ?? [];
  sheet = { username, password };
  await page.getByText(password).waitFor();
  await getButton(page, 'Done').click();
  await page.getByRole('cell', { name: /^Ana Ruiz/ }).waitFor();
  expect(await page.getByText(password).count()).toBe(0);
});

detail('further judges go on with the numbers, and a judge is renamed', async () => {
  const page = await site.open('/judging', { as: grace, expected: [/status of 400/] });
  const add = async (count: number) => {
    await getButton(page, 'Add judges').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How many').fill(String(count));
    await dialog.getByRole('button', { name: 'Add judges' }).click();
    await page.getByRole('heading', { name: `${count} sign-in sheets` }).waitFor();
    // Nothing was printed or saved: the only copy of the passwords is not thrown away by one click.
    await getButton(page, 'Done').click();
    await page.getByText('Nothing was printed or saved.').waitFor();
    await getButton(page, 'Cancel').click();
    await page.getByRole('heading', { name: `${count} sign-in sheets` }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await getButton(page, 'Cancel').click();
    await page.getByRole('heading', { name: `${count} sign-in sheets` }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await getButton(page, 'Leave without them').click();
    await page.waitForURL('**/home');
    await page.goBack();
  };
  await add(2);
  await page.getByRole('cell', { name: /^Judge 4/ }).waitFor();
  await getButton(page, 'More for Judge 4').click();
  await page.getByRole('menuitem', { name: 'Edit judge' }).click();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog', { name: 'Edit Judge 4' });
  await dialog.getByLabel('Name').fill('Ben Okri');
  await dialog.getByRole('button', { name: 'Save judge' }).click();
  await dialog.getByText('There is already a judge named Ben Okri. Results are shown by name.').waitFor();
  await dialog.getByLabel('Name').fill('Chinua Achebe');
  await dialog.getByRole('button', { name: 'Save judge' }).click();
  await getToast(page, 'Judge 4 is now Chinua Achebe.').waitFor();
  await page.getByRole('cell', { name: /^Chinua Achebe judge4/ }).waitFor();
  await add(2);
  for (const name of ['Judge 3', 'Judge 5', 'Judge 6'])
    await page.getByRole('cell', { name: new RegExp(`^${name}`) }).waitFor();
  expect(await page.getByRole('cell', { name: /^Judge 4/ }).count()).toBe(0);
});

test('a sheet fills in the login and leaves no password in the address; an organizer follows, pauses and resumes judging', async () => {
  const page = await site.open(`/login#${new URLSearchParams(sheet)}`, {
    ...phone,
    expected: [/status of 409/],
  });
  expect(await page.getByLabel('Username').inputValue()).toBe(sheet.username);
  await expect.poll(() => page.evaluate(() => location.href)).toBe(`${site.url}/login`);
  await getButton(page, 'Login').click();
  await page.getByRole('heading', { name: 'Welcome, Ana Ruiz' }).waitFor();
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  await getButton(page, 'Continue with Hacker Track').click();
  await getButton(page, 'Start').click();
  await getButton(page, 'Close').click();
  await getButton(page, 'Innovation & Creativity: one more').click();

  const office = await site.open('/judging', { as: grace, ...phone });
  await office.getByRole('cell', { name: /at table 1/ }).waitFor();
  const progress = office.getByRole('region', { name: 'Progress of each judge' });
  expect(await progress.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
  const username = progress.getByText(sheet.username, { exact: true });
  expect(await username.evaluate((name) => name.getClientRects().length)).toBe(1);
  expect(await figure(office, 'Not scored')).toBe('3');
  await getButton(page, 'Submit Score').click();
  await getToast(page, 'Score submitted successfully').waitFor();
  await expect.poll(() => figure(office, 'Not scored')).toBe('2');
  expect(await figure(office, 'Done')).toBe('11%');

  await getButton(office, 'Pause judging').click();
  await page.getByText('Judging is paused. You can continue').waitFor();
  await office.getByText('Judging is paused.').waitFor();
  await expectAccessible(office);
  await page.getByLabel('Team Number').fill('2');
  await expect.poll(() => page.getByLabel('Team Name').inputValue()).toBe('Team 2');
  await getButton(page, 'Innovation & Creativity: one more').click();
  await getButton(page, 'Submit Score').click();
  await getToast(page, 'Judging is paused. Saved on this device, and sent when it resumes.').waitFor();
  await page.getByText('1 waiting to sync').waitFor();
  const publish = await site.open('/publish', { as: grace });
  await publish.getByText('1 score is still on phones').waitFor();
  await publish.getByText('Ana Ruiz (1)').waitFor();
  expect(await figure(office, 'Not scored')).toBe('2');
  await getButton(office, 'Resume judging').click();
  await getToast(page, 'Score submitted successfully').waitFor();
  await expect.poll(() => figure(office, 'Not scored')).toBe('1');
  await page.getByText('2 teams scored').waitFor();
  await getButton(office, 'Not scored').click();
  await office.getByText('Team 3').waitFor();
  expect(await office.getByText('Team 1').count()).toBe(0);

  // Twenty minutes later nobody has scored since: that is no pace.
  const later = new Date(Date.now() + 20 * 60_000).toISOString();
  const silent = await openAt(site, '/judging', later, grace);
  await silent.getByText(/^7 scores to go; .*1 silent\.$/).waitFor();
});

test('a new password signs the judge out; a removed judge is gone and the scores stay', async () => {
  const page = await site.open('/judging', { as: grace, ...phone });
  await getButton(page, 'More for Ana Ruiz').waitFor();
  const judges = Number(await figure(page, 'Judges'));
  await getButton(page, 'More for Ana Ruiz').click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  await getButton(page, 'Reset password').click();
  await page.getByRole('heading', { name: 'Sign-in sheet' }).waitFor();
  expect(await page.getByText(sheet.password).count()).toBe(0);
  await getButton(page, 'Done').click();
  await getButton(page, 'Leave without them').click();
  await getButton(page, 'More for Ana Ruiz').click();
  await page.getByRole('menuitem', { name: 'Remove judge' }).click();
  await page.getByText('Their scores stay and count.').waitFor();
  await getButton(page, 'Remove judge').click();
  await getToast(page, 'Ana Ruiz has been removed. Their scores stay.').waitFor();
  await expect.poll(() => figure(page, 'Judges')).toBe(String(judges - 1));
  expect(await figure(page, 'Not scored')).toBe('1');
  await numberTables(page);
  await getToast(page, 'Everybody who is approved has a number.').waitFor();
});

detail('an organizer enters a score from paper, and moves one from a number that is no table', async () => {
  const page = await site.open('/judging', { as: grace, ...phone });
  const enter = async (table: string, mark: string, name?: string) => {
    await getButton(page, 'More for Ben Okri').click();
    await page.getByRole('menuitem', { name: 'Enter paper score' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paper score of Ben Okri' });
    await dialog.getByLabel('Table').fill(table);
    if (name) await dialog.getByLabel('Team name').fill(name);
    else await dialog.getByText('Team 3').waitFor();
    await expectAccessible(page, { dialog: true });
    expect(await getButton(page, 'Enter score').isDisabled()).toBe(true);
    for (const number of await dialog.getByRole('radio', { name: mark, exact: true }).all())
      await number.tap();
    await dialog.getByText(`${mark}0.0 / 100`).waitFor();
    await getButton(page, 'Enter score').click();
    await getToast(page, `The score of Ben Okri for table ${table} is entered.`).waitFor();
  };
  await enter('3', '8');
  await expect.poll(() => figure(page, 'Not scored')).toBe('0');
  await enter('33', '4', 'Team 1');
  await page.getByRole('button', { name: /^33 Team 1/ }).click();
  const dialog = page.getByRole('dialog', { name: 'No table: 33, Team 1' });
  await dialog.getByLabel('Move 1 score to table').fill('1');
  await expectAccessible(page, { dialog: true });
  await dialog.getByText('Team 1', { exact: true }).waitFor();
  // Nobody sat at a table that does not exist.
  expect(await dialog.getByRole('checkbox').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Move scores' }).click();
  await getToast(page, '1 score moved.').waitFor();
  await page.getByRole('button', { name: /^33 / }).waitFor({ state: 'detached' });
  const entered = site.db.selectFrom('entered_scores').select(['is_paper', 'moved_from']).orderBy('score_id');
  expect(await entered.execute()).toEqual([
    { is_paper: true, moved_from: null },
    { is_paper: true, moved_from: null },
    { is_paper: true, moved_from: 33 },
  ]);
});
