import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { toApplicationRow } from '../server/testing/applicants.ts';
import { findAccessibilityProblems, findOverflow } from './accessibility.ts';
import { limitedEvent } from './limited-event.ts';
import { getButton } from './page.ts';
import { type SitePerson, useSite } from './site.ts';

const site = useSite(limitedEvent({ capacity: 29 }));

const statuses = async () => {
  const rows = await site.db.selectFrom('applications').select('status').execute();
  return (['approved', 'pending'] as const).map(
    (status) => rows.filter((row) => row.status === status).length,
  );
};
const countMails = async () => (await site.db.selectFrom('mails').select('id').execute()).length;

test('56 people are approved for 29 places: question and result say so, and the undo names who is final', async () => {
  const people: SitePerson[] = [];
  for (let n = 1; n <= 56; n += 1) people.push(await site.person({ name: `Person ${n}` }));
  const rows = people.map(({ id }) => toApplicationRow(id, { status: 'pending' }));
  await site.db.insertInto('applications').values(rows).execute();
  const page = await site.open('/dashboard', { as: await site.person({ role: 'admin' }) });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(new URL(request.url()).pathname);
  });
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  const dialog = page.getByRole('alertdialog');
  const result = page.getByRole('region', { name: 'Bulk change' });
  await getButton(page, 'Select all').click();
  await bar.getByText('56 selected').waitFor();
  await getButton(bar, 'Approve').click();
  await dialog.getByText('29 get a place, 27 join the waitlist (the first selected come first).').waitFor();
  const shoot = async (name: string) => {
    if (!process.env.SHOTS) return;
    await mkdir(process.env.SHOTS, { recursive: true });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png` });
    }
  };
  await shoot('question');
  await getButton(dialog, 'Approve').click();
  await result
    .getByText('56 approved: 29 get a place, 27 join the waitlist (the first selected come first).')
    .waitFor();
  await shoot('result');
  // It can be undone after a visit to another page too.
  await page.getByRole('link', { name: 'Waitlist' }).click();
  await page.getByRole('list', { name: 'Waitlist' }).waitFor();
  await page.goBack();
  await getButton(result, 'Undo 56').waitFor();
  expect([await statuses(), await countMails()]).toEqual([[29, 27], 56]);
  // Somebody declines at once: the place goes to one who waits, whose approval is final now.
  const declined = await site.db
    .selectFrom('applications')
    .select('user_id')
    .where('status', '=', 'approved')
    .execute();
  const first = people.find(({ id }) => id === declined[0]!.user_id)!;
  await first.call('PUT', '/attendance', { attending: false });
  await expect.poll(() => statuses()).toEqual([30, 26]);
  await getButton(result, 'Undo 56').click();
  await result.getByText('56 approved, 55 undone. 1 can no longer be undone:').waitFor();
  await result.getByText(/^Person \d+: This can no longer be undone/).waitFor();
  await shoot('undone');
  expect([await statuses(), await countMails()]).toEqual([[1, 55], 1]);
  expect(calls.filter((path) => path !== '/api/attendance')).toEqual([
    '/api/applications/status',
    '/api/applications/status',
    '/api/applications/undo',
  ]);
  await getButton(result, 'Dismiss').click();
  // Approved again without a free place, and once more: neither claims a change for those who wait.
  for (const [asked, told] of [
    [/^Person \d+, .* 28 get a place, 27 join the .* 1 is already approved: nothing/, '55 approved: 28 get'],
    [
      /^27 are already on the waitlist, 29 are already approved: nothing changes/,
      '0 approved. 27 are already',
    ],
  ] as const) {
    await getButton(page, 'Select all').click();
    await bar.getByText('56 selected').waitFor();
    await getButton(bar, 'Approve').click();
    await dialog.getByText(asked).waitFor();
    await shoot(told.slice(0, 2));
    await getButton(dialog, 'Approve').click();
    await result.getByText(told).waitFor();
    await getButton(page, 'Pending').getByText('27').waitFor();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflow(page)).toEqual([]);
  expect(await findAccessibilityProblems(page)).toEqual([]);
});
