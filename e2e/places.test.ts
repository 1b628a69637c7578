import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApplicant, getApplicationOf } from './applicants.ts';
import { dateIn, limitedEvent } from './limited-event.ts';
import { getButton, getToast } from './page.ts';
import { openAt } from './phases.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { announced, type SitePerson, useSite } from './site.ts';

const site = useSite(
  limitedEvent({ capacity: 1, answerBy: { hours: 48 }, showUpRate: 0.6, help: { topics: ['Software'] } }),
);
const phone = { viewport: { width: 390, height: 844 } };

/** Makes something of Ada's offer due, and runs the job that the program runs every minute. */
async function makeDue(column: 'remind_at' | 'held_until'): Promise<void> {
  await sql`update places set ${sql.ref(column)} = now() - interval '1 second'`.execute(site.db);
  await sql`select graphile_worker.add_job('offer-places', '{}')`.execute(site.db);
}
const readSubjects = async ({ id }: SitePerson) => {
  const mails = await site.db
    .selectFrom('mails')
    .select('subject')
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute();
  return mails.map(({ subject }) => subject);
};

test('an offer is reminded of and lapses, the next one gets the place and takes it; the station only warns', async () => {
  const people: SitePerson[] = [];
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dora']) people.push(await createApplicant(site, { name }));
  const [ada, ben] = people as [SitePerson, SitePerson];
  const organizer = await site.person({ role: 'admin' });
  for (const { id } of people) {
    const row = await site.db
      .selectFrom('applications')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    await organizer.call('PUT', `/applications/${row.id}`, { status: 'approved' });
  }
  const first = await site.open('/dashboard', { as: ada, ...phone });
  await first.getByText('Your place is held until').waitFor();
  expect(await inspectScreens(first, 'place-offered')).toMatchObject(nothingWrong);
  const second = await site.open('/dashboard', { as: ben, ...phone });
  await second.getByRole('heading', { name: 'You are on the waitlist' }).waitFor();
  // What is under review, or changes until then, is not theirs.
  await second.getByText('On the waitlist', { exact: true }).waitFor();
  await second.getByText('You can change it until you get a place.').waitFor();
  expect(await second.getByText(/under review|Application Pending|until .* reviewed/).count()).toBe(0);
  expect(await inspectScreens(second, 'place-waiting')).toMatchObject(nothingWrong);

  await makeDue('remind_at');
  await expect
    .poll(() => readSubjects(ada), announced)
    .toContain('Will you come? Your place at Overnight 2025');
  await makeDue('held_until');
  await first.getByText('Your place is no longer held').waitFor(announced);
  expect(await inspectScreens(first, 'place-lapsed')).toMatchObject(nothingWrong);
  // Neither now nor on the day is somebody without a place congratulated, or offered what the day has for the others.
  const onTheDay = await openAt(site, '/dashboard', `${dateIn(30)}T19:00:00Z`, ada);
  for (const page of [first, onTheDay]) {
    await page.getByText('Application Approved').waitFor();
    for (const gone of ['Congratulations!', 'Help from mentors', 'Start your project'])
      expect(await page.getByText(gone).count()).toBe(0);
  }
  await second.getByText('Your place is held until').waitFor(announced);
  await getButton(second, 'Yes').click();
  await second.getByText('You are coming').waitFor();
  // A place is not given away by one tap.
  await getButton(second, 'change your answer').click();
  await getButton(second, 'No').click();
  const question = second.getByRole('alertdialog', { name: 'Give your place away?' });
  await getButton(question, 'Cancel').click();
  await getButton(second, 'Yes').click();
  await second.getByText('You are coming').waitFor();
  expect(await readSubjects(ben)).toEqual([
    'You are on the waitlist: Overnight 2025',
    'You are in: Overnight 2025',
  ]);

  // On a phone, two taps lead to every page of the organizers.
  const office = await site.open('/dashboard', { as: organizer, ...phone });
  await getButton(office, 'More').click();
  await office.getByRole('link', { name: 'Waitlist' }).click();
  await expect
    .poll(() => office.locator('main dl').innerText(), announced)
    .toMatch(
      /Places\s*1\s*Offered\s*0\s*Yes\s*1\s*No\s*0\s*No reply\s*1\s*Free\s*0\s*Waiting\s*2\s*Expected to come\s*1/,
    );
  const list = office.getByRole('list', { name: 'Waitlist' });
  await getButton(office, 'Move Dora up').click();
  await expect.poll(() => list.getByRole('listitem').first().innerText()).toContain('Dora');
  await expect.poll(() => office.getByLabel('Offer the next place to').inputValue(), announced).toBe('hand');
  const rows = list.getByRole('listitem');
  await rows.first().dragTo(rows.nth(1));
  await expect.poll(() => rows.nth(1).innerText(), announced).toContain('Dora');
  expect(await inspectScreens(office, 'places-waitlist')).toMatchObject(nothingWrong);

  const cleo = await site.db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', people[2]!.id)
    .executeTakeFirstOrThrow();
  await office.goto(`/dashboard?id=${cleo.id}`);
  await getButton(office, 'Offer a place now').click();
  await office.getByLabel('Reason').fill('Speaks at the opening.');
  await getButton(office, 'Offer place').click();
  await getButton(office, 'Hold longer').waitFor();
  expect(await inspectScreens(office, 'place-actions')).toMatchObject(nothingWrong);
  await getButton(office, 'More about Cleo').click();
  await office.getByRole('menuitem', { name: 'Remove from the event' }).click();
  await office.getByText('but the next person on the waitlist gets their place at once.').waitFor();
  await office.keyboard.press('Escape');
  await getButton(office, 'Decline for them').click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Decline for them' }).click();
  await getButton(office, 'Confirm for them').waitFor();

  // Without a place, nothing says only that the application is approved.
  const third = await site.open('/dashboard', { as: people[2]!, ...phone });
  await third.getByText('Not coming', { exact: true }).waitFor();
  await getButton(third, 'Yes').click();
  await third.getByText('On the waitlist', { exact: true }).waitFor();
  expect(await third.getByText('Application Approved').count()).toBe(0);
  await getButton(third, 'No').click();
  await third.getByText('Not coming', { exact: true }).waitFor();

  const station = await site.open('/check-in', { as: organizer, ...phone });
  await getButton(station, /^Manual Check-In/).click();
  await station.getByLabel('Search by Name or Email').fill('Ada');
  await getButton(station, 'Search').click();
  await station.getByRole('button', { name: /^Ada/ }).click();
  await station.getByText('Their place was given up: no answer came in time.').waitFor();
  expect(await inspectScreens(station, 'place-station')).toMatchObject(nothingWrong);
  await station.getByRole('button', { name: /^Confirm Check-In/ }).click();
  await station
    .getByText('1 checked in')
    .or(station.getByRole('status').filter({ hasText: 'Ada' }))
    .first()
    .waitFor();
});

test('a release says before and after who gets a place, and offers no undo; the desk reads that none is free', async () => {
  const organizer = await site.person({ role: 'admin' });
  const { sections } = await (await organizer.call('GET', '/settings')).json();
  for (const [name, changed] of [
    ['switches', { holdDecisions: true, walkIns: true }],
    ['places', { capacity: 7 }],
  ] as const) {
    const { version, values } = sections.find(({ section }: { section: string }) => section === name);
    const body = { version, values: { ...values, ...changed } };
    expect((await organizer.call('PUT', `/settings/${name}`, body)).status).toBe(200);
  }
  const countFree = async () => {
    const { free, waiting } = await (await organizer.call('GET', '/places')).json();
    return waiting === 0 && free;
  };
  await sql`select graphile_worker.add_job('offer-places', '{}')`.execute(site.db);
  await expect.poll(() => countFree().then(Number), announced).toBeGreaterThan(2);
  const free = (await countFree()) as number;
  for (let n = 0; n < free + 2; n += 1) await createApplicant(site, { name: `Held ${n}` });
  const page = await site.open('/dashboard?status=pending', { as: organizer });
  await getButton(page, 'Select all').click();
  await getButton(page.getByRole('region', { name: 'Bulk actions' }), 'Approve').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('will learn it when you release the decisions.').waitFor();
  await getButton(dialog, 'Approve').click();
  const bulk = page.getByRole('region', { name: 'Bulk change' });
  await getButton(bulk, `Undo ${free + 2}`).waitFor();
  const other = await getApplicationOf(site, await createApplicant(site));
  await organizer.call('PUT', `/applications/${other!.id}`, { status: 'rejected' });
  await getButton(page, `Release ${free + 3} decisions`).click();
  const outcome = `${free} get a place, to confirm by .+, 2 join the waitlist \\(the first approved come first\\)`;
  await dialog.getByText(new RegExp(`^${outcome}\\. 1 is rejected\\. All of these`)).waitFor();
  expect(await inspectScreens(page, 'release-question')).toMatchObject(nothingWrong);
  await getButton(dialog, 'Release').click();
  const toast = `${free + 3} decisions released. ${free} get a place, 2 join the waitlist`;
  await getToast(page, toast).waitFor();
  await bulk.waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
  await page.goto('/check-in');
  await getButton(page, 'Walk-ins').click();
  await page.getByText('No place of 7 is free, and 2 people wait for one.').waitFor();
  expect(await inspectScreens(page, 'walk-ins-full')).toMatchObject(nothingWrong);
  // A name that is looked up there is on the waitlist, and the station says so.
  await page.goto('/check-in');
  await getButton(page, 'Manual Check-In').click();
  await page.getByLabel('Search by Name or Email').fill('held');
  await getButton(page, 'Search').click();
  await page.getByText(/^On the waitlist, without a place: Held \d+, Held \d+$/).waitFor();
  expect(await inspectScreens(page, 'station-waitlist')).toMatchObject(nothingWrong);
});

test('nobody is moved to the waitlist while a place is free, and the question says so', async () => {
  await sql`delete from applications`.execute(site.db);
  await createApplicant(site, { name: 'Early Bird' });
  const page = await site.open('/dashboard?q=early', { as: await site.person({ role: 'admin' }) });
  await page.getByRole('checkbox', { name: 'Select Early Bird' }).click();
  await getButton(page, 'Move to waitlist').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/^Nobody waits while a place is free/).waitFor();
  await getButton(dialog, 'Move to waitlist').click();
  await page
    .getByRole('alert')
    .getByText('0 applications moved to the waitlist. 1 not: A place is free')
    .waitFor();
});
