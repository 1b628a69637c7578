import { beforeAll, expect, test } from 'vitest';
import { defaultDocument } from '../server/testing/default-event.ts';
import { acceptLateProjects, projectText } from '../server/testing/projects.ts';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { expectAccessible, getButton, getToast } from './page.ts';
import { insertScore } from './scores.ts';
import { detail, useSite, withEvent } from './site.ts';

const reviewPassword = 'owls at midnight';
const prize = { key: 'best-map', label: 'Best map', rubric: 'maps', judgedBy: 'Atlas Inc.' };
const pun = { key: 'best-pun', label: 'Best pun', description: 'A box of puns from the printer.' };
const [hacker] = defaultDocument.tracks;
const tracks = [
  ...defaultDocument.tracks,
  { ...hacker!, id: 'Health Track', slug: 'health', title: 'Health Track', rubric: 'care' },
];
const rubric = {
  ...defaultDocument.rubric,
  care: [
    { key: 'patients', label: 'Patients', weight: 70, description: 'Does it help them?' },
    { key: 'safety', label: 'Safety', weight: 30, description: 'Is it safe?' },
  ],
  maps: [
    { key: 'fit', label: 'Fit', weight: 40, description: 'Does it fit?' },
    { key: 'polish', label: 'Polish', weight: 20, description: 'Is it done?' },
    { key: 'story', label: 'Story', weight: 20, description: 'Is it told well?' },
    { key: 'reach', label: 'Reach', weight: 20, description: 'Who needs it?' },
  ],
};
const site = useSite({
  SCORE_REVIEW_PASSWORD: reviewPassword,
  ...withEvent({ projects: { deadline: '2025-09-21T12:00:00-07:00', prizes: [prize, pun] }, tracks, rubric }),
});

beforeAll(async () => {
  await site.createJudge();
  // The best of Supermemory have low totals; eleven teams share its last shown place.
  await insertScore(site, { number: 1, name: 'Giant', mark: 10, supermemory: 2 });
  await insertScore(site, { number: 2, name: 'Owls', mark: 3, supermemory: 9 });
  await insertScore(site, { number: 3, name: 'Owls', mark: 2, supermemory: 9 });
  await insertScore(site, { number: 4, name: 'Aside', mark: 9 });
  for (let number = 5; number <= 14; number += 1)
    await insertScore(site, { number, name: `Team ${number}`, mark: 5, supermemory: 4 });
});

detail('a special prize is ranked by its category; the default order stays', async () => {
  const page = await site.open('/score-review', { viewport: { width: 1280, height: 720 } });
  await page.getByLabel('Admin password').fill(reviewPassword);
  await getButton(page, 'Access Dashboard').click();
  const firstRow = page.getByRole('row').nth(1);
  await firstRow.getByText('giant').waitFor();
  expect(await getButton(page, 'By this category').count()).toBe(0);

  await getButton(page, 'Supermemory').click();
  await firstRow.getByText('giant').waitFor();

  await getButton(page, 'By this category').click();
  await firstRow.getByText('owls').waitFor();
  expect(await firstRow.getByRole('cell').first().innerText()).toContain('1=');
  await expectAccessible(page);
  await getButton(page, 'All Tracks').click();
  await firstRow.getByText('giant').waitFor();
});

detail('an organizer voids a score with a reason; a reviewer without an account cannot', async () => {
  const grace = await site.person({ name: 'Grace Hopper', role: 'admin' });
  const unlock = async (visit: { as?: typeof grace }) => {
    const page = await site.open('/score-review', { ...visit, viewport: { width: 390, height: 844 } });
    await page.getByLabel('Admin password').fill(reviewPassword);
    await getButton(page, 'Access Dashboard').click();
    await page.getByRole('button', { name: /Giant/ }).click();
    await page.getByRole('heading', { name: 'Score History' }).waitFor();
    return page;
  };
  const stranger = await unlock({});
  expect(await getButton(stranger, 'Void score').count()).toBe(0);
  const page = await unlock({ as: grace });
  await getButton(page, 'Void score').click();
  await page.getByLabel('Reason').fill('Wrong table');
  await expectAccessible(page, { dialog: true });
  await page.getByRole('dialog').getByRole('button', { name: 'Void score' }).click();
  await getToast(page, 'The score is voided.').waitFor();
  await page.getByRole('button', { name: /Giant/ }).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

/** Counts the taps on a page, of fingers and of the mouse alike. */
const countTaps = (page: Page) =>
  page.evaluate(() => {
    const count = () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1));
    addEventListener('pointerdown', count, true);
  });
const readTaps = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('taps')));

/** Gives the marks on the open card, in the order of the rubric, and submits them. */
async function scoreCard(page: Page, marks: number[]): Promise<void> {
  const pads = page.getByRole('dialog').getByRole('radiogroup');
  for (const [at, mark] of marks.entries())
    await pads
      .nth(at)
      .getByRole('radio', { name: String(mark), exact: true })
      .click();
  await getButton(page, 'Submit').click();
}

test('a sponsor’s judge scores cards in few taps, once without a network, corrects and withdraws; reviewers see the ranking', async () => {
  await acceptLateProjects({ services: { db: site.db } });
  for (const [title, prizes] of [
    ['Atlas of Owls', [prize.key]],
    ['Bus Map', [prize.key]],
    ['No Map', []],
  ] as const) {
    const author = await createApplicant(site, { status: 'approved' });
    await author.call('PUT', '/projects/mine', { version: 0, text: { ...projectText, title, prizes } });
    expect((await author.call('POST', '/projects/mine/submit', { version: 1 })).status).toBe(200);
  }
  const grace = await site.person({ name: 'Grace Murray', role: 'admin' });
  const list = `name,prize\nSponsor,${prize.key}\n`;
  const { accounts } = await (await grace.call('POST', '/judging/judges/import', { list })).json();

  await grace.call('POST', '/judging/tables?who=submitted');

  const { username, password } = accounts[0];
  // As the code of the sheet opens it.
  const page = await site.open(`/login#${new URLSearchParams({ username, password })}`, {
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 844 },
    expected: [/ERR_INTERNET_DISCONNECTED/],
  });
  await countTaps(page);
  await getButton(page, 'Login').click();
  await page.getByRole('heading', { name: 'Best map', level: 1 }).waitFor();
  await page.getByText('Sponsor, Atlas Inc.').waitFor();
  await page.getByText('0 of 2 done').waitFor();
  await expectAccessible(page);
  const first = /\d+/.exec(await page.getByText(/^Next: table \d+$/).innerText())![0];
  await getButton(page, 'Start').click();
  const card = page.getByRole('dialog', { name: new RegExp(`^${first} · (Atlas of Owls|Bus Map) · `) });
  await card.getByRole('timer', { name: '0 of 5 minutes' }).waitFor();
  await expectAccessible(page, { dialog: true });
  // Nothing is 0 that was not given, all of it is in sight, and every number is as large as a thumb.
  expect(await card.getByText('–', { exact: true }).count()).toBe(4);
  const numbers = card.getByRole('radio');
  expect(await numbers.count()).toBe(44);
  for (const number of [numbers.first(), numbers.last(), getButton(page, 'Submit')]) {
    const box = (await number.boundingBox())!;
    expect([box.height >= 43.9, box.y > 0 && box.y + box.height <= 844]).toEqual([true, true]);
  }
  await scoreCard(page, [8, 0, 5, 10]);
  await getToast(page, 'Score submitted successfully').waitFor();
  expect(await readTaps(page)).toBe(7);
  await page.getByText(/ · 1 of 2 done, about \d+ min left$/).waitFor();
  await expectAccessible(page, { dialog: true });
  const second = page.getByRole('button', { name: /^Next: \d+$/ });
  expect(await second.innerText()).not.toContain(first);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const readCached = () =>
    page.evaluate(async () => (await (await caches.open('judge')).match('/kept/judge%3Ascores'))?.text());
  await expect.poll(readCached).toContain(`"prize":"${prize.key}"`);

  // Without a network; a missing mark is asked for, and Undo takes back what waits on the device.
  await page.context().setOffline(true);
  await second.click();
  await getButton(page, 'Submit').click();
  expect(await page.locator('[role="radiogroup"][aria-invalid]').count()).toBe(4);
  await scoreCard(page, [1, 1, 1, 1]);
  await getToast(page, 'Saved on this device. It will be sent when you are back online.').waitFor();
  // Six more for the next table, and the one that came too early.
  expect(await readTaps(page)).toBe(7 + 6 + 1);
  await getButton(page, 'Undo').click();
  await page.getByRole('dialog').getByRole('radio', { name: '2', exact: true }).first().click();
  await getButton(page, 'Submit').click();
  await page.getByRole('dialog').getByText('You have scored or skipped all of your tables.').waitFor();
  await getButton(page, 'Done').click();
  await page.getByText('1 waiting to sync').waitFor();
  await page.context().setOffline(false);
  await page.getByText('1 waiting to sync').waitFor({ state: 'detached' });
  await page.getByText('2 teams scored').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const totals = async () =>
    (
      await site.db
        .selectFrom('scores')
        .where('prize', '=', prize.key)
        .where('id', 'not in', (eb) => eb.selectFrom('voided_scores').select('score_id'))
        .select('weighted_total')
        .orderBy('id')
        .execute()
    ).map(({ weighted_total }) => Number(weighted_total));
  expect(await totals()).toEqual([62, 14]);

  // My scores: a tap corrects one, another is withdrawn.
  await page.getByText('My scores').click();
  await page.getByText('8 · 0 · 5 · 10').waitFor();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Correct / })
    .first()
    .click();
  await page
    .getByText(/^You scored team \d+ at .* \(14\.0\)\./)
    .last()
    .waitFor();
  await page.getByRole('dialog').getByRole('radio', { name: '7', exact: true }).first().click();
  await getButton(page, 'Submit').click();
  await getButton(page, 'Done').click();
  await page.getByText('7 · 1 · 1 · 1').waitFor();
  await page
    .getByRole('button', { name: /^Withdraw / })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await getToast(page, 'Score withdrawn. It no longer counts.').waitFor();
  await page.getByText('2 · 1 · 1 · 1').waitFor();
  expect(await totals()).toEqual([62, 14]);

  const review = await site.open('/score-review', { viewport: { width: 1280, height: 720 } });
  await review.getByLabel('Admin password').fill(reviewPassword);
  await getButton(review, 'Access Dashboard').click();
  const ranking = review.getByRole('table', { name: /Best map/ });
  await ranking.getByRole('row', { name: /Atlas of Owls/ }).waitFor();
  expect(await ranking.getByRole('row').count()).toBe(3);
  await expectAccessible(review);
});

test('a prize without judges says what it is about, and an organizer names its winner', async () => {
  await acceptLateProjects({ services: { db: site.db } });
  for (const title of ['Owl Pun', 'Bus Pun']) {
    const author = await createApplicant(site, { status: 'approved' });
    await author.call('PUT', '/projects/mine', { version: 0, text: { ...projectText, title, prizes: [] } });
    const page = await site.open('/project', { as: author });
    await page.getByText('Judges of a prize see the projects that enter for it.').waitFor();
    const [saved] = await Promise.all([
      page.waitForResponse('**/projects/mine'),
      page.getByRole('checkbox', { name: `Best pun ${pun.description}` }).check(),
    ]);
    const { version } = (await saved.json()) as { version: number };
    expect((await author.call('POST', '/projects/mine/submit', { version })).status).toBe(200);
  }
  const grace = await site.person({ name: 'Grace Chisholm', role: 'admin' });
  await grace.call('POST', '/judging/tables?who=submitted');
  const page = await site.open('/publish', { as: grace, viewport: { width: 390, height: 844 } });
  const group = page.getByRole('region', { name: 'Best pun' });
  await getButton(group, 'Move Bus Pun up').click();
  expect(await group.getByText(/by the scores|0\.0/).count()).toBe(0);
  expect(await getButton(group, /^Decide/).isDisabled()).toBe(true);
  await group.getByLabel('Who chose the winner, and why').fill('The audience laughed longest.');
  await group.getByLabel('Places of Best pun').selectOption('1');
  await expectAccessible(page);
  await getButton(group, /^Decide/).click();
  await group.getByText(/^Decided by Grace Chisholm/).waitFor();

  const landing = await site.open('/', { viewport: { width: 390, height: 844 } });
  await landing.getByText(`Best pun: ${pun.description}`).waitFor();
});

detail('a judge of a track with a rubric of its own scores by it, and reviewers rank its teams', async () => {
  await site.db.insertInto('demo_tables').values({ number: 90, name: 'Pulse', track: 'care' }).execute();
  const grace = await site.person({ name: 'Grace Brewster', role: 'admin' });
  const { accounts } = await (
    await grace.call('POST', '/judging/judges/import', { list: 'Florence' })
  ).json();
  const page = await site.open('/login', { viewport: { width: 390, height: 844 } });
  await page.getByLabel('Username').fill(accounts[0].username);
  await page.getByLabel('Password', { exact: true }).fill(accounts[0].password);
  await getButton(page, 'Login').click();
  await page.getByRole('radio', { name: 'Health Track' }).waitFor();
  expect(await page.getByRole('radio').count()).toBe(3);
  await expectAccessible(page);
  const shoot = async (name: string, from: Page) => {
    for (const [width, colorScheme] of [
      [390, 'light'],
      [1280, 'dark'],
    ] as const) {
      if (!process.env.SHOTS) return;
      await from.setViewportSize({ width, height: 900 });
      await from.emulateMedia({ colorScheme });
      await from.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
    }
    await from.setViewportSize({ width: 390, height: 844 });
  };
  await shoot('track-select', page);
  await page.getByRole('radio', { name: 'Health Track' }).check();
  await getButton(page, 'Continue with Health Track').click();
  await page.getByRole('heading', { name: 'Health Track', level: 1 }).waitFor();
  await shoot('scoring', page);
  await getButton(page, 'Start').click();
  await page.getByRole('dialog', { name: '90 · Pulse' }).waitFor();
  await scoreCard(page, [9, 5]);
  await page.getByText('78.0').first().waitFor();

  const review = await site.open('/score-review', { viewport: { width: 1280, height: 720 } });
  await review.getByLabel('Admin password').fill(reviewPassword);
  await getButton(review, 'Access Dashboard').click();
  await getButton(review, 'Health').click();
  await review.getByRole('row').nth(1).getByText('pulse').waitFor();
  expect(await review.getByText('giant').count()).toBe(0);
  await shoot('score-review', review);
});

detail('what a team entered is part of the card: unset, asked for, scored or not seen', async () => {
  await acceptLateProjects({ services: { db: site.db } });
  const entered = ['scamPrevention', 'supermemory'];
  const author = await createApplicant(site, { status: 'approved' });
  const text = { ...projectText, title: 'Scam Radar', prizes: entered };
  await author.call('PUT', '/projects/mine', { version: 0, text });
  expect((await author.call('POST', '/projects/mine/submit', { version: 1 })).status).toBe(200);
  const grace = await site.person({ name: 'Grace Wing', role: 'admin' });
  await grace.call('POST', '/judging/tables?who=submitted');
  const tables = await site.db
    .selectFrom('project_tables as d')
    .innerJoin('projects as p', 'p.id', 'd.project_id')
    .where('p.title', '=', 'Scam Radar')
    .select('d.number')
    .execute();
  const { number } = tables[0]!;
  const { accounts } = await (
    await grace.call('POST', '/judging/judges/import', { list: 'name,track\nHurried,hacker' })
  ).json();
  const { username, password } = accounts[0];
  const page = await site.open(`/login#${new URLSearchParams({ username, password })}`, {
    viewport: { width: 390, height: 844 },
  });
  await getButton(page, 'Login').click();
  await page.getByRole('heading', { name: 'Hacker Track', level: 1 }).waitFor();
  await page.getByLabel('Team Number').fill(String(number));
  const categories = page.getByRole('region', { name: 'Categories this team entered' });
  const pad = (name: string) => categories.getByRole('radiogroup', { name });
  await pad('Supermemory').waitFor();
  expect(await categories.getByText('–', { exact: true }).count()).toBe(2);
  await getButton(page, 'Innovation & Creativity: one more').click();
  await getButton(page, 'Submit Score').click();
  await getToast(page, 'Score Scam Prevention, or tick “Did not see it”.').waitFor();
  expect(await page.locator('[role="radiogroup"][aria-invalid]').count()).toBe(2);
  await pad('Scam Prevention').getByRole('radio', { name: '7', exact: true }).click();
  await pad('Supermemory').getByLabel('Did not see it').check();
  await expectAccessible(page);
  if (process.env.SHOTS) {
    for (const [width, colorScheme] of [
      [390, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.SHOTS}/entered-${width}.png`, fullPage: true });
    }
  }
  const [request] = await Promise.all([
    page.waitForRequest('**/api/scores'),
    getButton(page, 'Submit Score').click(),
  ]);
  expect(request.postDataJSON().special_categories).toEqual({ scamPrevention: 7 });

  // The form for paper asks the same.
  await grace.call('POST', '/judging/judges/import', { list: 'name,track\nOn Paper,hacker' });
  const desk = await site.open('/judging', { as: grace });
  await getButton(desk, 'More for On Paper').click();
  await desk.getByRole('menuitem', { name: 'Enter paper score' }).click();
  const paper = desk.getByRole('dialog', { name: 'Paper score of On Paper' });
  await paper.getByLabel('Table').fill(String(number));
  for (const mark of await paper.getByRole('radio', { name: '6', exact: true }).all()) await mark.click();
  const unseen = paper.getByRole('radiogroup', { name: 'Supermemory' }).getByLabel('Did not see it');
  await unseen.check();
  await expectAccessible(desk, { dialog: true });
  const [onPaper] = await Promise.all([
    desk.waitForRequest('**/scores'),
    getButton(paper, 'Enter score').click(),
  ]);
  expect(onPaper.postDataJSON().special_categories).toEqual({ scamPrevention: 6 });
});
