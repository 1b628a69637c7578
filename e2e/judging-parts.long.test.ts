import { beforeAll, expect, test } from 'vitest';
import type { Page } from './browser.ts';
import { getButton, getToast } from './page.ts';
import { useSite } from './site.ts';

const reviewPassword = 'owls at midnight';
const site = useSite({ SCORE_REVIEW_PASSWORD: reviewPassword });
const desk = { viewport: { width: 1280, height: 800 } };
const internal = { status: 500, json: { success: false, code: 'internal', message: 'x' } };
let judge: { username: string; password: string };
beforeAll(async () => {
  judge = await site.createJudge();
});

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(judge.username);
  await page.getByLabel('Password', { exact: true }).fill(judge.password);
  await getButton(page, 'Login').click();
  await page.getByRole('heading', { name: /^Welcome, Judge/ }).waitFor();
}

async function startScoring(page: Page, track: string): Promise<void> {
  await logIn(page);
  await page.getByRole('radio', { name: track }).check();
  await getButton(page, `Continue with ${track}`).click();
  await getToast(page, `Track selected: ${track}`).waitFor();
  await page.getByRole('heading', { level: 1, name: track }).waitFor();
}

/** Lets calls of an address wait until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

test.each(['/login', '/judge'])('%s asks for both, is busy, and says whom to contact', async (address) => {
  const page = await site.open(address, desk);
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
  await getButton(page, 'Login').click();
  await page.getByLabel('Username').fill('judge1');
  await getButton(page, 'Login').click();
  expect(
    await page
      .getByLabel('Password', { exact: true })
      .evaluate((field: HTMLInputElement) => field.validity.valueMissing),
  ).toBe(true);
  expect(sent).toEqual([]);
  await page.getByText('No account? Please contact the team for one.').waitFor();
  const answer = await hold(page, '**/api/judge/login');
  await page.getByLabel('Username').fill(judge.username);
  await page.getByLabel('Password', { exact: true }).fill(judge.password);
  await getButton(page, 'Login').click();
  await getButton(page, 'Logging in...').waitFor();
  answer();
  await page.waitForURL('**/track-select');
});

test('the track is chosen on one of two cards; nothing is chosen by itself, and a failure says so', async () => {
  const page = await site.open('/login', desk);
  await logIn(page);
  expect(await getButton(page, /^Continue/).isDisabled()).toBe(true);
  for (const words of [
    'technical projects, innovations, creative solutions',
    'business viability, market potential, entrepreneurial solutions',
  ])
    await page.getByText(words).waitFor();
  await page.evaluate(() => {
    const store = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key === 'selectedTrack') throw new Error('full');
      store.call(this, key, value);
    };
  });
  await page.getByRole('radio', { name: 'Startup Track' }).check();
  await getButton(page, 'Continue with Startup Track').click();
  await getToast(page, 'Error: Failed to select track. Please try again.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/track-select');
});

test.each([
  [
    'Hacker Track',
    [
      'Innovation & Creativity 25%',
      'Technical Execution 25%',
      'Impact & Usefulness 20%',
      'Presentation & Demo 15%',
      'UI/UX & Design 15%',
    ],
  ],
  [
    'Startup Track',
    [
      'Startup Viability 25%',
      'Prototype / MVP 20%',
      'Innovation & Differentiation 20%',
      'Pitch Quality 20%',
      'Market Strategy 15%',
    ],
  ],
])('the rubric of the %s: weights, descriptions, sliders from poor to excellent', async (track, criteria) => {
  const page = await site.open('/login', desk);
  await startScoring(page, track);
  await page.getByText(/^Judge \d+$/).waitFor();
  const rubric = page.getByRole('region', { name: 'Scoring Rubric' });
  const sliders = rubric.getByRole('slider');
  expect(
    await sliders.evaluateAll((all) =>
      (all as HTMLInputElement[]).map(({ min, max, step, labels }) =>
        [labels?.[0]?.parentElement?.innerText.replace(/\s+/g, ' '), min, max, step].join(' | '),
      ),
    ),
  ).toEqual(criteria.map((words) => `${words} | 0 | 10 | 1`));
  expect(await rubric.getByText('0 - Poor').count()).toBe(5);
  expect(await rubric.getByText('10 - Excellent').count()).toBe(5);
  for (let place = 0; place < 5; place += 1) {
    const about = await sliders.nth(place).getAttribute('aria-describedby');
    expect(await page.locator(`[id="${about}"]`).innerText()).toMatch(/\?$/);
  }
  // On a phone the five criteria with the team take one and a half screens, and the total is always in sight.
  await page.setViewportSize({ width: 390, height: 844 });
  const fields = [
    page.getByRole('region', { name: 'Team Information' }),
    rubric,
    getButton(page, 'Submit Score'),
  ];
  const heights = await Promise.all(fields.map(async (part) => (await part.boundingBox())!.height));
  expect(heights.reduce((sum, height) => sum + height, 0)).toBeLessThan(1.5 * 844);
  for (const to of [0, 500, 5000]) {
    await page.evaluate((top) => scrollTo(0, top), to);
    const total = (await page.getByText('Total Weighted Score').boundingBox())!;
    expect([to, total.y > 0 && total.y + total.height < 844]).toEqual([to, true]);
  }
  await page.setViewportSize(desk.viewport);
  const team = page.getByRole('region', { name: 'Team Information' });
  expect(await team.getByLabel('Team Name').getAttribute('type')).toBe('text');
  expect(await team.getByLabel('Team Number').getAttribute('type')).toBe('number');
});

test('special categories count only when ticked and chosen; a submission is busy and can fail', async () => {
  const page = await site.open('/login', { ...desk, expected: [/status of 500/] });
  await startScoring(page, 'Hacker Track');
  const submit = getButton(page, 'Submit Score');
  await page.getByLabel('Team Name').fill('Night Owls');
  await expect.poll(() => submit.isDisabled()).toBe(true);
  await page.getByLabel('Team Number').fill('7');
  await getButton(page, 'Innovation & Creativity: one more').click();
  await page.getByText('Special Categories').click();
  await getButton(page, 'Special Categories: Choose categories').click();
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(5);
  await page.getByRole('checkbox', { name: 'Hiring & Recruiting' }).check();
  await page.keyboard.press('Escape');
  const chip = page.getByRole('slider', { name: 'Hiring & Recruiting' });
  expect([await chip.getAttribute('min'), await chip.getAttribute('max')]).toEqual(['0', '10']);
  const answer = await hold(page, '**/api/scores');
  const fail = (route: { fulfill: (answer: typeof internal) => Promise<void> }) => route.fulfill(internal);
  await page.unroute('**/api/scores');
  await page.route('**/api/scores', fail);
  await submit.click();
  await getToast(page, 'Submission failed: Failed to submit score. Please try again.').waitFor();
  expect(await page.getByLabel('Team Name').inputValue()).toBe('Night Owls');
  answer();
  await page.unroute('**/api/scores');

  // Unticked, the chosen categories are not sent.
  await page.getByText('Special Categories', { exact: true }).first().click();
  const send = await hold(page, '**/api/scores');
  const [request] = await Promise.all([page.waitForRequest('**/api/scores'), submit.click()]);
  await getButton(page, 'Submitting...').waitFor();
  expect(request.postDataJSON()).toMatchObject({ team_number: 7, special_categories: null });
  send();
  await getToast(page, 'Score submitted successfully: Score for the team has been saved.').waitFor();
  await page.getByText('0.0 / 100').waitFor();
  expect(await page.getByRole('slider', { name: 'Hiring & Recruiting' }).count()).toBe(0);
});

test('a login that fails for another reason than its credentials says so', async () => {
  const page = await site.open('/login', { ...desk, expected: [/status of 429/, /ERR_/] });
  await page.getByLabel('Username').fill(judge.username);
  await page.getByLabel('Password', { exact: true }).fill(judge.password.toUpperCase().replaceAll('-', ' '));
  await page.route('**/api/judge/login', (route) => route.abort());
  await getButton(page, 'Login').click();
  await page.getByRole('alert').getByText('The site cannot be reached. Check your connection').waitFor();
  expect(await page.locator('[aria-invalid]').count()).toBe(0);
  await page.unroute('**/api/judge/login');
  const busy = { success: false, code: 'too_many_requests', message: 'x' };
  await page.route('**/api/judge/login', (route) => route.fulfill({ status: 429, json: busy }));
  await getButton(page, 'Login').click();
  await page.getByRole('alert').getByText('Too many attempts right now. Wait 10 seconds').waitFor();
  await page.unroute('**/api/judge/login');
  // Capitals and spaces do not make a right password wrong.
  await getButton(page, 'Login').click();
  await page.getByRole('heading', { name: /^Welcome, Judge/ }).waitFor();
});

test('an assigned track is not asked for; a team that a judge knows is locked until an organizer lifts it', async () => {
  const { username, password } = await site.createJudge();
  await site.db.updateTable('judges').set({ track: 'startup' }).where('username', '=', username).execute();
  await site.db
    .insertInto('demo_tables')
    .values([
      ...[71, 72].map((number) => ({ number, name: `Pitch ${number}`, track: 'startup' as const })),
      { number: 73, name: 'Night Owls', track: 'hacker' as const },
    ])
    .execute();
  const page = await site.open('/login', {
    ...desk,
    expected: [/ERR_INTERNET_DISCONNECTED/, /status of 403/],
  });
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await getButton(page, 'Login').click();
  const suggestion = await page.getByText(/^Next: table 7\d$/).innerText();
  expect(await getButton(page, 'Change Track').count()).toBe(0);
  const known = suggestion.slice(-2);
  await getButton(page, 'Skip').click();
  await page.getByRole('menuitem', { name: 'I know this team' }).click();
  await page.getByText(suggestion).waitFor({ state: 'detached' });
  await page.getByLabel('Team Number').fill(known);
  await page.getByText('You said that you know this team, so you cannot score it.').waitFor();
  expect(await getButton(page, 'Submit Score').isDisabled()).toBe(true);
  await page.getByLabel('Team Number').fill('73');
  await page.getByText('Table 73 is in another track').waitFor();
  expect(await getButton(page, 'Submit Score').isDisabled()).toBe(true);

  // What is saved without a network and then refused for good is no longer said to wait.
  await page.context().setOffline(true);
  await page.getByLabel('Team Number').fill(known === '71' ? '72' : '71');
  await getButton(page, 'Market Strategy: one more').click();
  await getButton(page, 'Submit Score').click();
  await page.getByText('1 waiting to sync').waitFor();
  await site.db
    .updateTable('demo_tables')
    .set({ track: 'hacker' })
    .where('name', 'like', 'Pitch %')
    .execute();
  await page.context().setOffline(false);
  await page.getByText('1 could not be sent').waitFor();
  expect(await page.getByText('waiting to sync').count()).toBe(0);
  await page.getByText('0 teams scored').waitFor();
  await site.db
    .updateTable('demo_tables')
    .set({ track: 'startup' })
    .where('name', 'like', 'Pitch %')
    .execute();

  const organizer = await site.person({ role: 'admin' });
  const office = await site.open('/judging', { ...desk, as: organizer });
  await office.getByRole('heading', { name: 'Conflicts of interest' }).waitFor();
  await getButton(office, new RegExp(`^Lift the conflict of .* with Pitch ${known}$`)).click();
  await getToast(office, `can score Pitch ${known} now.`).waitFor();
  await office.getByRole('heading', { name: 'Conflicts of interest' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByLabel('Team Number').fill(known);
  await expect.poll(() => getButton(page, 'Submit Score').isEnabled()).toBe(true);
});

test('Change Track and Logout forget what is stored, also when the server fails', async () => {
  const page = await site.open('/login', { ...desk, expected: [/status of 500/] });
  await startScoring(page, 'Hacker Track');
  await page.route('**/api/judge/logout', (route) => route.fulfill(internal));
  await getButton(page, 'Logout').click();
  await page.waitForURL('**/login');
  expect(
    await page.evaluate(() => ['judgeSession', 'selectedTrack'].map((key) => localStorage.getItem(key))),
  ).toEqual([null, null]);
  expect(await page.locator('[data-toast]').filter({ hasText: /fail/i }).count()).toBe(0);
});

test('score review: the gate once, filters, counts, rows that open and close, and the history', async () => {
  const scoring = await site.open('/login', desk);
  await startScoring(scoring, 'Startup Track');
  for (const marks of [2, 4]) {
    await scoring.getByLabel('Team Name').fill('Pitch');
    await scoring.getByLabel('Team Number').fill('9');
    for (let mark = 0; mark < marks; mark += 1)
      await getButton(scoring, 'Startup Viability: one more').click();
    await getButton(scoring, 'Submit Score').click();
    await scoring.getByText('0.0 / 100').waitFor();
  }
  const page = await site.open('/score-review', { ...desk, expected: [/status of 50\d/] });
  const answer = await hold(page, '**/api/score-review/unlock');
  await page.getByLabel('Admin password').fill(reviewPassword);
  await getButton(page, 'Access Dashboard').click();
  await getButton(page, 'Verifying...').waitFor();
  answer();
  await getToast(page, 'Access granted: Welcome to the admin dashboard.').waitFor();
  const filters = page.getByRole('group', { name: 'Filter' }).getByRole('button');
  await filters.first().waitFor();
  expect(await filters.allInnerTexts()).toEqual([
    'All Tracks',
    'Hacker',
    'Startup',
    'AI Personas',
    'Scam Prevention',
    'Hiring & Recruiting',
    'Supermemory',
  ]);
  const figures = await page.locator('main dl').first().innerText();
  for (const label of ['Total Teams', 'Hacker Track', 'Startup Track']) expect(figures).toContain(label);
  await getButton(page, 'Startup').click();
  const row = page.getByRole('button', { name: /^pitch/i });
  await row.click();
  for (const title of ['Judge Breakdown', 'Special Categories', 'Score History'])
    await page.getByRole('heading', { name: title }).waitFor();
  const history = await page
    .locator('section', { hasText: 'Score History' })
    .last()
    .getByRole('listitem')
    .allInnerTexts();
  const entries = history.filter((entry) => entry.includes('/10') && entry.includes('Judge'));
  expect(entries.map((entry) => /Startup Viability (\d+)\/10/.exec(entry.replace(/\s+/g, ' '))?.[1])).toEqual(
    ['4', '2'],
  );
  expect(entries[0]).toMatch(/10\.0/);
  await row.click();
  await page.getByRole('heading', { name: 'Score History' }).waitFor({ state: 'detached' });

  // The browser remembers; the password is not asked again.
  await page.reload();
  await row.waitFor();
  expect(await getButton(page, 'Access Dashboard').count()).toBe(0);
  await page.route('**/api/scores/teams', (route) => route.fulfill(internal));
  // While there are scores to show, a failure is said once, however often it happens.
  const failed = getToast(page, 'Error: Failed to fetch team scores');
  for (let failure = 0; failure < 3; failure += 1) {
    await getButton(page, 'Pause updates').click();
    const answered = page.waitForResponse('**/api/scores/teams');
    await getButton(page, 'Resume updates').click();
    await answered;
    await failed.first().waitFor();
    // Until the page has taken in the answer.
    await page.waitForTimeout(300);
  }
  expect([await failed.count(), await getButton(page, 'Retry').count()]).toEqual([1, 0]);
  await row.waitFor();
  await page.reload();
  await failed.waitFor();
  await getButton(page, 'Retry').waitFor();
});
