import { expect, test } from 'vitest';
import { createTestPicture } from '../server/testing/pictures.ts';
import { createApproved, typeAsScanner } from './check-in-people.ts';
import { getButton } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { announced, type SitePerson, useSite, withEvent } from './site.ts';

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const items = [{ time: '12:00 AM', start: '00:00', end: '23:59', title: 'Hacking' }];
const site = useSite(
  withEvent({
    dates: { start: day(-1), end: day(1) },
    schedule: [-1, 0, 1].map((offset) => ({ date: day(offset), title: 'Day', items })),
    lending: {
      things: ['12 VR headset', '13 VR headset', 'C1 USB cable of a length that nobody expects here'],
    },
  }),
);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const textOf = ({ id }: SitePerson) => JSON.stringify({ userId: id });

test('a participant reserves, a volunteer hands out and takes in by scanning, also without a network', async () => {
  const ada = await createApproved(site, 'Ada Lovelace');
  const eve = await createApproved(site, 'Eve Wolfeschlegelsteinhausenbergerdorff');
  const vera = await site.person({ name: 'Vera Rubin', role: 'volunteer' });
  const organizer = await site.person({ name: 'Grace Hopper', role: 'admin' });
  const settings = await site.open('/settings?section=switches', { as: organizer });
  await getButton(settings, 'Add photo').click();
  await settings.getByLabel('Thing', { exact: true }).fill('VR headset');
  await settings.getByLabel('Photo', { exact: true }).setInputFiles({
    ...{ name: 'headset.jpg', mimeType: 'image/jpeg' },
    buffer: await createTestPicture({ format: 'jpeg' }),
  });
  await getButton(settings, 'Remove picture').waitFor();
  await getButton(settings, 'Save').click();
  await settings.getByText('Saved. The change is live.').waitFor();
  await settings.close();
  const desk = await site.open('/dashboard', { as: ada, ...phone });
  await desk.getByText('Borrow something').tap();
  await getButton(desk, 'Reserve').tap();
  const thing = desk.getByLabel('Reserve');
  await expect.poll(() => thing.evaluate((field) => field === document.activeElement)).toBe(true);
  await thing.selectOption('VR headset');
  await getButton(desk, 'Reserve').tap();
  await desk.getByText(/^Held for you until/).waitFor();
  expect(await inspectScreens(desk, 'lending-card')).toEqual(nothingWrong);

  const page = await site.open('/check-in', {
    ...phone,
    as: vera,
    serviceWorkers: 'allow',
    expected: [/ERR_INTERNET_DISCONNECTED/],
  });
  await page.getByRole('link', { name: 'Hand out things' }).tap();
  await page.getByRole('cell', { name: 'Ada Lovelace (reserved)' }).waitFor();
  await typeAsScanner(page, textOf(ada));
  await page.getByText('For Ada Lovelace').waitFor();
  await typeAsScanner(page, 'overnight thing 12');
  await page.getByText('Reserved for Ada Lovelace').waitFor();
  expect(await inspectScreens(page, 'lending-hand-out')).toEqual(nothingWrong);
  await page.setViewportSize(phone.viewport);
  await getButton(page, 'Hand out').tap();
  await page.getByText('VR headset 12 is with Ada Lovelace.').waitFor();
  await desk.getByText(/^Bring it back by/).waitFor(announced);

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await typeAsScanner(page, 'overnight thing 12');
  await getButton(page, 'Take in').tap();
  await typeAsScanner(page, textOf(eve));
  await typeAsScanner(page, 'overnight thing 12');
  await getButton(page, 'Hand out').tap();
  await page.getByText('Offline. 2 waiting to sync').waitFor();
  await page.getByRole('cell', { name: eve.name }).waitFor();
  const findLoan = async () => {
    const rows = await site.db.selectFrom('loan_scans').select(['user_id']).orderBy('at', 'desc').execute();
    return [rows.length, rows[0]?.user_id];
  };
  expect(await findLoan()).toEqual([1, ada.id]);
  await page.context().setOffline(false);
  await expect.poll(findLoan).toEqual([3, eve.id]);
  await expect.poll(() => page.getByText('waiting to sync').count()).toBe(0);

  const office = await site.open('/lending', { as: organizer });
  await office.getByRole('cell', { name: eve.name }).waitFor();
  expect(await inspectScreens(office, 'lending-office')).toEqual(nothingWrong);
  await typeAsScanner(office, 'something else');
  await office.getByText('This is neither a pass nor the label of a thing.').waitFor();
  await office.evaluate(() => {
    window.print = () => document.body.append('printed');
  });
  await getButton(office, 'Print labels').click();
  await office.getByText('printed').waitFor();

  // What somebody has whose account is deleted stays lent, and is taken in as before.
  const account = await site.open('/account', { as: eve });
  await getButton(account, 'Delete account').click();
  const question = account.getByRole('alertdialog');
  await question.getByText('You still have VR headset 12: bring it back first.').waitFor();
  await getButton(question, 'Delete account').click();
  await account.waitForURL((url) => url.pathname !== '/account');
  await office.reload();
  await office.getByRole('cell', { name: 'account deleted' }).waitFor();
  await typeAsScanner(office, 'overnight thing 12');
  await office.getByText('With account deleted').waitFor();
  expect(await inspectScreens(office, 'lending-deleted')).toEqual(nothingWrong);
  await getButton(office, 'Take in').click();
  await office.getByRole('cell', { name: 'account deleted' }).waitFor({ state: 'detached' });
});
