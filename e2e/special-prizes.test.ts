import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, getButton, getToast } from './page.ts';
import { useSite } from './site.ts';

const reviewPassword = 'owls at midnight';
const site = useSite({ SCORE_REVIEW_PASSWORD: reviewPassword });
const criteria = ['innovation', 'technical', 'impact', 'presentation', 'design'];
const weights = [25, 25, 20, 15, 15];

/** Stores one judge's score: the same mark for every criterion, and one for Supermemory. */
async function insertScore(teamNumber: number, name: string, mark: number, supermemory: number | null) {
  const { id } = await site.db.selectFrom('judges').select('id').executeTakeFirstOrThrow();
  await site.db
    .insertInto('scores')
    .values({
      judge_id: id,
      judge_name: 'Judge 1',
      idempotency_key: crypto.randomUUID(),
      body_hash: randomBytes(32),
      team_name: name,
      team_number: teamNumber,
      track: 'hacker',
      scores: JSON.stringify(Object.fromEntries(criteria.map((key) => [key, mark]))),
      weights: JSON.stringify(Object.fromEntries(criteria.map((key, at) => [key, weights[at]]))),
      weighted_total: mark * 10,
      special_categories: supermemory === null ? null : JSON.stringify({ supermemory }),
      created_at: new Date(),
    })
    .execute();
}

beforeAll(async () => {
  await site.createJudge();
  // The best of Supermemory have low totals; eleven teams share its last shown place.
  await insertScore(1, 'Giant', 10, 2);
  await insertScore(2, 'Owls', 3, 9);
  await insertScore(3, 'Owls', 2, 9);
  await insertScore(4, 'Aside', 9, null);
  for (let number = 5; number <= 14; number += 1) await insertScore(number, `Team ${number}`, 5, 4);
});

test('a special prize is ranked and presented by its category; the default order stays', async () => {
  const page = await site.open('/score-review', { viewport: { width: 1280, height: 720 } });
  await page.getByLabel('Admin password').fill(reviewPassword);
  await getButton(page, 'Access Dashboard').click();
  const firstRow = page.getByRole('row').nth(1);
  await firstRow.getByText('giant').waitFor();
  expect(await getButton(page, 'By this category').count()).toBe(0);

  await getButton(page, 'Supermemory').click();
  await firstRow.getByText('giant').waitFor();
  await getButton(page, 'Present').click();
  const stage = page.getByRole('dialog', { name: 'Supermemory' });
  await stage.getByText('Press Space or → to reveal the next place.').waitFor();
  await page.keyboard.press('ArrowRight');
  // Ten teams share place 3: all of them are shown, and the page still fits.
  await stage.getByRole('status').getByText('Place 3: Team 5, Team 6').waitFor();
  expect(await stage.getByRole('listitem').count()).toBe(12);
  expect(await stage.getByText('Owls').count()).toBe(0);
  expect(await stage.getByText('Giant').count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await stage.getByRole('status').getByText('Place 1: Owls #2, Owls #3').waitFor();
  await page.keyboard.press('ArrowRight');
  expect(await stage.getByRole('status').innerText()).toBe('Place 1: Owls #2, Owls #3');
  expect(await stage.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  await expectAccessible(page, { dialog: true });
  await page.keyboard.press('Escape');

  await getButton(page, 'By this category').click();
  await firstRow.getByText('owls').waitFor();
  expect(await firstRow.getByRole('cell').first().innerText()).toContain('1=');
  await expectAccessible(page);
  await getButton(page, 'All Tracks').click();
  await firstRow.getByText('giant').waitFor();
}, 60_000);

test('an organizer voids a score with a reason; a reviewer without an account cannot', async () => {
  const grace = await site.person({ name: 'Grace Hopper', role: 'admin' });
  const unlock = async (visit: { as?: typeof grace }) => {
    const page = await site.open('/score-review', { ...visit, viewport: { width: 390, height: 844 } });
    await page.getByLabel('Admin password').fill(reviewPassword);
    await getButton(page, 'Access Dashboard').click();
    await page.getByRole('button', { name: /giant/ }).click();
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
  await page.getByRole('button', { name: /giant/ }).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
}, 60_000);
