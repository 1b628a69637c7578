import { expect, test } from 'vitest';
import { createApproved } from './check-in-people.ts';
import { findMailTo } from './outbox.ts';
import { getButton } from './page.ts';
import { inspectScreens, nothingWrong } from './screens.ts';
import { useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);

test('an organizer corrects a project and its team, whose page follows and whose people get an email', async () => {
  await organizer.call('PUT', '/projects/switches', { acceptsLate: true });
  const ada = await createApproved(site, 'Ada Lovelace');
  const ben = await createApproved(site, 'Ben Lee');
  await ada.call('POST', '/teams', { name: 'Owls', maxMembers: 4 });
  const text = {
    title: 'Night Bsu',
    tagline: 'Finds the last bus.',
    description: '',
    repository: '',
    demo: '',
    video: '',
  };
  await ada.call('PUT', '/projects/mine', { version: 0, text: { ...text, tags: [], prizes: [] } });
  const team = await site.open('/project', { as: ada });
  await expect.poll(() => team.getByLabel('Title').inputValue()).toBe('Night Bsu');
  const page = await site.open('/projects-overview', { as: organizer });
  await page
    .getByRole('button', { name: /Night Bsu/ })
    .first()
    .click();
  await getButton(page, 'Correct').click();
  const dialog = page.getByRole('dialog', { name: 'Correct Night Bsu' });
  await dialog.getByLabel('Title').fill('Night Bus');
  await dialog.getByLabel('Track').selectOption('Clozyt Track');
  expect(await inspectScreens(page, 'project-correction')).toMatchObject(nothingWrong);
  await getButton(page, 'Save and tell the team').click();
  await page.getByText('Corrected. Its team gets an email.').waitFor();
  await expect.poll(() => team.getByLabel('Title').inputValue()).toBe('Night Bus');
  expect((await findMailTo(site.dataDir, ada.email, /corrected/)).text).toContain(
    'Title: Night Bus (was Night Bsu).',
  );
  await getButton(page, 'Correct').click();
  await page.getByLabel('Email address of somebody to add').fill(ben.email);
  await getButton(page, 'Add to the team').click();
  await getButton(page, 'Remove Ben Lee from the team').waitFor();
  await getButton(page, 'Remove Ada Lovelace from the team').click();
  await expect.poll(() => getButton(page, 'Remove Ada Lovelace from the team').count()).toBe(0);
  expect(await getButton(page, 'Remove Ben Lee from the team').isDisabled()).toBe(true);
});
