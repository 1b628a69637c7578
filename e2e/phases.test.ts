import { expect, test } from 'vitest';
import { createApplicant, getApplicationOf } from './applicants.ts';
import type { Locator, Page } from './browser.ts';
import { type SitePerson, useSite, withEvent } from './site.ts';

// The longest dashboard: with help and lending.
const site = useSite(
  withEvent({
    help: { topics: ['Software'] },
    lending: { hours: 4, things: ['3 VR headset', '12 USB-C cable'] },
  }),
);
const phone = { width: 390, height: 844 };
const before = '2025-09-10T19:00:00Z';
const during = '2025-09-20T19:35:00Z';
const after = '2025-09-22T19:00:00Z';

/** Opens a page at a moment, in a browser whose clock then stands still. */
async function openAt(address: string, time: string, as?: SitePerson): Promise<Page> {
  const page = await site.open('/sign-in', { viewport: phone, ...(as && { as }) });
  await page.clock.install({ time });
  await page.goto(address);
  return page;
}

/** Checks somebody in at the entrance. */
async function checkIn(person: SitePerson): Promise<void> {
  const organizer = await site.person({ role: 'admin' });
  const response = await organizer.call('POST', '/applications/check-in', { userId: person.id });
  expect(response.status).toBe(200);
}

/** The second-level headings in their order on the page. */
const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();

test('at each moment the landing page says on a phone what is possible', async () => {
  const page = await openAt('/', before);
  for (const [time, line] of [
    [before, 'Register until Fri, Sep 19, 11:59 PM.'],
    ['2025-09-20T14:00:00Z', 'Late applications are still accepted. It starts Sat, Sep 20, 8:30 AM.'],
    [during, 'It is happening now, until Sun, Sep 21, 5:00 PM.'],
    [after, 'Overnight 2025 is over. Thank you to everybody who came.'],
  ] as const) {
    await page.clock.setSystemTime(time);
    await page.goto('/');
    await page.getByText(line).waitFor();
    expect(await page.locator('main p[data-when]:visible').count()).toBe(1);
    await page.getByRole('link', { name: 'register for the event' }).waitFor();
  }
});

test('a page that is open at the deadline says so by itself', async () => {
  const page = await openAt('/', '2025-09-20T06:59:50Z');
  await page.getByText('Register until').waitFor();
  await page.clock.runFor(12_000);
  await page.getByText('Late applications are still accepted.').waitFor();
});

test('the server sends the phase of now, for who has no scripts', async () => {
  const page = await site.open('/', { javaScriptEnabled: false });
  await page.getByText('Overnight 2025 is over.').waitFor();
  expect(await page.getByText('Register until').isVisible()).toBe(false);
});

test('before applying: apply, or finish the draft', async () => {
  const ada = await site.person();
  const page = await openAt('/dashboard', before, ada);
  await page.getByText('Applications are open until Fri, Sep 19, 11:59 PM.').waitFor();
  await page.getByRole('link', { name: 'Apply now' }).click();
  await page.getByLabel('Major / field of study').fill('Mathematics');
  await page.clock.runFor(2000);
  await page.getByText(/Draft saved/).waitFor();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Finish your application' }).click();
  await page.getByRole('heading', { name: /^Apply to/ }).waitFor();
});

test('waiting: nothing to do, and the team', async () => {
  const lea = await createApplicant(site, { name: 'Lea' });
  await lea.call('POST', '/teams', { name: 'Night Owls' });
  const page = await openAt('/dashboard', before, lea);
  await page.getByRole('heading', { name: 'Night Owls' }).waitFor();
  expect(await headings(page)).toEqual(['Nothing to do right now', 'Your team', 'Application Details']);
});

test('approved: say that you come, then find a team, then bring the pass', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await openAt('/dashboard', before, ada);
  await page.getByRole('heading', { name: 'Will you come?' }).waitFor();
  expect((await headings(page))[0]).toBe('Will you come?');
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Yes', pressed: true }).waitFor();
  await page.getByRole('heading', { name: 'Next: a team' }).waitFor();
  // The answer stays under the finger until the next visit.
  expect((await headings(page)).slice(0, 2)).toEqual(['Will you come?', 'Next: a team']);
  expect(
    await page.getByRole('button', { name: 'Yes' }).evaluate((node) => node === document.activeElement),
  ).toBe(true);
  await expect.poll(async () => (await getApplicationOf(site, ada))?.attendance_confirmed).toBe(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Next: a team' }).waitFor();
  expect((await headings(page)).slice(0, 2)).toEqual(['Next: a team', 'Will you come?']);
  await page.getByRole('link', { name: 'Choose how' }).click();
  await page.getByRole('radio', { name: 'Solo' }).check();
  await page.getByRole('heading', { name: 'You are all set' }).waitFor();
  await page.getByText('Check-in opens Sat, Sep 20, 8:30 AM at ECG 101.').waitFor();
});

test('during the event, not checked in: where check-in is, and nothing that is over', async () => {
  const page = await openAt('/dashboard', during, await createApplicant(site, { status: 'approved' }));
  await page.getByText('Check-in is open at ECG 101. Show your pass.').waitFor();
  expect((await headings(page)).slice(0, 2)).toEqual(['Next: check-in', 'Check-in QR code']);
  for (const gone of ['Will you come?', 'Add to calendar', /Check-in opens/, /You have a place/])
    expect(await page.getByText(gone).count()).toBe(0);
});

test('on site: the pass, what is happening with place and countdown, and the table', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  await checkIn(ada);
  const page = await openAt('/dashboard', during, ada);
  await page.getByRole('button', { name: 'Show your pass' }).waitFor();
  await page.getByRole('heading', { name: 'What is happening' }).waitFor();
  expect((await headings(page))[0]).toBe('What is happening');
  const list = page.getByRole('region', { name: 'What is happening' });
  expect((await list.getByRole('listitem').allInnerTexts()).map((row) => row.split('\n'))).toEqual([
    ['Now, for another 25 min · ECG 101', 'hacking begins'],
    ['Next, in 25 min · ECG 101', 'lunch'],
  ]);
  await page.clock.runFor(26 * 60_000);
  await list.getByText('Now, for another 59 min').waitFor();

  const organizer = await site.person({ role: 'admin' });
  expect((await organizer.call('POST', '/judging/tables')).status).toBe(200);
  const hasTable = async () => {
    await page.clock.runFor(61_000);
    return list.getByText('Your table').isVisible();
  };
  await expect.poll(hasTable, { timeout: 20_000 }).toBe(true);
  for (const gone of ['Will you come?', 'Add to calendar', 'Replace my code'])
    expect(await page.getByText(gone).count()).toBe(0);
});

test('at the event a leader finds everything within one tap and one screen, each fact once', async () => {
  const [lea, sam] = [
    await createApplicant(site, { name: 'Lea', status: 'approved' }),
    await createApplicant(site, { name: 'Sam', status: 'approved' }),
  ];
  const team = (await (await lea.call('POST', '/teams', { name: 'Dawn Owls' })).json()) as { _id: string };
  await sam.call('POST', '/teams/join-requests', { teamId: team._id, message: 'I can draw.' });
  await checkIn(lea);
  const organizer = await site.person({ role: 'admin' });
  await organizer.call('POST', '/judging/tables');
  const page = await openAt('/dashboard', during, lea);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const inSight = async (what: Locator) => {
    await expect.poll(async () => (await what.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
    const box = await what.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height);
  };
  const happening = page.getByRole('region', { name: 'What is happening' });
  await inSight(happening.getByText('lunch'));
  await inSight(page.getByText(/^Your table/));
  await inSight(happening.getByRole('timer'));
  const review = page.getByRole('link', { name: /^Review/ });
  await inSight(review);
  await inSight(page.getByRole('button', { name: 'Ask a mentor' }));
  expect(await page.getByText('1 person asks to join').count()).toBe(1);
  await review.click();
  await inSight(page.getByRole('button', { name: 'Approve Sam' }));
  const bar = page.getByRole('navigation', { name: 'Parts of the dashboard' });
  await bar.getByRole('link', { name: 'Project' }).click();
  await inSight(
    page.getByRole('link', { name: 'See your project' }).or(page.getByText('Start your project')),
  );
  await bar.getByRole('link', { name: 'Team 1 waiting' }).click();
  await inSight(page.getByRole('heading', { name: 'Dawn Owls' }));
  await bar.getByRole('button', { name: 'Pass' }).click();
  await inSight(page.getByRole('dialog').getByRole('img', { name: /QR code/ }));
  await page.keyboard.press('Escape');
  expect(await height()).toBeLessThanOrEqual(1800);
  for (const once of [/^Your table/, 'hacking begins', /deadline was|left, until/])
    expect(await page.getByText(once).count()).toBe(1);
  const details = page.getByRole('region', { name: 'Application Details' });
  expect(await details.getByText('T-shirt size').isVisible()).toBe(false);
  await details.getByRole('heading', { name: 'Application Details' }).click();
  await details.getByText('T-shirt size').waitFor();
  await details.getByText('Under Review').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await page.getByRole('button', { name: 'Approve Sam' }).waitFor();
  expect(await height()).toBeLessThanOrEqual(1700);
  expect(await bar.isVisible()).toBe(false);
});

test('the longest names make the page no longer than that, and each opens by Tab', async () => {
  const long = (text: string, most = 100) => text.padEnd(most, 'wolfeschlegelsteinhausen');
  const people = ['Lea', 'Sam', 'Bo', 'Cy'].map((name) =>
    createApplicant(site, { name: long(name), status: 'approved' }),
  );
  const [lea, sam, ...members] = await Promise.all(people);
  const created = await lea!.call('POST', '/teams', { name: long('Owls', 50) });
  const team = (await created.json()) as { _id: string; inviteCode: string };
  for (const member of members) await member.call('POST', '/teams/join', { inviteCode: team.inviteCode });
  await sam!.call('POST', '/teams/join-requests', { teamId: team._id, message: 'm'.repeat(500) });
  await checkIn(lea!);
  const page = await openAt('/dashboard', during, lea);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await page.getByRole('button', { name: /^Approve Sam/ }).waitFor();
  expect(await page.getByRole('list', { name: 'Members' }).getByRole('listitem').count()).toBe(3);
  expect(await height()).toBeLessThanOrEqual(1800);
  const name = page.getByTitle(long('Bo'), { exact: true });
  const folded = (await name.boundingBox())?.height ?? 0;
  await name.focus();
  expect((await name.boundingBox())?.height).toBeGreaterThan(2 * folded);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await page.getByRole('button', { name: /^Approve Sam/ }).waitFor();
  expect(await height()).toBeLessThanOrEqual(1700);
});

test('at the event somebody without a team asks one in three taps, on a page as short', async () => {
  const [lou, pat] = [
    await createApplicant(site, { name: 'Lou', status: 'approved' }),
    await createApplicant(site, { name: 'Pat', status: 'approved' }),
  ];
  await lou.call('POST', '/teams', { name: 'Late Crew' });
  await checkIn(pat);
  const page = await openAt('/dashboard', during, pat);
  await page.getByRole('heading', { name: 'Join with a code' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1800);
  await page.getByRole('button', { name: 'Browse open teams' }).click();
  await page.getByRole('button', { name: 'Ask to join Late Crew' }).click();
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('Join request sent').waitFor();
});

test('after: thanks and the results', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  await checkIn(ada);
  const page = await openAt('/dashboard', after, ada);
  await page.getByRole('heading', { name: 'Thank you for coming' }).waitFor();
  expect((await headings(page))[0]).toBe('Thank you for coming');
  const zoe = await createApplicant(site, { status: 'approved' });
  const hers = await openAt('/dashboard', after, zoe);
  await hers.getByRole('heading', { name: 'Overnight 2025 is over' }).waitFor();
  expect(await hers.getByText(/Bring your pass/).count()).toBe(0);
  await hers.getByText('If you are still going to be checked in, say yes.').waitFor();
});

test('before, during and after the event a rejected person sees no control that does nothing', async () => {
  const page = await openAt('/dashboard', before, await createApplicant(site, { status: 'rejected' }));
  for (const time of [before, during, after]) {
    await page.clock.setSystemTime(time);
    await page.goto('/dashboard');
    await page.getByText('Application Rejected').waitFor();
    await page.getByText('Under Review').waitFor();
    const main = page.getByRole('main');
    expect(await headings(page)).toEqual(['Application Details']);
    // The track stays as it was reviewed, in a line that opens; its description can be read.
    await page.getByText('Under Review').click();
    expect(await main.locator('input:enabled').count()).toBe(0);
    expect(await main.getByRole('button').allInnerTexts()).toEqual(['Clozyt Track Description']);
  }
});

test('the answer to "Will you come?" is in sight by Tab on a laptop', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/dashboard', { as: ada, viewport: { width: 1280, height: 800 } });
  const no = page.getByRole('button', { name: 'No', exact: true });
  await no.waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const focused = () => no.evaluate((button) => button === document.activeElement);
  for (let stops = 0; stops < 40 && !(await focused()); stops += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe(true);
  const box = await no.boundingBox();
  expect(box && box.y >= 64 && box.y + box.height <= 800).toBe(true);
});

test('during and after the event the leader’s dashboard does not jump on a slow connection', async () => {
  const lea = await createApplicant(site, { status: 'approved' });
  expect((await lea.call('POST', '/teams', { name: 'Night Owls' })).status).toBe(201);
  const page = await openAt('/dashboard', during, lea);
  await page.getByRole('heading', { name: 'Application Details' }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const time of [during, after]) {
    await page.clock.setSystemTime(time);
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Application Details' }).waitFor({ timeout: 60_000 });
    await page.getByRole('heading', { name: 'Fill your seats' }).waitFor({ timeout: 60_000 });
    expect(await page.evaluate('shifts.sum')).toBeLessThan(0.05);
  }
});
