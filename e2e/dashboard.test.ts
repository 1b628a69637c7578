import { expect, test } from 'vitest';
import { createApplicant, getApplicationOf } from './applicants.ts';
import { detail, useSite } from './site.ts';

const site = useSite();

detail('says that it loads, what failed, and tries again', async () => {
  // `/sign-in` would lead on to the dashboard, whose request would take the one failure.
  const page = await site.open('/schedule', { as: await createApplicant(site), expected: [/status of 500/] });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    '**/api/applications/me',
    async (route) => {
      await held;
      await route.fulfill({
        status: 500,
        json: { success: false, code: 'internal', message: 'x', requestId: 'r' },
      });
    },
    { times: 1 },
  );
  await page.goto('/dashboard');
  await page.getByText('Loading your application...').waitFor();
  answer();
  const failure = page
    .getByRole('alert')
    .filter({ hasText: /^Failed to fetch your application. Please try again later./ });
  await failure.waitFor();
  await failure.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Application Pending').waitFor();
});

test('leads somebody without an application to the form', async () => {
  const page = await site.open('/dashboard', { as: await site.person({ name: 'Ada Lovelace' }) });
  await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
  await page.getByText('You have not applied yet.').waitFor();
  await page.getByRole('link', { name: 'Apply now' }).click();
  await page.getByRole('heading', { name: /^Apply to/ }).waitFor();
});

test('shows a pending application with everything that was entered', async () => {
  const ada = await createApplicant(site, { name: 'Ada Lovelace' });
  const page = await site.open('/dashboard', { as: ada });
  await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
  await page.getByText('Application Pending').waitFor();
  await page.getByText(/under review. You will be notified by email/).waitFor();
  const details = page.getByRole('region', { name: 'Application Details' });
  for (const [term, text] of [
    ['Full name', 'Ada Lovelace'],
    ['Email', ada.email],
    ['Major / field of study', `Mathematics ${ada.canary.major}`],
    ['T-shirt size', 'M'],
    ['Dietary restrictions', `no nuts ${ada.canary.diet}`],
    ['Why do you want to join?', `To build the analytical engine. ${ada.canary.why}`],
    ['Application date', 'Sep 1, 2025'],
  ] as const)
    expect(
      await details
        .locator('div', { has: page.getByText(term, { exact: true }) })
        .last()
        .locator('dd')
        .innerText(),
    ).toBe(text);
  for (const gone of ['Will you come?', 'Join Our Community', /^Under Review$/])
    expect(await page.getByText(gone).count()).toBe(0);
  expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0);
});

detail('tells an applicant that they were not chosen', async () => {
  const page = await site.open('/dashboard', { as: await createApplicant(site, { status: 'rejected' }) });
  await page.getByText('Application Rejected').waitFor();
  await page
    .getByText(
      "We're sorry, but your application was not selected for this hackathon. We encourage you to apply for future events!",
    )
    .waitFor();
  await page.getByText('Under Review').waitFor();
  for (const gone of ['Will you come?', 'Join Our Community'])
    expect(await page.getByText(gone).count()).toBe(0);
});

test('shows a decision as it is made', async () => {
  const ada = await createApplicant(site);
  const page = await site.open('/dashboard', { as: ada });
  await page.getByText('Application Pending').waitFor();
  const organizer = await site.person({ role: 'admin' });
  const application = await getApplicationOf(site, ada);
  const answer = await organizer.call('PUT', `/applications/${application?.id}`, { status: 'approved' });
  expect(answer.status).toBe(200);
  await page.getByText('Congratulations!').waitFor();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
});

detail('shows the decision within a minute when a live event is lost', async () => {
  const ada = await createApplicant(site);
  const page = await site.open('/sign-in', { as: ada });
  await page.clock.install();
  await page.goto('/dashboard');
  await page.getByText('Application Pending').waitFor();
  await site.db
    .updateTable('applications')
    .set({ status: 'approved', reviewed_at: new Date() })
    .where('user_id', '=', ada.id)
    .execute();
  await page.clock.runFor(61_000);
  await page.getByText('Congratulations!').waitFor();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
});

detail('shows an arrival within a minute without a stream', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/sign-in', { as: ada, expected: [/ERR_FAILED/] });
  await page.route('**/api/live', (route) => route.abort());
  await page.clock.install({ time: '2025-09-20T19:35:00Z' });
  await page.goto('/dashboard');
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const office = await site.person({ role: 'admin' });
  await office.call('POST', '/applications/check-in', { userId: ada.id });
  await page.clock.runFor(61_000);
  await page.getByText(/^You are checked in,/).waitFor();
});

detail('somebody who is checked in is not sent to check-in, and sees no confetti', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  const office = await site.person({ role: 'admin' });
  const answer = await office.call('POST', '/applications/check-in', { userId: ada.id });
  expect(answer.status).toBe(200);
  const page = await site.open('/dashboard', { as: ada, reducedMotion: 'no-preference' });
  await page.getByText(/^You are checked in,/).waitFor();
  await page.getByText('Congratulations!').waitFor();
  expect(await page.getByText(/Bring your pass/).count()).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

detail('a pending applicant sees the team that the form created or asked', async () => {
  const [lea, sam] = [
    await createApplicant(site, { name: 'Lea' }),
    await createApplicant(site, { name: 'Sam' }),
  ];
  const made = (await (await lea.call('POST', '/teams', { name: 'Night Owls' })).json()) as { _id: string };
  expect((await sam.call('POST', '/teams/join-requests', { teamId: made._id })).status).toBeLessThan(300);
  const leading = await site.open('/dashboard', { as: lea });
  await leading
    .getByRole('region', { name: 'Your team' })
    .getByRole('heading', { name: 'Night Owls' })
    .waitFor();
  const asking = await site.open('/dashboard', { as: sam });
  const card = asking.getByRole('region', { name: 'Your team' });
  await card.getByRole('strong').getByText('Night Owls', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Cancel the request to Night Owls' }).click();
  await card.getByText('You have not asked to join a team.').waitFor();
});
