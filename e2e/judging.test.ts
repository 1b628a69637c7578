import { promises as fs } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Page } from './browser.ts';
import { getButton, getToast } from './page.ts';
import { detail, useSite } from './site.ts';

const reviewPassword = 'owls at midnight';
const site = useSite({ SCORE_REVIEW_PASSWORD: reviewPassword });
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const unauthorized = [/status of 401/];
let accounts: { username: string; password: string; name: string }[];
beforeAll(async () => {
  const [, ...rows] = (await site.command('judges', 'create', '3')).trim().split('\n');
  accounts = rows.map((row) => {
    const [username = '', password = '', name = ''] = row.split(',');
    return { username, password, name };
  });
  await site.db
    .insertInto('demo_tables')
    .values(
      ['Night Owls', 'Null Pointers', 'Nocturnal'].map((name, at) => ({
        number: at + 1,
        name,
        track: 'hacker' as const,
      })),
    )
    .execute();
});

test('what browsers are given holds no judge, no password and no hash', async () => {
  const folder = path.join(import.meta.dirname, '..', 'dist', 'web');
  const names = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(20);
  const secrets = [
    reviewPassword,
    'argon2id',
    ...accounts.flatMap(({ username, password, name }) => [`"${username}"`, password, `"${name}"`]),
  ];
  for (const file of files) {
    const content = await fs.readFile(path.join(file.parentPath, file.name), 'utf8');
    expect([file.name, secrets.filter((secret) => content.includes(secret))]).toEqual([file.name, []]);
  }
});

async function signIn(page: Page, judge: number, track = 'Hacker Track') {
  await page.getByLabel('Username').fill(accounts[judge]!.username);
  await page.getByLabel('Password', { exact: true }).fill(accounts[judge]!.password);
  await getButton(page, 'Login').click();
  await page.getByRole('heading', { name: `Welcome, ${accounts[judge]!.name}` }).waitFor();
  await page.getByRole('radio', { name: track }).check();
  await getButton(page, `Continue with ${track}`).click();
  await page.getByRole('heading', { level: 1, name: track }).waitFor();
}

async function raise(page: Page, label: string, times: number) {
  const plus = getButton(page, `${label}: one more`);
  for (let time = 0; time < times; time += 1) await plus.click();
}

detail('a wrong password is silent: marked fields, the same words, and the button works again', async () => {
  const page = await site.open('/login', { ...phone, expected: unauthorized });
  await page.getByLabel('Username').fill('judge1');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  const words = await page.getByRole('main').innerText();
  await getButton(page, 'Login').click();
  const field = page.getByLabel('Password', { exact: true });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByRole('main').innerText()).toBe(words);
  expect(await page.locator('[data-toast]').count()).toBe(0);
  expect(await getButton(page, 'Login').isEnabled()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/login');
});

detail('without a session, with a broken one or without a track the pages lead back', async () => {
  const page = await site.open('/scoring', phone);
  await page.waitForURL('**/login');
  await page.evaluate(() => localStorage.setItem('judgeSession', '{broken'));
  await page.goto('/track-select');
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('judgeSession'))).toBeNull();
  const signInLinks = page.getByRole('link', { name: 'Sign In' });
  await signInLinks.waitFor();
  await signIn(page, 2);
  // The header knows a judge who is signed in, here and on the public pages.
  await getButton(page, 'Change Track').waitFor();
  expect(await signInLinks.count()).toBe(0);
  await getButton(page, 'Change Track').click();
  await page.waitForURL('**/track-select');
  expect(await page.evaluate(() => localStorage.getItem('selectedTrack'))).toBeNull();
  await page.goto('/schedule');
  const judging = page.getByRole('banner').getByRole('link', { name: 'judging' });
  await judging.waitFor();
  expect(await signInLinks.count()).toBe(0);
  await judging.click();
  await page.waitForURL('**/track-select');
  await getButton(page, 'Logout').click();
  await page.waitForURL('**/login');
  await signInLinks.waitFor();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /judgeS|selected/.test(key))),
  ).toEqual([]);
});

detail('a forged judge session opens nothing', async () => {
  const page = await site.open('/login', { ...phone, expected: unauthorized });
  await page.evaluate(() => {
    localStorage.setItem('judgeSession', '{"username":"judge1","name":"Judge 1"}');
    localStorage.setItem('selectedTrack', 'hacker');
  });
  await page.goto('/scoring');
  await page.waitForURL('**/login');
});

test('a judge scores on a phone, a reviewer sees it arrive and exports both files', async () => {
  const page = await site.open('/judge', phone);
  await signIn(page, 0);
  expect(await getButton(page, 'Submit Score').isDisabled()).toBe(true);
  await page.getByLabel('Team Number').fill('2');
  await expect.poll(() => page.getByLabel('Team Name').inputValue()).toBe('Null Pointers');
  await raise(page, 'Innovation & Creativity', 7);
  await page.getByLabel('Technical Execution', { exact: true }).focus();
  for (let time = 0; time < 8; time += 1) await page.keyboard.press('ArrowRight');
  await page.getByLabel('Impact & Usefulness', { exact: true }).focus();
  await page.keyboard.press('End');
  await page.getByText('Special Categories').click();
  await getButton(page, 'Special Categories: Choose categories').click();
  await page.getByRole('checkbox', { name: 'Best Use of Supermemory' }).check();
  await page.getByRole('checkbox', { name: 'Scam Prevention' }).check();
  await page.keyboard.press('Escape');
  await getButton(page, 'Remove Scam Prevention').click();
  await raise(page, 'Best Use of Supermemory', 6);
  // 7 × 25 + 8 × 25 + 10 × 20 = 575 tenths
  await page.getByText('57.5 / 100').waitFor();
  await page.reload();
  await page.getByText('Draft for team 2 restored.').waitFor();
  await page.getByText('57.5 / 100').waitFor();

  const review = await site.open('/score-review', { expected: unauthorized });
  await review.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await review.getByLabel('Admin password').fill('wrong');
  await getButton(review, 'Access Dashboard').click();
  await getToast(review, 'Access denied: Invalid admin password').waitFor();
  await review.getByLabel('Admin password').fill(reviewPassword);
  await getButton(review, 'Access Dashboard').click();
  await getToast(review, 'Access granted: Welcome to the admin dashboard.').waitFor();
  await review.getByText('No teams found for the selected filter').waitFor();

  const submitted = Date.now();
  await getButton(page, 'Submit Score').dblclick();
  const saved = getToast(page, 'Score submitted successfully: Score for the team has been saved.');
  await saved.waitFor();
  expect(await page.getByLabel('Team Name').inputValue()).toBe('');
  expect(await page.getByLabel('Team Number').inputValue()).toBe('');
  await page.getByText('0.0 / 100').waitFor();
  await page.getByText('1 team scored').waitFor();
  await saved.waitFor({ state: 'detached' });
  expect(Date.now() - submitted).toBeGreaterThan(3000);

  const row = review.getByRole('button', { name: /Null Pointers/ });
  await row.waitFor();
  await row.click();
  await review.getByRole('heading', { name: 'Judge Breakdown' }).waitFor();
  await review.getByText('Best Use of Supermemory').first().waitFor();
  await getButton(review, 'Supermemory').click();
  await row.waitFor();
  await getButton(review, 'Scam Prevention').click();
  await review.getByText('No teams found for the selected filter').waitFor();
  await getButton(review, 'All Tracks').click();
  for (const [name, file, content] of [
    ['Export CSV', 'team-scores.csv', '"null pointers","2","hacker","57.50","1","Judge 1: 57.50"'],
    ['Export JSON', 'team-scores.json', '"avg_total_score": 57.5'],
  ] as const) {
    const [download] = await Promise.all([review.waitForEvent('download'), getButton(review, name).click()]);
    expect(download.suggestedFilename()).toBe(file);
    expect(await fs.readFile(await download.path(), 'utf8')).toContain(content);
  }
  await review.getByRole('tab', { name: 'Adjusted for judges' }).click();
  await review.getByText('We compare each judge only with other judges').waitFor();
  await review.getByRole('cell', { name: '1 (1-1)' }).waitFor();

  await page.getByLabel('Team Number').fill('2');
  await page
    .getByText(/You scored team 2 at .* \(57\.5\)\. A new score replaces it in the averages\./)
    .waitFor();
});

detail('blanks are missing information, and messages come one at a time', async () => {
  const page = await site.open('/login', phone);
  await signIn(page, 1, 'Startup Track');
  await page.getByLabel('Team Name').fill('   ');
  await page.getByLabel('Team Number').fill('9');
  await getButton(page, 'Submit Score').click();
  await getToast(page, 'Missing information: Please enter both team name and team number.').waitFor();
  await getButton(page, 'Submit Score').click();
  await page.waitForTimeout(600);
  expect(await page.locator('[data-toast]:visible').count()).toBe(1);
  expect(await page.getByText('Special Categories').count()).toBe(0);
});

test('without a network a score waits on the phone, and arrives once', async () => {
  const page = await site.open('/login', {
    ...phone,
    // Without a network the browser may also look for a newer service worker.
    expected: [/ERR_INTERNET_DISCONNECTED/, /fetching the script/],
    serviceWorkers: 'allow',
  });
  await signIn(page, 2);
  await page.getByLabel('Team Number').fill('3');
  await expect.poll(() => page.getByLabel('Team Name').inputValue()).not.toBe('');
  await raise(page, 'Presentation & Demo', 4);
  await page.context().setOffline(true);
  await getButton(page, 'Submit Score').click();
  await getToast(page, 'Saved on this device. It will be sent when you are back online.').waitFor();
  expect(await page.getByLabel('Team Name').inputValue()).toBe('');
  await page.getByText('1 waiting to sync').waitFor();
  await page.context().setOffline(false);
  await getToast(page, 'Score submitted successfully: Score for the team has been saved.').waitFor();
  await expect.poll(() => page.getByText('waiting to sync').count()).toBe(0);
  await page.getByText('1 team scored').waitFor();
  const kept = await site.db
    .selectFrom('scores')
    .where('team_number', '=', 3)
    .select('weighted_total')
    .execute();
  expect(kept).toEqual([{ weighted_total: '6.0' }]);
});

detail('a flag set by hand shows the gate and no data', async () => {
  const page = await site.open('/login', { expected: unauthorized });
  await page.evaluate(() => localStorage.setItem('scoreReviewAdmin', 'true'));
  await page.goto('/score-review');
  await getButton(page, 'Access Dashboard').waitFor();
  expect(await page.getByText('Null').count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('scoreReviewAdmin'))).toBeNull();
});

test('a judge who has one choice of tracks is not asked, and cannot change it', async () => {
  const page = await site.open('/schedule', phone);
  await page.route('**/api/event', async (route) => {
    const answer = await route.fetch();
    const event = await answer.json();
    const tracks = event.tracks.filter(({ rubric }: { rubric: string }) => rubric === 'startup');
    await route.fulfill({ json: { ...event, tracks } });
  });
  await page.goto('/login');
  await page.getByLabel('Username').fill(accounts[0]!.username);
  await page.getByLabel('Password', { exact: true }).fill(accounts[0]!.password);
  await getButton(page, 'Login').click();
  await page.getByRole('heading', { level: 1, name: 'Startup Track' }).waitFor();
  expect(await getButton(page, 'Change Track').count()).toBe(0);
});
