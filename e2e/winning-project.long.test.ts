import { expect, test } from 'vitest';
import { multipart } from '../server/testing/forms.ts';
import { createTestPicture } from '../server/testing/pictures.ts';
import { projectText } from '../server/testing/projects.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { createApplicant } from './applicants.ts';
import { getButton, getToast, numberTables } from './page.ts';
import { after, during, openAt } from './phases.ts';
import { announced, useSite } from './site.ts';

const site = useSite();

/** Signs a judge in on a phone and scores the project at a table by its number. */
async function scoreByNumber(table: string, title: string): Promise<void> {
  const { username, password } = await site.createJudge();
  const page = await site.open('/login', { viewport: { width: 390, height: 844 } });
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await getButton(page, 'Login').click();
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  await getButton(page, 'Continue with Hacker Track').click();
  await page.getByRole('heading', { name: 'Hacker Track', level: 1 }).waitFor();
  await page.getByLabel('Team Number').fill(table);
  await expect.poll(() => page.getByLabel('Team Name').inputValue()).toBe('Night Owls');
  await page.getByText(title).waitFor();
  await page.getByRole('link', { name: 'code.example' }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await getButton(page, 'Innovation & Creativity: one more').click();
  await getButton(page, 'Submit Score').click();
  await getToast(page, 'Score submitted successfully').waitFor();
}

test('a submitted project has a table, is scored by its number, and is among the winners', async () => {
  const organizer = await site.person({ role: 'admin' });
  await organizer.call('PUT', '/projects/switches', { acceptsLate: true });
  const [ada, joan] = [
    await createApplicant(site, { status: 'approved' }),
    await createApplicant(site, { status: 'approved' }),
  ];
  const made = await ada.call('POST', '/teams', { name: 'Night Owls', maxMembers: 4 });
  const { inviteCode } = (await made.json()) as { inviteCode: string };
  await joan.call('POST', '/teams/join', { inviteCode });
  await ada.call('PUT', '/projects/mine', { version: 0, text: { ...projectText, title: 'Night Bus' } });
  expect((await ada.call('POST', '/projects/mine/submit', { version: 1 })).status).toBe(200);
  const { payload, headers } = await multipart(
    { alternativeText: 'A bus at night' },
    { picture: await createTestPicture() },
  );
  const added = await fetch(`${site.url}/api/projects/mine/pictures`, {
    method: 'POST',
    headers: { ...headers, origin: site.url, cookie: ada.cookie },
    body: new Uint8Array(payload),
  });
  expect(added.status).toBe(201);
  const page = await site.open('/project', { as: ada });
  await page.getByLabel(/^Show my name in the gallery/).click();
  await getToast(page, 'Your name is shown with the project.').waitFor();

  const admin = await site.open('/judging', { as: organizer, viewport: { width: 1280, height: 800 } });
  await numberTables(admin, 'Submitted a project');
  await getButton(admin, /^1 Night Owls/).waitFor();
  // After the event nobody needs a table.
  const dashboard = await openAt(site, '/dashboard', during, joan);
  await dashboard.getByText('Your table: 1').waitFor();
  await page.clock.setSystemTime(during);
  await page.reload();
  await page.getByText('Your table: 1').waitFor();
  expect(await findAccessibilityProblems(dashboard)).toEqual([]);
  await scoreByNumber('1', 'Night Bus');

  await admin.getByRole('link', { name: 'Projects', exact: true }).click();
  await admin.getByLabel('Open the gallery to everybody').click();
  await getButton(admin.getByRole('alertdialog'), 'Open gallery').click();
  await admin.getByRole('link', { name: 'Publish' }).click();
  await admin
    .getByLabel(/^Publish anyway/)
    .first()
    .waitFor();
  for (const yes of await admin.getByLabel(/^Publish anyway/).all()) await yes.check();
  await admin.getByLabel('Why the score of one judge is enough').fill('The others saw it on the film.');
  await getButton(admin, 'Decide and lock Hacker Track').click();
  await getButton(admin, 'Publish results').click();
  await getButton(admin.getByRole('alertdialog'), 'Publish').click();
  await admin.getByText('The winners have been public since').waitFor();
  await dashboard.clock.setSystemTime(after);
  await dashboard.reload();
  await dashboard.getByRole('link', { name: 'See the results' }).waitFor();
  expect(await findAccessibilityProblems(admin)).toEqual([]);
  const visitor = await site.open('/', { expected: [/status of 404/] });
  await expect.poll(async () => (await visitor.goto('/projects/results'))?.status(), announced).toBe(200);
  await visitor
    .getByRole('region', { name: 'Hacker Track' })
    .getByRole('link', { name: 'Night Bus' })
    .click();
  await visitor.getByText('Hacker Track: 1st place').waitFor();
  await visitor.getByText(`Made by ${ada.name}`).waitFor();
  await visitor.getByRole('img', { name: 'A bus at night' }).waitFor();
  expect(await findAccessibilityProblems(visitor)).toEqual([]);
  await visitor.getByRole('link', { name: 'All projects' }).click();
  await visitor.getByText('Hacker Track: 1st place').waitFor();
  expect(await findAccessibilityProblems(visitor)).toEqual([]);
});
