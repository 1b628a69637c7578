import { beforeAll, expect, test } from 'vitest';
import type { Page } from './browser.ts';
import { useSite } from './site.ts';

const site = useSite();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let username = '';
let password = '';
beforeAll(async () => {
  const [, row = ''] = (await site.command('judges', 'create', '1')).trim().split('\n');
  [username = '', password = ''] = row.split(',');
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function startScoring(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Login').click();
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  await button(page, 'Continue with Hacker Track').click();
  await page.getByRole('heading', { level: 1, name: 'Hacker Track' }).waitFor();
}

const score = (teamNumber: number) => ({
  ...{ team_name: `Team ${teamNumber}`, team_number: teamNumber, track: 'hacker', special_categories: null },
  scores: { innovation: 4, technical: 4, impact: 4, presentation: 4, design: 4 },
});

test('scores and a draft that an earlier version stored are moved and sent; what cannot be read harms nothing', async () => {
  const page = await site.open('/login', phone);
  await page.evaluate(
    ([queueKey, queue, draftKey, draft, otherDraft]) => {
      localStorage.setItem(queueKey, queue);
      localStorage.setItem(draftKey, draft);
      localStorage.setItem(otherDraft, '{broken');
    },
    [
      `queue:score:${username}`,
      JSON.stringify([
        { key: crypto.randomUUID(), body: score(41), total: 40, at: '2025-09-21T10:00:00.000Z' },
        { key: crypto.randomUUID(), total: 40, at: 'yesterday' },
        { key: crypto.randomUUID(), body: score(42), total: 40, at: 'yesterday' },
        {
          ...{ key: crypto.randomUUID(), body: score(43), total: 40, at: '2025-09-21T10:01:00.000Z' },
          refused: 'This team is not known.',
        },
      ]),
      `draft:score:${username}:hacker`,
      JSON.stringify({ teamName: 'Night Owls', teamNumber: '7', scores: { technical: 6 }, chosen: [] }),
      `draft:score:${username}:startup`,
    ] as const,
  );
  await startScoring(page);
  await page.getByText('Draft for team 7 restored.').waitFor();
  await page.getByText('15.0 / 100').waitFor();
  await page.getByText('3 teams scored').click();
  await page.getByText('Could not sync: This team is not known.').waitFor();
  await page.getByText('1 waiting to sync').waitFor();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(draft|queue):/.test(key))),
  ).toEqual([]);
  const stored = site.db.selectFrom('scores').select('team_number').orderBy('team_number');
  expect(await stored.execute()).toEqual([{ team_number: 41 }, { team_number: 42 }]);
  await button(page, 'Discard').click();
  await page.getByText('2 teams scored').waitFor();

  // A change a moment before the page goes away is there as well.
  await page.getByLabel('Team Name').fill('Nocturnal');
  await page.reload();
  await page.getByText('Draft for team 7 restored.').waitFor();
  expect(await page.getByLabel('Team Name').inputValue()).toBe('Nocturnal');
});
