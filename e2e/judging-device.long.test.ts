import { beforeAll, expect, test } from 'vitest';
import type { Page } from './browser.ts';
import { expectAccessible, getButton } from './page.ts';
import { useSite } from './site.ts';

const site = useSite();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let username = '';
let password = '';
beforeAll(async () => {
  ({ username, password } = await site.createJudge());
});

async function startScoring(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await getButton(page, 'Login').click();
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  await getButton(page, 'Continue with Hacker Track').click();
  await page.getByRole('heading', { level: 1, name: 'Hacker Track' }).waitFor();
}

test('a change a moment before the page goes away is in the draft', async () => {
  const page = await site.open('/login', phone);
  await startScoring(page);
  await page.getByLabel('Team Number').fill('7');
  await page.getByLabel('Team Name').fill('Nocturnal');
  await page.reload();
  await page.getByText('Draft for team 7 restored.').waitFor();
  expect(await page.getByLabel('Team Name').inputValue()).toBe('Nocturnal');
});

test('name and marks follow the number of a table: what was chosen for one is never filed under another', async () => {
  await site.db
    .insertInto('demo_tables')
    .values([3, 4, 45].map((number) => ({ number, name: `Table of ${number}`, track: 'hacker' as const })))
    .execute();
  const page = await site.open('/login', phone);
  await startScoring(page);
  const name = page.getByLabel('Team Name');
  const number = page.getByLabel('Team Number');
  const total = (text: string) => page.getByText(`${text} / 100`).waitFor();
  await page.getByText('Next: table 3').waitFor();
  await getButton(page, 'Start').click();
  const card = page.getByRole('dialog', { name: '3 · Table of 3' });
  await card.getByRole('radio', { name: '8', exact: true }).first().check();
  await getButton(page, 'Close').click();
  await total('20.0');

  await number.fill('4');
  await total('0.0');
  expect(await name.inputValue()).toBe('Table of 4');
  await slider(page).press('ArrowRight');
  await total('2.5');
  await number.fill('3');
  await total('20.0');
  await page.getByText('Draft for team 3 restored.').waitFor();
  expect(await name.inputValue()).toBe('Table of 3');

  // A name typed for a number that no table has stays, over the tables on the way to it, and so do the marks.
  await number.fill('');
  await total('0.0');
  await name.fill('Late Arrivals');
  await slider(page).press('End');
  await number.fill('45');
  expect(await name.inputValue()).toBe('Table of 45');
  await number.fill('456');
  expect(await name.inputValue()).toBe('Late Arrivals');
  await total('25.0');
  await number.fill('457');
  expect(await name.inputValue()).toBe('Late Arrivals');
  await getButton(page, 'Submit Score').click();
  await total('0.0');

  // Each draft outlives the others, also through a reload.
  await page.reload();
  await number.fill('4');
  await total('2.5');
  await getButton(page, 'Submit Score').click();
  await total('0.0');
  await getButton(page, 'Start').click();
  await expect.poll(() => card.getByRole('radio', { name: '8', exact: true }).first().isChecked()).toBe(true);
  const stored = site.db.selectFrom('scores').select(['team_number', 'team_name', 'weighted_total']);
  expect(await stored.orderBy('id').execute()).toEqual([
    { team_number: 457, team_name: 'Late Arrivals', weighted_total: '25.0' },
    { team_number: 4, team_name: 'Table of 4', weighted_total: '2.5' },
  ]);
  await site.db.deleteFrom('demo_tables').execute();
});

const slider = (page: Page) => page.getByLabel('Innovation & Creativity', { exact: true });

/** Moves a finger from the middle of an element by some pixels, and lifts it. */
async function swipe(page: Page, target: ReturnType<typeof slider>, by: { x: number; y: number }) {
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', [{ x: from.x + (by.x * step) / 10, y: from.y + (by.y * step) / 10 }]);
  await touch('touchEnd', []);
  await devtools.detach();
}

test('a swipe that scrolls the page scores nothing, one along the slider does; 0.0 is asked about once', async () => {
  const page = await site.open('/login', phone);
  await startScoring(page);
  await page.getByLabel('Team Name').fill('Nocturnal');
  await page.getByLabel('Team Number').fill('8');
  await slider(page).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await swipe(page, slider(page), { x: 5, y: -250 });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 50);
  expect(await slider(page).inputValue()).toBe('0');
  await page.getByText('0.0 / 100').waitFor();

  await getButton(page, 'Submit Score').click();
  const question = page.getByRole('alertdialog', { name: 'Submit a score of 0.0?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await swipe(page, slider(page), { x: 60, y: 0 });
  await expect.poll(() => slider(page).inputValue()).not.toBe('0');
  await getButton(page, 'Submit Score').click();
  await page.getByText('Score submitted successfully').waitFor();
  expect(await question.count()).toBe(0);

  // Whoever enters a table again is told so above the bar, on a low screen too.
  await page.setViewportSize({ width: 390, height: 700 });
  await page.getByLabel('Team Number').fill('8');
  const warning = page.getByText(/^You scored team 8 at .* A new score replaces it in the averages\.$/);
  await warning.waitFor();
  for (const to of [0, 400, 4000]) {
    await page.evaluate((top) => scrollTo(0, top), to);
    expect((await warning.boundingBox())!.y).toBeGreaterThan(0);
    // Nothing lies over it.
    expect(
      await warning.evaluate((text) => {
        const { left, top, width, height } = text.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        return text.contains(over) && top + height <= innerHeight;
      }),
    ).toBe(true);
  }
});

test('without a network a table is skipped too: the next one comes at once, and the skip is sent later', async () => {
  await site.db
    .insertInto('demo_tables')
    .values([81, 82].map((number) => ({ number, name: `Table of ${number}`, track: 'hacker' as const })))
    .execute();
  const page = await site.open('/login', { ...phone, expected: [/ERR_INTERNET_DISCONNECTED/] });
  await startScoring(page);
  await page.getByText('Next: table 81').waitFor();
  await page.context().setOffline(true);
  await getButton(page, 'Skip').click();
  await page.getByRole('menuitem', { name: 'I know this team' }).click();
  await page.getByText('Next: table 82').waitFor();
  await page.getByLabel('Team Number').fill('81');
  const locked = page.getByText('You said that you know this team, so you cannot score it.');
  await locked.waitFor();
  await getButton(page, 'Skip').click();
  await page.getByRole('menuitem', { name: 'Nobody is there' }).click();
  await page.getByText('You have scored or skipped all of your tables.').waitFor();
  await page.context().setOffline(false);
  const visits = site.db.selectFrom('table_visits').select(['team_number', 'state']).orderBy('team_number');
  await expect
    .poll(() => visits.execute())
    .toEqual([
      { team_number: 81, state: 'conflict' },
      { team_number: 82, state: 'absent' },
    ]);
  await page.getByText('Every remaining table is busy or empty right now.').waitFor();
  await locked.waitFor();
  await site.db.deleteFrom('table_visits').execute();
  await site.db.deleteFrom('demo_tables').execute();
});

test('a judge who reloads without a network keeps working, and the score arrives later', async () => {
  await site.db
    .insertInto('demo_tables')
    .values([{ number: 61, name: 'Night Shift', track: 'hacker' as const }])
    .execute();
  const page = await site.open('/login', {
    ...phone,
    // The report that no score waits any more can be overtaken by the end of the session.
    expected: [/ERR_INTERNET_DISCONNECTED/, /status of 401 .*\/judge\/waiting$/],
    serviceWorkers: 'allow',
  });
  await startScoring(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await page.getByText('Next: table 61').waitFor();
  await getButton(page, 'Innovation & Creativity: one more').click();
  await page.getByText('2.5 / 100').waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Hacker Track' }).waitFor();
  await page.getByText('2.5 / 100').waitFor();
  await page.getByLabel('Team Number').fill('61');
  await expect.poll(() => page.getByLabel('Team Name').inputValue()).toBe('Night Shift');
  await getButton(page, 'Submit Score').click();
  await page.getByText('Saved on this device. It will be sent when you are back online.').waitFor();
  await page.reload();
  await page.getByText('1 waiting to sync').waitFor();
  await getButton(page, 'Logout').click();
  const question = page.getByRole('alertdialog', { name: '1 score has not been sent yet' });
  await question.getByText('It stays on this device and is sent when you log in here again.').waitFor();
  await expectAccessible(page, { dialog: true });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByText('1 waiting to sync').waitFor();
  await getButton(page, 'Logout').click();
  await question.getByRole('button', { name: 'Log out anyway' }).click();
  // Until the page has changed, the scores of this one would be sent.
  await page.getByLabel('Username').waitFor();
  await page.context().setOffline(false);
  await startScoring(page);
  await page.getByText('Score submitted successfully').waitFor();
  await getButton(page, 'Logout').click();
  await page.waitForURL('**/login');
  expect(await question.count()).toBe(0);
  const stored = site.db.selectFrom('scores').where('team_number', '=', 61).select('weighted_total');
  expect(await stored.execute()).toEqual([{ weighted_total: '2.5' }]);
});
