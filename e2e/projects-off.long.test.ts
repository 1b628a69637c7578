import { beforeAll, expect, test } from 'vitest';
import { acceptLateProjects, projectText } from '../server/testing/projects.ts';
import { createApplicant } from './applicants.ts';
import { getButton } from './page.ts';
import { type SitePerson, useSite, withEvent } from './site.ts';

const site = useSite(withEvent({ projects: false }));
let ada: SitePerson;
let grace: SitePerson;

// The event had projects before: one of a person with a table, an imported one, an open gallery and published winners.
beforeAll(async () => {
  ada = await createApplicant(site, { status: 'approved' });
  grace = await site.person({ name: 'Grace Hopper', role: 'admin' });
  await acceptLateProjects({ services: { db: site.db } });
  const project = { ...projectText, track: 'Hacker Track', updated_at: new Date(), submitted_at: new Date() };
  await site.db
    .insertInto('projects')
    .values([
      { ...project, user_id: ada.id, title: 'Left Over' },
      { ...project, source: 'https://devpost.example/far', title: 'From Afar' },
    ])
    .execute();
  await site.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ galleryOpen: true }) })
    .where('key', '=', 'projects')
    .execute();
  await site.db
    .insertInto('settings')
    .values({ key: 'results', value: JSON.stringify({ at: new Date().toISOString(), groups: [] }) })
    .execute();
});

const get = async (address: string, who?: SitePerson) =>
  fetch(site.url + address, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(who && { cookie: who.cookie }) },
  });
const read = async (address: string, who?: SitePerson) => (await get(address, who)).text();

test('no public page, file or document of the site tells of projects', async () => {
  for (const address of [
    '/projects',
    '/projects/results',
    '/projects/track/hacker',
    '/projects/prize/supermemory',
  ])
    expect([address, (await get(address)).status]).toEqual([address, 404]);
  for (const address of ['/', '/schedule']) expect(await read(address)).not.toContain('/project');
  expect(await read('/robots.txt')).not.toMatch(/project|picture/);
  expect(await read('/sitemap.xml')).not.toContain('project');
  const paths = Object.keys(JSON.parse(await read('/api/openapi.json')).paths);
  // Pictures of the public page are left.
  expect(paths.filter((each) => /project|(?<!settings\/)picture|result|prize/.test(each))).toEqual([]);
  expect(await read('/api/docs')).not.toMatch(
    /project_|pictures_|import_|results_|\/projects|\/results|\/prize/,
  );
  const archive = await site.command('archive', `${site.dataDir}/archive`);
  expect(archive).not.toMatch(/project|result|gallery/i);
});

test('tables, exports and emails have nothing of them', async () => {
  expect((await grace.call('POST', '/judging/tables?who=submitted')).status).toBe(400);
  expect(await (await grace.call('POST', '/judging/tables?who=approved')).json()).toMatchObject({
    assigned: 1,
  });
  expect(await (await grace.call('GET', '/judging/progress')).text()).not.toMatch(/Left Over|From Afar/);
  expect((await grace.call('POST', '/judging/tables/emails')).status).toBeLessThan(300);
  const mails = await site.db.selectFrom('mails').select(['subject', 'text']).execute();
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).not.toMatch(/project/i);
  expect(await (await grace.call('GET', '/event')).json()).not.toHaveProperty('projects');
});

test('no page leads to them, and theirs are not found', async () => {
  const notFound = [/status of 404/];
  const page = await site.open('/dashboard', { as: ada, expected: notFound });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByText(/approved/i)
    .first()
    .waitFor();
  expect(await page.getByText(/your project/i).count()).toBe(0);
  await page.goto('/project');
  await page.getByRole('heading', { name: 'Nothing scheduled here.' }).waitFor();

  const admin = await site.open('/projects-overview', { as: grace, expected: notFound });
  await admin.getByRole('heading', { name: 'Nothing scheduled here.' }).waitFor();
  await admin.goto('/judging');
  await getButton(admin, /^1 /).waitFor();
  expect(await admin.getByRole('link', { name: 'Projects' }).count()).toBe(0);
  await getButton(admin, 'Number tables').click();
  await admin.getByRole('radio', { name: /^Approved/ }).waitFor();
  expect(await admin.getByRole('radio', { name: /project/i }).count()).toBe(0);
  await admin.goto('/announcements');
  await admin.getByLabel('Subject').waitFor();
  expect(await admin.getByLabel('Project').count()).toBe(0);
  await admin.goto('/after-event');
  expect(await admin.getByText('Everything in one zip').innerText()).toContain(
    'teams, scores, results and winners.',
  );

  const { username, password } = await site.createJudge();
  const judge = await site.open('/login', { expected: notFound });
  await judge.getByLabel('Username').fill(username);
  await judge.getByLabel('Password', { exact: true }).fill(password);
  await getButton(judge, 'Login').click();
  await judge.getByRole('radio', { name: 'Hacker Track' }).check();
  await getButton(judge, 'Continue with Hacker Track').click();
  await judge.getByLabel('Team Number').fill('1');
  await expect.poll(() => judge.getByLabel('Team Name').inputValue()).not.toBe('');
  expect(await judge.getByText('Left Over').count()).toBe(0);
});
