import { expect, test } from 'vitest';
import { createApplicant, createPdfFile, getApplicationOf } from './applicants.ts';
import type { Page } from './browser.ts';
import { detail, type SitePerson, useSite } from './site.ts';

const site = useSite();
const unchecked = async (page: Page, label: string) =>
  expect(await page.getByRole('radio', { name: label, exact: true }).isChecked()).toBe(false);

/** A poll without a time of its own gives up after a second. */
const saved = { timeout: 20_000 };
const trackOf = async (person: SitePerson) => (await getApplicationOf(site, person))?.track;

async function teamWith(leader: SitePerson, ...others: SitePerson[]) {
  const made = await leader.call('POST', '/teams', { name: 'Night Owls', maxMembers: 4 });
  const { inviteCode } = (await made.json()) as { inviteCode: string };
  for (const other of others)
    expect((await other.call('POST', '/teams/join', { inviteCode })).status).toBe(200);
}

test('changes the track, and says what the smaller teams mean', async () => {
  const ada = await createApplicant(site);
  const page = await site.open('/dashboard', { as: ada });
  await page.getByRole('radio', { name: 'Clozyt Track', exact: true }).click();
  await page.getByText('Track updated successfully!', { exact: true }).waitFor();
  await page
    .getByText('Clozyt Track: Teams are limited to 2 members maximum or solo participation only.')
    .waitFor();
  expect(await getApplicationOf(site, ada))?.toMatchObject({ track: 'Clozyt Track' });

  // Arrows pass by the tracks in between without choosing them.
  await page.getByRole('radio', { name: 'Clozyt Track', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await getApplicationOf(site, ada)).toMatchObject({ track: 'Clozyt Track' });
  await page.keyboard.press('Space');
  await expect.poll(() => trackOf(ada), saved).toBe('Hacker Track');

  await page.getByRole('button', { name: 'Clozyt Track Description' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clozyt Track Description' });
  await dialog.getByText('$750 plus an internship opportunity').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Clozyt Track Description');
});

detail('a choice that is made while the one before is being saved comes after it', async () => {
  const ada = await createApplicant(site);
  const page = await site.open('/dashboard', { as: ada });
  let release = () => undefined as unknown;
  const held = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route(
    '**/api/applications/track',
    async (route) => {
      await held;
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('radio', { name: 'Clozyt Track', exact: true }).click();
  await page.getByRole('radio', { name: 'Clozyt Track', exact: true, checked: true }).waitFor();
  await page.getByRole('radio', { name: 'Hacker Track', exact: true }).click();
  expect(await trackOf(ada)).toBe('Hacker Track');
  release();
  await page.getByText('Clozyt Track: Teams are limited').waitFor();
  await expect.poll(() => trackOf(ada), saved).toBe('Hacker Track');
  await page.getByRole('radio', { name: 'Hacker Track', exact: true, checked: true }).waitFor();
});

detail('asks a team of two before it moves to the smaller track, and refuses a team of three', async () => {
  const [ada, grace, linus] = [
    await createApplicant(site),
    await createApplicant(site),
    await createApplicant(site),
  ];
  await teamWith(ada, grace);
  const page = await site.open('/dashboard', { as: ada, expected: [/status of 409 .*\/track$/] });
  const clozyt = page.getByRole('radio', { name: 'Clozyt Track', exact: true });
  await clozyt.click();
  const question = page.getByRole('alertdialog');
  await question
    .getByText(
      'You are switching to Clozyt Track. Your current team has 2 members, which is the maximum allowed for Clozyt Track. Continue?',
    )
    .waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await unchecked(page, 'Clozyt Track');
  expect(await getApplicationOf(site, ada))?.toMatchObject({ track: 'Hacker Track' });

  const { team } = ((await (await ada.call('GET', '/auth/user')).json()) as { user: { team: string } }).user;
  const { inviteCode } = (await (await ada.call('GET', `/teams/${team}`)).json()) as { inviteCode: string };
  expect((await linus.call('POST', '/teams/join', { inviteCode })).status).toBe(200);
  await clozyt.click();
  await page
    .getByText(
      'Cannot switch to Clozyt Track: Your current team has more than 2 members. Clozyt Track teams are limited to 2 members maximum or solo participation.',
    )
    .waitFor();
  await unchecked(page, 'Clozyt Track');

  expect((await linus.call('DELETE', `/teams/${team}/leave`)).status).toBe(200);
  await clozyt.click();
  await question.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Track updated successfully!', { exact: true }).waitFor();
  expect(await getApplicationOf(site, ada))?.toMatchObject({ track: 'Clozyt Track' });
});

detail('asks for the pitch deck, checks it, and then changes the track', async () => {
  const ada = await createApplicant(site);
  const page = await site.open('/dashboard', { as: ada });
  await page.getByRole('radio', { name: 'Startup Track', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload your pitch deck' });
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  await dialog.getByText('Please select a file to upload').waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await dialog.getByLabel('Pitch deck').setInputFiles(createPdfFile(undefined, `${'a'.repeat(100)}.pdf`));
  await dialog.getByText(/^a{100}\.pdf$/).waitFor();
  const { x, width } = (await upload.boundingBox()) ?? { x: 0, width: 1000 };
  expect(x + width).toBeLessThanOrEqual(320);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByLabel('Pitch deck').setInputFiles({ ...createPdfFile(), buffer: Buffer.from('GIF89a') });
  await dialog.getByText('Please upload a PDF file for your pitch deck').waitFor();
  await dialog.getByLabel('Pitch deck').setInputFiles(createPdfFile(1_048_576));
  await dialog.getByText('Pitch deck file size must be less than 1MB').waitFor();
  expect(await getApplicationOf(site, ada))?.toMatchObject({ track: 'Hacker Track' });
  await dialog.getByLabel('Pitch deck').setInputFiles(createPdfFile());
  await upload.click();
  await page.getByText('Pitch deck uploaded and track updated successfully!').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Pitch deck/ }).waitFor();
  expect(await page.getByRole('radio', { name: 'Startup Track', exact: true }).isChecked()).toBe(true);
  expect(await getApplicationOf(site, ada))?.toMatchObject({ track: 'Startup Track' });

  // Back and forth: the stored deck need not be sent again.
  await page.getByRole('radio', { name: 'Hacker Track', exact: true }).click();
  await page.getByText('Track updated successfully!', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Startup Track', exact: true }).click();
  await dialog.getByRole('button', { name: 'Use the deck that you sent before' }).click();
  await expect.poll(() => trackOf(ada), saved).toBe('Startup Track');
});
