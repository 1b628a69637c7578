import { beforeAll, expect, test } from 'vitest';
import { createApplicant } from './applicants.ts';
import { findMailTo } from './outbox.ts';
import { getButton } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { announced, detail, type SitePerson, useSite, withEvent } from './site.ts';

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const items = [{ time: '12:00 AM', start: '00:00', end: '23:59', title: 'Hacking' }];
const site = useSite(
  withEvent({
    dates: { start: day(-1), end: day(1) },
    schedule: [-1, 0, 1].map((offset) => ({ date: day(offset), title: 'Day', items })),
    help: { topics: ['Software', 'Hardware'] },
  }),
);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let organizer: SitePerson;
beforeAll(async () => {
  organizer = await site.person({ name: 'Grace Hopper', role: 'admin' });
});

const approved = (name: string) => createApplicant(site, { status: 'approved', attending: true, name });

test('a participant asks, a mentor comes and solves it, and both see it at once on their phones', async () => {
  const office = await site.open('/help', { as: organizer });
  await office.getByText('There are no mentors yet.').waitFor();
  expect(await inspectScreens(office, 'help-office-empty')).toEqual(nothingWrong);
  await office.getByRole('link', { name: 'Add mentors' }).click();
  await office.getByRole('radio', { name: 'Mentor' }).check();
  await office.getByLabel('Name or email').fill('max.mentor@example.org');
  await getButton(office, 'Add mentor: max.mentor@example.org').click();
  await office.getByText('max.mentor@example.org can use the queue for help after signing in.').waitFor();
  expect(await inspectScreens(office, 'help-invite')).toEqual(nothingWrong);
  const mail = await findMailTo(site.dataDir, 'max.mentor@example.org', /You are a mentor/);
  expect(mail.text).toContain('/help');
  const mina = await site.person({ name: 'Mina Mentor', role: 'mentor' });
  await office.goto('/help');
  await office.getByText('Mina Mentor').waitFor();

  const ada = await approved('Ada Lovelace');
  const desk = await site.open('/dashboard', { as: ada, ...phone });
  await desk.getByText('No mentor is on duty now. A request waits for one.').waitFor();
  const mentor = await site.open('/dashboard', { as: mina, ...phone });
  await mentor.waitForURL('/help');
  await mentor.getByLabel('On duty').tap();
  await mentor.getByLabel('Software').tap();
  await office.getByRole('cell', { name: 'On duty' }).waitFor(announced);

  await getButton(desk, 'Ask a mentor').tap();
  await desk.getByLabel('What do you need?').fill('My build hangs since midnight');
  await getButton(desk, 'Ask for help').tap();
  const topic = desk.getByRole('radio', { name: 'Software' });
  await expect.poll(() => topic.evaluate((field) => field === document.activeElement)).toBe(true);
  await topic.check();
  await desk.getByLabel('Where are you?').fill('Table 7');
  expect(await inspectScreens(desk, 'help-form')).toEqual(nothingWrong);
  await desk.setViewportSize(phone.viewport);
  await getButton(desk, 'Ask for help').tap();
  await desk.getByText('You are next').waitFor();
  expect(await inspectScreens(desk, 'help-waiting')).toEqual(nothingWrong);
  await desk.setViewportSize(phone.viewport);

  await getButton(mentor, 'Help Ada Lovelace').waitFor(announced);
  expect(await inspectScreens(mentor, 'help-queue')).toEqual(nothingWrong);
  await mentor.setViewportSize(phone.viewport);
  await getButton(mentor, 'Help Ada Lovelace').tap();
  await desk.getByText('Mina Mentor is coming').waitFor(announced);
  await desk.getByText('Stay where you are: Table 7.').waitFor();
  await office.getByText('with Mina Mentor').waitFor(announced);
  await mentor.getByLabel('Note for other mentors').fill('Wrong compiler flag');
  expect(await inspectScreens(mentor, 'help-own')).toEqual(nothingWrong);
  await mentor.setViewportSize(phone.viewport);
  await getButton(mentor, 'Solved').tap();
  await desk.getByText('How was the help from Mina Mentor?').waitFor(announced);
  await desk.getByRole('radio', { name: '5' }).click();
  await office.getByText('1 time, rated 5 of 5').waitFor();
  expect(await inspectScreens(office, 'help-office')).toEqual(nothingWrong);

  await getButton(desk, 'Ask a mentor').tap();
  await desk.getByLabel('Who should come?').selectOption('Mina Mentor');
  await desk.getByRole('radio', { name: 'Hardware' }).check();
  await desk.getByLabel('What do you need?').fill('Once more');
  await getButton(desk, 'Ask for help').tap();
  await mentor.getByText('asks for you').waitFor(announced);
  await getButton(desk, 'Cancel request').tap();
  await mentor.getByText('Nobody is waiting for help.').waitFor(announced);
});

detail(
  'without a network the request waits on the device, and somebody else has nothing to see at the queue',
  async () => {
    const eve = await approved('Eve Offline');
    const desk = await site.open('/dashboard', {
      ...phone,
      as: eve,
      serviceWorkers: 'allow',
      expected: [/ERR_INTERNET_DISCONNECTED/],
    });
    await desk.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await getButton(desk, 'Ask a mentor').waitFor();
    await desk.context().setOffline(true);
    await getButton(desk, 'Ask a mentor').tap();
    await desk.getByRole('radio', { name: 'Hardware' }).check();
    await desk.getByLabel('What do you need?').fill('No power at our table');
    await getButton(desk, 'Ask for help').tap();
    await desk.getByText('Waiting on this device').waitFor();
    const count = async () =>
      (await site.db.selectFrom('help_requests').where('user_id', '=', eve.id).select('id').execute()).length;
    expect(await count()).toBe(0);
    await desk.context().setOffline(false);
    await desk.getByText('You are next').waitFor();
    expect(await count()).toBe(1);
    await desk.goto('/help');
    await desk.waitForURL('/dashboard');

    // What was not sent goes with its person.
    await getButton(desk, 'Cancel request').tap();
    await desk.route('**/help/requests/*', (route) => route.abort('internetdisconnected'));
    await getButton(desk, 'Ask a mentor').tap();
    await desk.getByRole('radio', { name: 'Hardware' }).check();
    await desk.getByLabel('What do you need?').fill('Private words');
    await getButton(desk, 'Ask for help').tap();
    await desk.getByText('Waiting on this device').waitFor();
    await desk.getByRole('button', { name: /^Menu of/ }).tap();
    await desk.locator('#account-menu').getByRole('link', { name: 'logout' }).tap();
    await desk.waitForURL('/');
    const waiting = await desk.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('outbox');
          opening.onsuccess = () => {
            const count = opening.result.transaction('items').objectStore('items').count();
            count.onsuccess = () => resolve(count.result);
          };
        }),
    );
    expect(waiting).toBe(0);
  },
);
