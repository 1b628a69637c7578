import { expect, test } from 'vitest';
import { texts } from '../contract/texts.ts';
import { createApplicant, createPdfFile, getApplicationOf } from './applicants.ts';
import { getButton, getToast } from './page.ts';
import { type SitePerson, useSite } from './site.ts';

const site = useSite();
const internal = { status: 500, json: { success: false, code: 'internal', message: 'x' } };

async function apply(person: SitePerson): Promise<void> {
  const form = new FormData();
  const fields = {
    major: 'Mathematics',
    dietaryRestrictions: 'vegan',
    tShirtSize: 'M',
    whyJoin: 'To build.',
  };
  for (const [name, value] of Object.entries({ ...fields, track: 'Hacker Track', teamPreference: 'solo' }))
    form.append(name, value);
  form.append('resume', new File([new Uint8Array(createPdfFile().buffer)], 'resume.pdf'));
  expect((await person.call('POST', '/applications', form)).status).toBe(201);
}

test('the link to the wallet is the specified call, where a wallet is set up', async () => {
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/sign-in', { as: ada });
  await page.route('**/api/event', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), wallets: { apple: true, google: false } } });
  });
  await page.goto('/dashboard');
  const link = page.getByRole('link', { name: 'Add to Apple Wallet' });
  expect(await link.getAttribute('href')).toBe(`/api/wallet/apple/${ada.id}`);
});

test('the community card leads to the events app and to the chat', async () => {
  const page = await site.open('/dashboard', { as: await createApplicant(site, { status: 'approved' }) });
  const card = page.getByRole('region', { name: 'Join Our Community' });
  const links = card.getByRole('link');
  await links.first().waitFor();
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    'https://events.example/overnight',
    'https://chat.example/overnight',
  ]);
});

test('Team Formation has the preference, the track, and the panels of leader and seeker', async () => {
  const [lea, sam] = [
    await createApplicant(site, { name: 'Lea', status: 'approved' }),
    await createApplicant(site, { name: 'Sam', status: 'approved' }),
  ];
  await lea.call('POST', '/teams', { name: 'Night Owls' });
  for (const person of [lea, sam])
    await site.db
      .updateTable('applications')
      .set({ track: 'Clozyt Track' })
      .where('user_id', '=', person.id)
      .execute();
  const [leading, seeking] = [
    await site.open('/dashboard', { as: lea }),
    await site.open('/dashboard', { as: sam }),
  ];
  for (const [page, shown, hidden] of [
    [leading, 'Join Requests', 'My Team Join Requests'],
    [seeking, 'My Team Join Requests', 'Join Requests'],
  ] as const) {
    const formation = page.getByRole('region', { name: 'Team Formation' });
    await formation.getByRole('heading', { name: shown, exact: true }).waitFor();
    expect(await formation.getByRole('heading', { name: hidden, exact: true }).count()).toBe(0);
    // Locked in a team, it is a line that opens.
    if (page === leading) await formation.getByText('Team preference').first().click();
    await formation.getByRole('radiogroup', { name: 'Team preference' }).waitFor();
    await formation.getByText('Clozyt Track: Teams are limited to 2 members maximum').waitFor();
  }
});

test('a team has two to four places, four unless chosen, and blanks search nothing', async () => {
  const page = await site.open('/dashboard', {
    as: await createApplicant(site, { status: 'approved' }),
    viewport: { width: 1280, height: 900 },
  });
  const sizes = page.getByRole('radiogroup', { name: 'Team size' }).getByRole('radio');
  await sizes.first().waitFor();
  expect(await sizes.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value))).toEqual([
    '2',
    '3',
    '4',
  ]);
  expect(await page.getByRole('radio', { name: '4', exact: true }).isChecked()).toBe(true);
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/teams/search')) searches.push(request.url());
  });
  await page.getByLabel('Search teams').fill('   ');
  await page.waitForTimeout(600);
  expect(searches).toEqual([]);
  await page.getByLabel('Search teams').fill('no zebras');
  await page.getByText('No teams match “no zebras”.').waitFor();
  expect(searches).toHaveLength(1);
});

test('after the review the track is disabled and labeled, and the details stay with the resume', async () => {
  const ada = await site.person({ name: 'Ada Lovelace' });
  await apply(ada);
  const application = await getApplicationOf(site, ada);
  const grace = await site.person({ role: 'admin' });
  for (const status of ['approved', 'rejected']) {
    await grace.call('PUT', `/applications/${application?.id}`, { status });
    const page = await site.open('/dashboard', { as: ada });
    const details = page.getByRole('region', { name: 'Application Details' });
    await details.getByText('Under Review').waitFor();
    expect(await details.getByRole('radio', { disabled: true }).count()).toBe(3);
    for (const word of ['Ada Lovelace', ada.email, 'Mathematics', 'Vegan', 'To build.', 'Application date'])
      await details.getByText(word, { exact: true }).waitFor();
    expect(await details.getByRole('link', { name: /^Resume/ }).getAttribute('href')).toBe(
      `/api/files/${application?.resume_file_id}`,
    );
  }
});

test('the description of the Clozyt Track says what to build and what there is to win', async () => {
  const page = await site.open('/dashboard', { as: await createApplicant(site) });
  await getButton(page, 'Clozyt Track Description').click();
  const dialog = page.getByRole('dialog', { name: 'Clozyt Track Description' });
  await dialog
    .getByText(
      'Build the best real-time clothing recommendation system using vector search and swipe interactions.',
    )
    .waitFor();
  await dialog.getByText('$750 plus an internship opportunity').waitFor();
});

test('a deck, a track and a list of requests that fail say so', async () => {
  const ada = await createApplicant(site);
  const page = await site.open('/dashboard', { as: ada, expected: [/status of 500/] });
  await page.route('**/api/applications/{track,pitch-deck}', (route) => route.fulfill(internal));
  await page.getByRole('radio', { name: 'Clozyt Track', exact: true }).click();
  await getToast(page, texts.track.failed).waitFor();
  await page.getByRole('radio', { name: 'Startup Track', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload your pitch deck' });
  await dialog.getByLabel('Pitch deck').setInputFiles(createPdfFile());
  await getButton(dialog, 'Upload').click();
  await page.getByText(texts.deck.failed).first().waitFor();
  expect((await getApplicationOf(site, ada))?.track).toBe('Hacker Track');

  const sam = await createApplicant(site, { status: 'approved' });
  const seeking = await site.open('/schedule', { as: sam, expected: [/status of 400/] });
  await seeking.route('**/api/teams/my-requests', (route) => route.fulfill({ ...internal, status: 400 }));
  await seeking.goto('/dashboard');
  await seeking.getByRole('alert').getByText(texts.teams.loadFailed).waitFor();
});

test('at most twenty toasts show at once', async () => {
  const lea = await createApplicant(site, { status: 'approved' });
  await lea.call('POST', '/teams', { name: 'Loud Owls' });
  const page = await site.open('/dashboard', {
    as: lea,
    viewport: { width: 1280, height: 3000 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await getButton(page, 'Copy code').evaluate((button: HTMLButtonElement) => {
    for (let times = 0; times < 25; times += 1) button.click();
  });
  const toasts = page.locator('[data-toast]:visible');
  await expect.poll(() => toasts.count()).toBe(20);
});
