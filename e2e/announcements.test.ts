import { beforeAll, expect, test } from 'vitest';
import { createApplicant } from './applicants.ts';
import { findMailTo } from './outbox.ts';
import { expectAccessible, getButton } from './page.ts';
import { detail, type SitePerson, useOrganizer, useSite } from './site.ts';

const site = useSite();
const phone = { viewport: { width: 390, height: 844 } };
const organizer = useOrganizer(site);
let ada: SitePerson;
let bob: SitePerson;
beforeAll(async () => {
  ada = await createApplicant(site, { status: 'approved', name: 'Ada Lovelace' });
  bob = await createApplicant(site, { status: 'pending', name: 'Bob Moog' });
});

test('an organizer announces lunch from a phone; those of the segment have it on their open pages, by email and offline', async () => {
  const dashboard = await site.open('/dashboard', {
    as: ada,
    ...phone,
    expected: [/ERR_INTERNET_DISCONNECTED/],
  });
  const account = await site.open('/account', { as: ada, ...phone });
  const other = await site.open('/dashboard', { as: bob });
  await dashboard.getByText('Application Details').waitFor();
  await account.getByText('Delete account').waitFor();
  await other.getByText('Application Details').waitFor();
  expect(await dashboard.getByRole('region', { name: /Announcement/ }).count()).toBe(0);

  const office = await site.open('/dashboard', { as: organizer, ...phone, expected: [/status of 503/] });
  await getButton(office, 'More').click();
  await office.getByRole('link', { name: 'Announcements' }).click();
  await office.getByText('There are no announcements yet.').waitFor();
  // Nobody is chosen in advance.
  await office.getByText('Choose who receives it.').waitFor();
  await office.getByLabel('Application', { exact: true }).selectOption('Everyone');
  await office.getByText('2 people, 2 by email').waitFor();
  const subject = office.getByLabel('Subject', { exact: true });
  await subject.fill('Lunch, {nope}');
  await office
    .getByText('{nope} is not a placeholder. Use {name}, {team}, {track}, {table}, or leave out the braces.')
    .waitFor();
  expect(await subject.getAttribute('aria-invalid')).toBe('true');
  await subject.fill('Lunch, {name}');
  await office.getByText('{nope} is not a placeholder').waitFor({ state: 'detached' });
  await office.getByLabel('Text', { exact: true }).fill('It is at noon.\nMenu: https://menu.example/today.');
  await office.getByLabel('Application', { exact: true }).selectOption('Approved');
  await office.getByText('1 person, 1 by email').waitFor();
  await office.getByText('As Ada Lovelace reads it').waitFor();
  await office.getByText('Lunch, Ada', { exact: true }).waitFor();
  await expectAccessible(office);
  await getButton(office, 'Send a test to yourself').click();
  await findMailTo(site.dataDir, organizer.email, /^Test: Lunch, Grace$/);
  await office.getByLabel('Send it now, without the minute in which you can undo it').check();
  await getButton(office, 'Send announcement').click();
  const question = office.getByRole('alertdialog');
  await question.getByText('Approved: on their pages at once, and by email.').waitFor();
  await question.getByText('It goes to 1 person, 1 by email.').waitFor();
  await expectAccessible(office, { dialog: true });
  // A second try of the same is one announcement; with anything changed it is another.
  const keys: (string | undefined)[] = [];
  await office.route('**/api/announcements', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length <= 2 ? route.fulfill({ status: 503, body: '' }) : route.continue();
  });
  for (const tries of [1, 2]) {
    await getButton(question, 'Send announcement').click();
    await expect.poll(() => keys.length).toBe(tries);
  }
  await getButton(question, 'Cancel').click();
  await office.getByLabel('Application', { exact: true }).selectOption('Everyone');
  await office.getByLabel('Application', { exact: true }).selectOption('Approved');
  await getButton(office, 'Send announcement').click();
  await question.getByText('It goes to 1 person, 1 by email.').waitFor();
  await getButton(question, 'Send announcement').click();
  await expect.poll(() => keys.length).toBe(3);
  await office.getByText('Sent to 1 person.').waitFor();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);

  for (const page of [dashboard, account]) {
    const banner = page.getByRole('region', { name: 'Announcement', exact: true });
    await banner.getByText('Lunch, Ada').waitFor({ timeout: 2000 });
    expect(await banner.getByRole('link').getAttribute('href')).toBe('https://menu.example/today');
  }
  const list = dashboard.getByRole('region', { name: 'Announcements' });
  await list.getByText('It is at noon.').waitFor();
  await expectAccessible(dashboard);
  expect(await other.getByText('Lunch').count()).toBe(0);
  const mail = await findMailTo(site.dataDir, ada.email, /^Lunch, Ada$/);
  expect(mail.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(true);

  // The log of who got what.
  await getButton(office, 'Show recipients of Lunch, {name}').click();
  await office.getByRole('dialog').getByText('Ada Lovelace').waitFor();
  await office.getByRole('dialog').getByText('Sent', { exact: true }).waitFor();
  await expectAccessible(office, { dialog: true });

  // Closed on this device; still on the dashboard, without a network too.
  await getButton(dashboard, 'Close announcement').click();
  await dashboard.getByRole('region', { name: 'Announcement', exact: true }).waitFor({ state: 'detached' });
  await dashboard.route(/\/api\//, (route) => route.abort('internetdisconnected'));
  await dashboard.reload();
  await dashboard.getByRole('region', { name: 'Announcements' }).getByText('It is at noon.').waitFor();
  expect(await dashboard.getByRole('region', { name: 'Announcement', exact: true }).count()).toBe(0);

  // The link of the email asks first.
  const address = /Unsubscribe from announcements: (\S+)/.exec(mail.text ?? '')?.[1] ?? '';
  const leaving = await site.open(new URL(address).pathname, phone);
  await expectAccessible(leaving);
  await getButton(leaving, 'Unsubscribe').click();
  await leaving.getByText('You are unsubscribed.').waitFor();
  await office.reload();
  await office.getByLabel('Application', { exact: true }).selectOption('Everyone');
  await office.getByText('2 people, 1 by email, 1 unsubscribed').waitFor();
  await getButton(leaving, 'Subscribe again').click();
  await leaving.getByText('You are subscribed.').waitFor();
});

detail(
  'one is begun with a template, scheduled and canceled; another is sent when its time comes',
  async () => {
    const ada = await createApplicant(site, { status: 'approved', name: 'Ada Scheduled' });
    const office = await site.open('/announcements', { as: organizer, ...phone });
    await office.getByLabel('Begin with a template').selectOption({ label: 'Judging begins' });
    expect(await office.getByLabel('Subject', { exact: true }).inputValue()).toBe('Judging begins');
    await getButton(office, 'Send announcement').click();
    await office.locator('select:focus:invalid').waitFor();
    await office.getByLabel('Application', { exact: true }).selectOption('Everyone');
    // What it reads like stands above the button that sends it.
    const preview = await office.getByRole('region', { name: 'Preview' }).boundingBox();
    const send = await getButton(office, 'Send announcement').boundingBox();
    expect(send!.y).toBeGreaterThan(preview!.y + preview!.height);
    await office.getByLabel('Send it later').check();
    const question = office.getByRole('alertdialog');
    // A mistyped year is a sentence at the field, and no question.
    for (const [typed, problem] of [
      ['0007-09-20T20:00', 'This time has passed.'],
      ['2099-09-20T20:00', 'This time is more than a year away.'],
    ] as const) {
      await office.getByLabel('Send at').fill(typed);
      await office.getByText(problem).waitFor();
      await getButton(office, 'Schedule announcement').click();
      expect(await question.count()).toBe(0);
    }
    const inThreeDays = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10);
    await office.getByLabel('Send at').fill(`${inThreeDays}T20:00`);
    await getButton(office, 'Schedule announcement').click();
    await question.getByText(/on their pages in [234] days, on \w+, \w+ \d+, 8:00\sPM/).waitFor();
    await expectAccessible(office, { dialog: true });
    await getButton(question, 'Schedule announcement').click();
    const scheduled = office.getByRole('region', { name: 'Scheduled' });
    await scheduled.getByText(/\w+, \w+ \d+, 8:00\sPM/).waitFor();
    await expectAccessible(office);
    await getButton(office, 'Delete Judging begins').click();
    await getButton(office, 'Delete announcement').click();
    await scheduled.waitFor({ state: 'detached' });

    const soon = new Date(Date.now() + 2000).toISOString();
    const draft = { subject: 'Doors open', text: 'Come in.', segment: {}, email: false, aboutPlace: false };
    expect((await organizer.call('POST', '/announcements', { ...draft, sendAt: soon })).status).toBe(201);
    const subjects = async () =>
      ((await (await ada.call('GET', '/announcements/mine')).json()) as { subject: string }[]).map(
        ({ subject }) => subject,
      );
    await expect.poll(subjects, { timeout: 30_000 }).toContain('Doors open');

    // Stopped, it leaves the dashboards.
    await office.reload();
    await getButton(office, 'Stop Doors open').click();
    await question
      .getByText('It disappears from all dashboards. Some people may have read it already.')
      .waitFor();
    await expectAccessible(office, { dialog: true });
    await getButton(question, 'Stop announcement').click();
    await office.getByText(/· stopped /).waitFor();
    await expect.poll(subjects).not.toContain('Doors open');

    // One that waits for its minute is undone: what was written is in the form again.
    await office.getByLabel('Subject', { exact: true }).fill('Typo, {name}');
    await office.getByLabel('Text', { exact: true }).fill('At noo.');
    await office.getByLabel('Application', { exact: true }).selectOption('Everyone');
    await getButton(office, 'Send announcement').click();
    await question.getByText('on their pages in a minute').waitFor();
    await question.getByText('You can undo it until then.').waitFor();
    await getButton(question, 'Send announcement').click();
    await office.getByText('It goes out in a minute.').waitFor();
    await scheduled.getByText('Typo, {name}').waitFor();
    expect(await office.getByLabel('Subject', { exact: true }).inputValue()).toBe('');
    if (process.env.SHOTS)
      for (const width of [390, 1280]) {
        await office.setViewportSize({ width, height: 844 });
        await office.screenshot({ path: `${process.env.SHOTS}/announcement-${width}.png`, fullPage: true });
      }
    await office.getByRole('button', { name: 'Undo', exact: true }).click();
    await scheduled.waitFor({ state: 'detached' });
    expect(await office.getByLabel('Subject', { exact: true }).inputValue()).toBe('Typo, {name}');
    expect(await subjects()).not.toContain('Typo, Ada Scheduled');
  },
);
