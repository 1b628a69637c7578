import { expect, test } from 'vitest';
import { createApplicant, getApplicationOf } from './applicants.ts';
import type { Locator, Page } from './browser.ts';
import { after, before, checkIn, createEndedEvent, during, longestEvent, openAt, phone } from './phases.ts';
import { detail, useSite, withEvent } from './site.ts';

const site = useSite(longestEvent);
const closed = useSite(
  withEvent({ walkIns: true, registration: { closesAt: '2025-09-19T23:59:59-07:00', enforce: true } }),
);

const ended = useSite(
  createEndedEvent({
    agreements: [
      { id: 'book', version: '1', title: 'Resume book', text: 'Share my resume.', required: false },
      { id: 'news', version: '1', title: 'News', text: 'Write to me.', required: false },
    ],
  }),
);

/** The second-level headings in their order on the page. */
const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();

test('at each moment the landing page says on a phone what is possible', async () => {
  const page = await openAt(site, '/', before);
  for (const [time, line] of [
    [before, 'Register until Fri, Sep 19, 11:59 PM MST.'],
    [
      '2025-09-20T14:00:00Z',
      'Late applications are accepted until the event starts on Sat, Sep 20, 8:30 AM MST.',
    ],
    [during, 'It is happening now, until Sun, Sep 21, 5:00 PM MST.'],
    [after, 'Overnight 2025 is over. You can still register, to try this site.'],
  ] as const) {
    await page.clock.setSystemTime(time);
    await page.goto('/');
    await page.getByText(line).waitFor();
    expect(await page.locator('main p[data-when]:visible').count()).toBe(1);
    await page.getByRole('link', { name: 'register for the event' }).waitFor();
  }
});

test('once registration is closed every door says so, and during the event where people can still register', async () => {
  const lea = await createApplicant(closed, { name: 'Lea', status: 'approved' });
  const team = await (await lea.call('POST', '/teams', { name: 'Night Owls' })).json();
  const { pathname: invitation } = new URL((team as { inviteLink: string }).inviteLink);
  const late = await closed.person();
  const page = await openAt(closed, '/', during);
  // One press from each of them.
  const form = /^(?:Fill in the form|Register at the entrance)$/;
  const door = page.getByRole('link', { name: 'register at the entrance' });
  expect(await door.getAttribute('href')).toBe('/walk-in');
  for (const [address, who, line] of [
    ['/sign-in', null, 'Registration is closed. If you have applied, sign in to see your status.'],
    ['/sign-in?returnTo=/apply', null, 'Registration is closed. If you have applied, sign in'],
    [invitation, null, 'Registration is closed. If you have applied, sign in.'],
    [invitation, late, 'Registration is closed, and you have not applied.'],
    ['/dashboard', late, 'You have not applied. Registration is closed.'],
    ['/apply', late, 'This event no longer takes applications.'],
  ] as const) {
    const visit = await openAt(closed, address, during, who ?? undefined);
    await visit.getByText(line).waitFor();
    expect(await visit.getByRole('link', { name: form }).getAttribute('href')).toBe('/walk-in');
    expect(await visit.getByRole('link', { name: /^(Accept|Apply)/ }).count()).toBe(0);
    expect(await visit.getByText(/remember Night Owls|Start your application|Apply to/).count()).toBe(0);
    await visit.clock.setSystemTime(before);
    await visit.goto(address);
    expect(await visit.getByRole('link', { name: form }).count()).toBe(0);
  }
});

test('on a device in another time zone a deadline names its own', async () => {
  const visit = { timezoneId: 'Europe/Berlin' };
  const page = await openAt(site, '/dashboard', before, await site.person(), visit);
  await page.getByText('Applications are open until Fri, Sep 19, 11:59 PM MST.').waitFor();
  const there = await openAt(site, '/dashboard', before, await site.person());
  await there.getByText('Applications are open until Fri, Sep 19, 11:59 PM.').waitFor();
});

detail('somebody who has not applied reads until when they can, and nothing that has passed', async () => {
  const page = await openAt(site, '/dashboard', before, await site.person());
  for (const [time, line] of [
    [before, 'Applications are open until Fri, Sep 19, 11:59 PM.'],
    [
      '2025-09-20T14:00:00Z',
      'The deadline has passed, but late applications are accepted until the event starts.',
    ],
    [during, 'The deadline has passed, but late applications are still accepted.'],
    [after, 'Overnight 2025 is over. You can still apply, to try this site.'],
  ] as const) {
    await page.clock.setSystemTime(time);
    await page.goto('/dashboard');
    await page.getByText(line).waitFor();
    await page.getByRole('link', { name: 'Apply now' }).waitFor();
  }
});

detail('a page that is open at the deadline says so by itself', async () => {
  const page = await openAt(site, '/', '2025-09-20T06:59:50Z');
  await page.getByText('Register until').waitFor();
  await page.clock.runFor(12_000);
  await page.getByText('Late applications are accepted until the event starts on').waitFor();
});

detail('the server sends the phase of now, for who has no scripts', async () => {
  const page = await site.open('/', { javaScriptEnabled: false });
  await page.getByText('Overnight 2025 is over.').waitFor();
  expect(await page.getByText('Register until').isVisible()).toBe(false);
});

detail('before applying: apply, or finish the draft', async () => {
  const ada = await site.person();
  const page = await openAt(site, '/dashboard', before, ada);
  await page.getByText('Applications are open until Fri, Sep 19, 11:59 PM.').waitFor();
  await page.getByRole('link', { name: 'Apply now' }).click();
  await page.getByLabel('Major / field of study').fill('Mathematics');
  await page.clock.runFor(2000);
  await page.getByText(/Draft saved/).waitFor();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Finish your application' }).click();
  // It goes on where the first answer is missing.
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name))
    .toBe('tShirtSize');
  expect(await page.getByRole('button', { name: 'Start over' }).count()).toBe(0);
});

detail('waiting: the team, and no task', async () => {
  const lea = await createApplicant(site, { name: 'Lea' });
  await lea.call('POST', '/teams', { name: 'Night Owls' });
  const page = await openAt(site, '/dashboard', before, lea);
  await page.getByRole('heading', { name: 'Night Owls' }).waitFor();
  expect(await headings(page)).toEqual(['Your team', 'Application Details']);
});

detail('approved: say that you come, then find a team, then bring the pass', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await openAt(site, '/dashboard', before, ada);
  await page.getByRole('heading', { name: 'Will you come?' }).waitFor();
  expect((await headings(page))[0]).toBe('Will you come?');
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('You are coming', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Next: a team' }).waitFor();
  // The answer stays under the finger until the next visit.
  const pass = 'Priority Check-in Pass';
  expect((await headings(page)).slice(0, 3)).toEqual([pass, 'Will you come?', 'Next: a team']);
  const change = page.getByRole('button', { name: 'change your answer' });
  await expect.poll(() => change.evaluate((node) => node === document.activeElement)).toBe(true);
  await expect.poll(async () => (await getApplicationOf(site, ada))?.attendance_confirmed).toBe(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Next: a team' }).waitFor();
  expect((await headings(page)).slice(0, 3)).toEqual([pass, 'Next: a team', 'Will you come?']);
  await page.getByRole('link', { name: 'Choose how' }).click();
  await page.getByRole('radio', { name: 'Solo' }).check();
  await page
    .getByRole('navigation', { name: 'Parts of the dashboard' })
    .getByRole('link', { name: 'Now' })
    .click();
  await page.getByRole('heading', { name: 'You are all set' }).waitFor();
  await page.getByText('Check-in opens Sat, Sep 20, 8:30 AM at ECG 101.').waitFor();
});

detail('during the event, not checked in: where check-in is, and nothing that is over', async () => {
  const page = await openAt(site, '/dashboard', during, await createApplicant(site, { status: 'approved' }));
  await page.getByText('Check-in is open at ECG 101. Show your pass.').waitFor();
  expect((await headings(page))[0]).toBe('Check-in QR code');
  for (const gone of ['Will you come?', 'Add to calendar', /Check-in opens/, /You have a place/])
    expect(await page.getByText(gone).count()).toBe(0);
});

test('a dashboard that is open shows the check-in as soon as it happens', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await openAt(site, '/dashboard', during, ada);
  await page.getByText('Check-in is open at ECG 101. Show your pass.').waitFor();
  // The clock of the page stands still, so nothing asks by the minute.
  await checkIn(site, ada);
  await page.getByRole('heading', { name: 'What is happening' }).waitFor();
  expect(await page.getByText('Check-in is open at').count()).toBe(0);
});

test('once an event is over nobody is invited to apply, to come or to form a team', async () => {
  const [nora, penny, wendy, rik] = [
    await ended.person({ name: 'Nora Late' }),
    await createApplicant(ended, { name: 'Penny Open', status: 'pending' }),
    await createApplicant(ended, { name: 'Wendy Away', status: 'approved' }),
    await createApplicant(ended, { name: 'Rik Rejected', status: 'rejected' }),
  ];
  await rik.call('PUT', '/agreements/news', { agreed: true, version: '1' });
  const landing = await ended.open('/', { viewport: phone });
  await landing.getByText('Night Lab is over. Thank you to everybody who came.').waitFor();
  expect(await landing.getByRole('link', { name: 'register for the event' }).count()).toBe(0);

  const page = await ended.open('/dashboard', { as: nora, viewport: phone });
  await page.getByText('You have not applied. Night Lab is over.').waitFor();
  await page.getByRole('link', { name: 'See the schedule' }).waitFor();
  expect(await page.getByRole('link', { name: 'Apply now' }).count()).toBe(0);
  await page.goto('/apply');
  await page.getByRole('heading', { name: 'Night Lab is over' }).waitFor();
  await page.getByText('This event no longer takes applications.').waitFor();

  const open = await ended.open('/dashboard', { as: penny, viewport: phone });
  await open.getByText('Night Lab is over. Your application was not decided.').waitFor();

  const hers = await ended.open('/dashboard', { as: wendy, viewport: phone });
  await hers.getByRole('heading', { name: 'Night Lab is over' }).waitFor();
  await hers.getByText('Application Details').waitFor();
  const bar = hers.getByRole('navigation', { name: 'Parts of the dashboard' });
  expect((await bar.innerText()).split(/\s*\n\s*/)).toEqual(['Now', 'Project']);
  for (const gone of ['Will you come?', 'Team Formation', 'Create team', /say yes/])
    expect(await hers.getByText(gone).count()).toBe(0);

  // They can revoke what they have agreed to, and are asked for nothing.
  const his = await ended.open('/dashboard', { as: rik, viewport: phone });
  await his.getByRole('button', { name: 'Revoke: News' }).click();
  await his.getByRole('heading', { name: 'Agreements' }).waitFor({ state: 'detached' });
  expect(await his.getByRole('button', { name: /^Agree/ }).count()).toBe(0);
});

detail('on site: the pass, what is happening, where and until when, and the table', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  await checkIn(site, ada);
  const page = await openAt(site, '/dashboard', during, ada);
  await page.getByRole('button', { name: 'Show your pass' }).waitFor();
  await page.getByRole('heading', { name: 'What is happening' }).waitFor();
  expect((await headings(page))[0]).toBe('What is happening');
  const list = page.getByRole('region', { name: 'What is happening' });
  expect((await list.getByRole('listitem').allInnerTexts()).map((row) => row.split('\n'))).toEqual([
    ['Now, until 1:00 PM · ECG 101', 'hacking begins'],
    ['Next, in 25 min · ECG 101', 'lunch'],
  ]);
  await page.clock.runFor(26 * 60_000);
  await list.getByText('Now, until 2:00 PM').waitFor();

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
  const owls = (await (await lea.call('POST', '/teams', { name: 'Dawn Owls' })).json()) as { _id: string };
  await sam.call('POST', '/teams/join-requests', { teamId: owls._id, message: 'I can draw.' });
  await checkIn(site, lea);
  const organizer = await site.person({ role: 'admin' });
  await organizer.call('POST', '/judging/tables');
  const page = await openAt(site, '/dashboard', during, lea);
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
  const team = page.getByRole('region', { name: 'Team Formation' });
  expect(await team.isVisible()).toBe(false);
  expect(await height()).toBeLessThanOrEqual(1100);
  expect(await page.getByText('Sam asks to join').count()).toBe(1);
  await review.click();
  await inSight(page.getByRole('button', { name: 'Approve Sam' }));
  expect(await happening.isVisible()).toBe(false);
  await page.goBack();
  await inSight(happening.getByText('lunch'));
  const bar = page.getByRole('navigation', { name: 'Parts of the dashboard' });
  await bar.getByRole('link', { name: 'Project' }).click();
  await page.getByRole('heading', { name: 'Dawn Owls’ project' }).waitFor();
  expect(await bar.locator('[aria-current]').innerText()).toBe('Project');
  await bar.getByRole('button', { name: 'Pass' }).click();
  await inSight(page.getByRole('dialog').getByRole('img', { name: /QR code/ }));
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Dawn Owls’ project' }).waitFor();
  await bar.getByRole('link', { name: 'Team 1 waiting' }).click();
  await inSight(page.getByRole('heading', { name: 'Dawn Owls' }));
  await page.reload();
  await inSight(page.getByRole('heading', { name: 'Dawn Owls' }));
  await bar.getByRole('button', { name: 'Pass' }).click();
  await inSight(page.getByRole('dialog').getByRole('img', { name: /QR code/ }));
  await page.keyboard.press('Escape');
  await bar.getByRole('link', { name: 'Now' }).click();
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

detail('at the event somebody without a team asks one in two taps, on a page as short', async () => {
  const [lou, pat] = [
    await createApplicant(site, { name: 'Lou', status: 'approved' }),
    await createApplicant(site, { name: 'Pat', status: 'approved' }),
  ];
  await lou.call('POST', '/teams', { name: 'Late Crew' });
  await checkIn(site, pat);
  const page = await openAt(site, '/dashboard', during, pat);
  await page.getByRole('heading', { name: 'Next: a team' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1800);
  const happening = page.getByRole('region', { name: 'What is happening' });
  const bar = page.getByRole('navigation', { name: 'Parts of the dashboard' });
  await bar.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('heading', { name: 'Join with a code' }).waitFor();
  expect(await happening.isVisible()).toBe(false);
  expect(await bar.locator('[aria-current]').allInnerTexts()).toEqual(['Team']);
  await page.goBack();
  await happening.waitFor();
  await page.getByRole('button', { name: 'Ask to join Late Crew' }).click();
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('Join request sent').waitFor();
});

detail('after: thanks and the results', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  await checkIn(site, ada);
  const page = await openAt(site, '/dashboard', after, ada);
  await page.getByRole('heading', { name: 'Thank you for coming' }).waitFor();
  expect((await headings(page))[0]).toBe('Thank you for coming');
  // What was for the event is behind them; the pass is there, but no longer in the bar.
  await page.getByRole('button', { name: 'Show your pass' }).waitFor();
  const bar = page.getByRole('navigation', { name: 'Parts of the dashboard' });
  expect(await bar.getByRole('button', { name: 'Pass' }).count()).toBe(0);
  await bar.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('region', { name: 'Team Formation' }).waitFor();
  expect(await bar.locator('[aria-current]').innerText()).toBe('Team');
  const zoe = await createApplicant(site, { status: 'approved' });
  const lea = await createApplicant(site, { name: 'Lea', status: 'approved' });
  const lab = (await (await lea.call('POST', '/teams', { name: 'Lea Lab' })).json()) as {
    inviteCode: string;
  };
  await zoe.call('PUT', '/teams/invitation', { inviteCode: lab.inviteCode });
  const hers = await openAt(site, '/dashboard', after, zoe);
  await hers.getByRole('heading', { name: 'Overnight 2025 is over' }).waitFor();
  expect(await hers.getByText(/Bring your pass/).count()).toBe(0);
  // An old invitation is still there, below, and counts no seats.
  const invitation = hers.getByRole('region', { name: 'Invitation' });
  await invitation.getByText('Overnight 2025 is over. · Hacker Track').waitFor();
  await invitation.getByRole('button', { name: 'Join Lea Lab' }).waitFor();
  expect((await headings(hers))[0]).toBe('Overnight 2025 is over');
  await hers.getByText('The deadline has passed, and no project was entered.').waitFor();
  // On the last afternoon the pass comes first.
  await hers.clock.setSystemTime(during);
  await hers.goto('/dashboard');
  await invitation.waitFor();
  expect((await headings(hers))[0]).toBe('Check-in QR code');
  await hers.clock.setSystemTime(after);
  await hers.goto('/dashboard');
  await hers.getByText('If you are still going to be checked in, say yes.').waitFor();
  // The pass is last, and nothing says that somebody who was not there is coming.
  await hers.getByRole('button', { name: 'Yes' }).click();
  await hers.getByText('You said that you would come', { exact: true }).waitFor();
  await hers.getByRole('region', { name: 'Team Formation' }).waitFor();
  const cards = await hers.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(cards.at(-1)).toBe('Priority Check-in Pass');
  expect(await hers.locator('nav [aria-current]').last().innerText()).toBe('Now');
});

detail('before, during and after the event a rejected person sees no control that does nothing', async () => {
  const page = await openAt(site, '/dashboard', before, await createApplicant(site, { status: 'rejected' }));
  for (const time of [before, during, after]) {
    await page.clock.setSystemTime(time);
    await page.goto('/dashboard');
    await page.getByText('Application Rejected').waitFor();
    expect(await page.getByText('Under Review').isVisible()).toBe(false);
    const main = page.getByRole('main');
    expect(await headings(page)).toEqual(['Thank you for applying', 'Application Details']);
    // The track stays as it was reviewed, in a line that opens; its description can be read.
    await main.locator('summary').getByText('Track', { exact: true }).click();
    await page.getByText('Under Review').waitFor();
    await page.getByText('Reviewed with this track: it can no longer change.').waitFor();
    expect(await main.locator('input:enabled').count()).toBe(0);
    expect(await main.getByRole('button').allInnerTexts()).toEqual(['Clozyt Track Description']);
  }
  const value = JSON.stringify({ at: after, groups: [] });
  await site.db.insertInto('settings').values({ key: 'results', value }).execute();
  await page.goto('/dashboard');
  await page.getByText('See what was built here: the winners are open to everybody.').waitFor();
  expect(await page.getByRole('link', { name: 'See the winners' }).getAttribute('href')).toBe(
    '/projects/results',
  );
});
