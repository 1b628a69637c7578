import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createApplicants } from './applicants.ts';
import type { Page } from './browser.ts';
import { getButton } from './page.ts';
import { type SitePerson, useSite } from './site.ts';

const site = useSite({ DECISION_MAIL_DELAY: '5' });
const total = 120;

const list = (page: Page) => page.getByRole('region', { name: 'Applications', exact: true });

/** Reviews shares until nothing is left; every so many decisions are undone at once. Returns how many, and the refusals. */
async function reviewAll({ call }: SitePerson, undoEvery: number) {
  const counts = { undone: 0, refused: 0 };
  const mine = new Set<string>();
  for (;;) {
    const { ids } = (await (await call('POST', '/reviews/claims', { count: 20 })).json()) as {
      ids: string[];
    };
    if (ids.length === 0) return counts;
    for (const id of ids) {
      // Nobody gets an application twice.
      expect(mine.has(id)).toBe(false);
      mine.add(id);
      expect((await call('PUT', `/applications/${id}/review`, { rating: 1 + (mine.size % 5) })).status).toBe(
        200,
      );
      const status = mine.size % 2 ? 'approved' : 'rejected';
      const answer = await call('PUT', `/applications/${id}`, { status, from: 'pending', undoable: true });
      if (answer.status !== 200) {
        expect(((await answer.json()) as { code: string }).code).toBe('status_changed');
        counts.refused += 1;
      } else if (undoEvery > 0 && mine.size % undoEvery === 0) {
        const undone = await call('POST', `/applications/${id}/undo`, { status });
        // On a busy machine its email may be on the way already.
        if (undone.status === 200) counts.undone += 1;
        else expect(((await undone.json()) as { code: string }).code).toBe('decision_final');
      }
    }
  }
}

test('three organizers review many applications: each is decided once, and nothing undone is mailed', async () => {
  await createApplicants(site, total);
  const [grace, hedy, alan] = [
    await site.person({ name: 'Grace Hopper', role: 'admin' }),
    await site.person({ name: 'Hedy Lamarr', role: 'admin' }),
    await site.person({ name: 'Alan Turing', role: 'admin' }),
  ];
  // One of them also has the page open, with a share of her own.
  const page = await site.open('/dashboard', { as: grace, viewport: { width: 1280, height: 800 } });
  await getButton(page, 'Review together').click();
  await getButton(page, 'Get my share').click();
  await page.getByText('10 applications are yours until you rate them or give them back.').waitFor();
  await page.getByText('10 applications', { exact: true }).waitFor();
  await getButton(page, /^My share/).click();
  await page.getByText(`${total} applications`, { exact: true }).waitFor();
  expect((await hedy.call('POST', '/reviews/claims', { count: 20 })).status).toBe(200);
  await page.getByLabel('Order').selectOption('Oldest first');
  await list(page).getByText('Yours').first().waitFor();
  await list(page).getByText('With Hedy Lamarr').first().waitFor();
  await page.getByRole('button', { name: /^Person 11 / }).click();
  await page.getByText('Hedy Lamarr reviews this at the moment.').waitFor();

  const counts = await Promise.all([reviewAll(grace, 7), reviewAll(hedy, 11), reviewAll(alan, 0)]);
  expect(counts[0].undone + counts[1].undone).toBeGreaterThan(total / 30);
  const decisions = await site.db
    .selectFrom('audit')
    .where('action', 'in', ['application.approved', 'application.rejected', 'application.undone'])
    .select(['subject', 'action'])
    .execute();
  const standing = new Map<string, number>();
  for (const { subject, action } of decisions)
    standing.set(subject, (standing.get(subject) ?? 0) + (action === 'application.undone' ? -1 : 1));
  const undecided = await site.db
    .selectFrom('applications')
    .where('status', '=', 'pending')
    .select('id')
    .execute();
  // What was undone by somebody and seen by nobody after it stays pending.
  const open = new Set(undecided.map(({ id }) => id));
  expect([...standing].filter(([id, count]) => count !== (open.has(id) ? 0 : 1))).toEqual([]);
  // Each decision that stands is one email, and nothing else is.
  const outbox = path.join(site.dataDir, 'outbox');
  await expect
    .poll(async () => (await readdir(outbox).catch(() => [])).length, { timeout: 120_000 })
    .toBe(total - open.size);
  const mails = await site.db
    .selectFrom('mails')
    .innerJoin('applications', 'applications.user_id', 'mails.user_id')
    .select(['applications.id', 'applications.status', 'mails.subject'])
    .execute();
  expect(new Set(mails.map(({ id }) => id)).size).toBe(mails.length);
  for (const { status, subject } of mails)
    expect([status, subject]).toEqual([
      status,
      status === 'approved' ? 'You are in: Overnight 2025' : 'Your application to Overnight 2025',
    ]);

  // The list by rating shows the plain and the adjusted order, and the page the others' reviews.
  await page.getByLabel('Order').selectOption('By rating');
  await list(page).getByText(/#1\b/).first().waitFor();
  await getButton(page, 'All').click();
  await page.getByLabel('Filter by name, email or major').fill(`Person ${total}`);
  await page.getByRole('button', { name: new RegExp(`^Person ${total} `) }).click();
  await page.getByRole('heading', { name: 'Review', exact: true }).waitFor();
  await page.getByRole('radio', { name: '4', exact: true }).check();
  await page.getByLabel('Note for organizers').fill('Clear.');
  await getButton(page, 'Save review').click();
  await page.getByText('Review saved.').waitFor();
});
