import { expect, test } from 'vitest';
import { toApplicationRow } from '../server/testing/applicants.ts';
import { projectText } from '../server/testing/projects.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { announced, useSite } from './site.ts';

const site = useSite();

async function enterProject(title: string, prizes: string[] = []) {
  const person = await site.person();
  await site.db.insertInto('applications').values(toApplicationRow(person.id)).execute();
  await person.call('PUT', '/projects/mine', { version: 0, text: { ...projectText, title, prizes } });
  expect((await person.call('POST', '/projects/mine/submit', { version: 1 })).status).toBe(200);
}

test('an organizer opens the gallery, everybody reads it, and a hidden project is gone', async () => {
  const organizer = await site.person({ role: 'admin' });
  const visitor = await site.open('/projects', { expected: [/status of 404/] });
  await visitor.getByText('Nothing scheduled here.').waitFor();
  const page = await site.open('/judging', { as: organizer });
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByLabel('Accept late projects').click();
  await page.getByText('There are no projects yet.').waitFor();
  await expect
    .poll(async () => (await (await organizer.call('GET', '/projects')).json()).switches.acceptsLate)
    .toBe(true);
  await enterProject('Night Bus', ['scamPrevention']);
  await enterProject('Paper Boat');
  await page.getByLabel('Open the gallery to everybody').click();

  await expect.poll(async () => (await visitor.goto('/projects'))?.status(), announced).toBe(200);
  await visitor.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  expect(await visitor.getByRole('listitem').filter({ hasText: 'Finds the last bus' }).count()).toBe(2);
  expect(await findAccessibilityProblems(visitor)).toEqual([]);
  await visitor.getByRole('link', { name: 'Scam Prevention' }).click();
  await visitor.getByText('1 project', { exact: true }).waitFor();
  await visitor.getByRole('link', { name: 'Night Bus' }).click();
  await visitor.getByRole('heading', { name: 'Night Bus', level: 1 }).waitFor();
  const link = visitor.getByRole('link', { name: 'Repository code.example' });
  expect(await link.getAttribute('rel')).toBe('nofollow noopener ugc');
  expect(await findAccessibilityProblems(visitor)).toEqual([]);

  await page.reload();
  await page.getByRole('button', { name: 'Hide Night Bus' }).click();
  await page.getByRole('button', { name: 'Show Night Bus' }).waitFor();
  await expect
    .poll(async () => {
      await visitor.goto('/projects');
      return visitor.getByText('Night Bus').count();
    }, announced)
    .toBe(0);
  await page.getByLabel('Open the gallery to everybody').click();
  await expect.poll(async () => (await visitor.goto('/projects'))?.status(), announced).toBe(404);
});
