import { beforeAll, expect, test } from 'vitest';
import { findAccessibilityProblems, findOverflow } from './accessibility.ts';
import { createApproved, getCheckInTimes, typeAsScanner } from './check-in-people.ts';
import { getButton } from './page.ts';
import { type SitePerson, useSite, withEvent } from './site.ts';

// At the event it is eleven: lunch is now, dinner five hours later.
const offset = 11 - new Date().getUTCHours();
const local = Date.now() + offset * 3_600_000;
const clock = (hours: number) => new Date(local + hours * 3_600_000).toISOString().slice(11, 16);
const item = (title: string, from: number) => ({
  time: title,
  start: clock(from),
  end: clock(from + 1),
  title,
});
const site = useSite(
  withEvent({
    timezone: `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`,
    schedule: [
      {
        date: new Date(local).toISOString().slice(0, 10),
        title: 'Today',
        items: [item('lunch', -0.5), item('dinner', 5)],
      },
    ],
    checkpoints: [
      { id: 'entrance', name: 'Entrance' },
      { id: 'lunch', name: 'Lunch', shows: ['dietaryRestrictions'] },
      { id: 'dinner', name: 'Dinner' },
      { id: 'shirts', name: 'T-shirts', shows: ['tShirtSize'] },
    ],
  }),
);
let volunteer: SitePerson;
beforeAll(async () => {
  volunteer = await site.person({ name: 'Vera Rubin', role: 'volunteer' });
});

test('a checkpoint at another hour, and a meal of somebody who never came in, warn and stop nobody', async () => {
  const [ada, alan] = [await createApproved(site, 'Ada Lovelace'), await createApproved(site, 'Alan Turing')];
  await volunteer.call('POST', '/applications/check-in', { userId: ada.id });
  const page = await site.open('/check-in', {
    as: volunteer,
    viewport: { width: 390, height: 844 },
    expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/],
  });
  await page.getByLabel('Checkpoint').selectOption({ label: 'Dinner (0)' });
  const notice = page.getByRole('status').filter({ hasText: 'By the schedule, Dinner is on' });
  await notice.waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
  await getButton(page, 'Change to Lunch').click();
  await notice.waitFor({ state: 'detached' });

  const card = page.getByRole('region', { name: 'Participant Information' });
  await typeAsScanner(page, JSON.stringify({ userId: ada.id }));
  await card.getByText('Ada Lovelace').waitFor();
  expect(await card.getByText(/Not checked in at the entrance/).count()).toBe(0);
  await page.keyboard.press('Escape');
  await typeAsScanner(page, JSON.stringify({ userId: alan.id }));
  await card.getByRole('alert').filter({ hasText: 'Not checked in at the entrance, as of' }).waitFor();
  await page.getByRole('button', { name: /^Confirm Check-In/ }).click();
  const result = page.getByRole('status').filter({ hasText: 'Checked in' });
  await result.filter({ hasText: 'Not checked in at the entrance, as of' }).waitFor();
  expect(await getCheckInTimes(site, alan)).toBe(1);
  await typeAsScanner(page, JSON.stringify({ userId: ada.id }));
  await card.getByText(ada.id).waitFor();
  await result.filter({ hasText: 'Last: In' }).waitFor();
  await page.keyboard.press('Escape');

  // Without a network the device has what lunch shows, and says so where sizes count.
  await page.context().setOffline(true);
  await page.getByLabel('Checkpoint').selectOption('shirts');
  await typeAsScanner(page, JSON.stringify({ userId: ada.id }));
  await card.getByText('Not on this device: ask for their size').waitFor();
  expect(await card.getByText(ada.canary.diet).count()).toBe(0);
});
