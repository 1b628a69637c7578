import { expect, test } from 'vitest';
import type { MyProject } from '../contract/projects/projects.ts';
import { createPdf } from '../server/testing/pdf.ts';
import { createTestPicture } from '../server/testing/pictures.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { getButton, getToast } from './page.ts';
import { announced, detail, type SitePerson, useSite } from './site.ts';

const site = useSite();

/** The deadline of the default event is in the past. */
const acceptLate = () =>
  site.db
    .insertInto('settings')
    .values({ key: 'projects', value: JSON.stringify({ acceptsLate: true }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

async function createTeam(size: number): Promise<SitePerson[]> {
  const [leader, ...others] = await Promise.all(
    Array.from({ length: size }, () => createApplicant(site, { status: 'approved' })),
  );
  const made = await leader!.call('POST', '/teams', { name: 'Night Owls', maxMembers: 4 });
  const { inviteCode } = (await made.json()) as { inviteCode: string };
  for (const other of others) await other.call('POST', '/teams/join', { inviteCode });
  return [leader!, ...others];
}

const isSave = (request: { method: () => string; url: () => string }) =>
  request.method() === 'PUT' && request.url().endsWith('/projects/mine');
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: false }).first();

test('a team of three writes on two devices, one offline for a while, and submits', async () => {
  await acceptLate();
  const [ada, grace] = (await createTeam(3)) as [SitePerson, SitePerson];
  const page = await site.open('/project', { as: ada, expected: [/status of (409|415)/] });
  await page.getByRole('heading', { name: 'Night Owls’ project', level: 1 }).waitFor();
  await page.getByText(/Yours will be marked as late/).waitFor();
  await getButton(page, 'Submit project').click();
  await page.getByText('Please enter a title.').waitFor();
  // The fields say it, for as long as it is so.
  expect(await page.locator('[data-toast]').count()).toBe(0);
  const other = await site.open('/project', {
    as: grace,
    expected: [/ERR_INTERNET_DISCONNECTED/, /status of 409/],
    serviceWorkers: 'allow',
  });
  // Registering it without a network would be reported as an error.
  await other.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const count = page.getByText('70 / 80');
  await field(page, 'Title').fill('N'.repeat(70));
  await count.waitFor();
  await field(page, 'Title').fill('Night Bus');
  await count.waitFor({ state: 'detached' });
  await saved(page);
  await expect.poll(() => field(other, 'Title').inputValue()).toBe('Night Bus');
  await other.getByText('Ada writing…').waitFor(announced);
  await field(page, 'Description').click();
  await getButton(page, 'Bold').click();
  await expect.poll(() => field(page, 'Description').inputValue()).toBe('**bold**');

  // Without a network: what is typed stays on the device, also over a reload of nothing but the text.
  await other.context().setOffline(true);
  await field(other, 'In one line').fill('Finds the last bus home.');
  await other.getByText('Saved on this device. Waiting for the network.').waitFor();
  // Nothing is heard of Ada here.
  await other.getByText('Ada writing…').waitFor({ state: 'detached' });
  await getButton(other, 'Submit project').click();
  await other
    .getByText('Not submitted: the site cannot be reached. Submit it again once you are online.')
    .waitFor();
  await field(page, 'Description').fill('# How\n\nIt *knows* the [timetable](https://bus.example).');
  await saved(page);
  await other.context().setOffline(false);
  await saved(other);
  await expect.poll(() => field(other, 'Description').inputValue()).toContain('It *knows*');
  await expect.poll(() => field(page, 'In one line').inputValue()).toBe('Finds the last bus home.');

  await page.getByText('Description', { exact: true }).last().click();
  expect(await page.getByRole('link', { name: 'timetable' }).getAttribute('rel')).toContain('nofollow');
  await page.getByLabel('Repository').fill('code.example/bus');
  await page.getByText('This address does not begin with http:// or https:// yet.').waitFor();
  await page.getByLabel('Repository').fill('https://code.example/bus');
  await page.getByLabel('Add pictures').setInputFiles([
    { name: 'bus.png', mimeType: 'image/png', buffer: await createTestPicture() },
    { name: 'notes.png', mimeType: 'image/png', buffer: createPdf() },
  ]);
  await page.getByText('notes.png: This picture could not be opened.').waitFor();
  await page.getByLabel('What picture 1 shows').fill('A bus at night');
  await page.getByLabel('Built with').fill('React, Postgres,');
  await other.getByRole('img', { name: 'A bus at night' }).first().waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Scam Prevention').check();
  await page.getByLabel(/^Show my name in the gallery/).click();
  await getToast(page, 'Your name is shown with the project.').waitFor();
  await page.getByRole('button', { name: 'Submit project' }).click();
  await page.getByText(/^Submitted .*You can edit it/).waitFor();
  await other.getByText(/^Submitted .*You can edit it/).waitFor();
  const stored = await site.db.selectFrom('projects').selectAll().executeTakeFirstOrThrow();
  expect(stored).toMatchObject({
    title: 'Night Bus',
    tagline: 'Finds the last bus home.',
    tags: ['React', 'Postgres'],
    prizes: ['scamPrevention'],
    late: true,
  });

  // Organizers end it: open pages are closed at once.
  const organizer = await site.person({ role: 'admin' });
  const acceptsLate = (accepts: boolean) =>
    organizer.call('PUT', '/projects/switches', { acceptsLate: accepts });
  await acceptsLate(false);
  await expect.poll(() => field(other, 'Title').isEnabled(), announced).toBe(false);
  await acceptsLate(true);
  await expect.poll(() => field(other, 'Title').isEnabled(), announced).toBe(true);
});

detail('two people change the same line: both see both, and choose', async () => {
  await acceptLate();
  const [ada, grace] = (await createTeam(2)) as [SitePerson, SitePerson];
  const page = await site.open('/project', { as: ada });
  const other = await site.open('/project', {
    as: grace,
    expected: [/ERR_INTERNET_DISCONNECTED/, /status of 409/],
    serviceWorkers: 'allow',
  });
  // Registering it without a network would be reported as an error.
  await other.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await field(other, 'Title').waitFor();
  await other.context().setOffline(true);
  await field(other, 'Title').fill('Grace’s title');
  await Promise.all([
    page.waitForResponse((response) => isSave(response.request()) && response.ok()),
    field(page, 'Title').fill('Ada’s title'),
  ]);
  await other.context().setOffline(false);
  const choice = other.getByRole('region', { name: 'Two versions: Title' });
  await choice.getByText('Ada’s title').waitFor();
  expect(await field(other, 'Title').inputValue()).toBe('Grace’s title');
  // It is said where nobody overlooks it, and leads to the choice.
  const bar = other.getByRole('alert').filter({ hasText: 'Not saved.' });
  await bar.getByRole('button', { name: 'See both versions' }).click();
  await expect.poll(() => choice.evaluate((region) => region === document.activeElement)).toBe(true);
  expect(await findAccessibilityProblems(other)).toEqual([]);
  // It waits for the choice over a reload too, and theirs stays saved until then.
  await other.reload();
  await choice.getByText('Ada’s title').waitFor();
  expect(await field(page, 'Title').inputValue()).toBe('Ada’s title');
  await choice.getByRole('button', { name: 'Keep yours' }).click();
  await saved(other);
  await bar.waitFor({ state: 'detached' });
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('Grace’s title');

  // A long description: what differs is in sight, and both can be kept.
  const start = 'We built a bus that runs at night.\n'.repeat(20);
  await field(page, 'Description').fill(`${start}The end.`);
  await expect.poll(() => field(other, 'Description').inputValue()).toBe(`${start}The end.`);
  await other.context().setOffline(true);
  await field(other, 'Description').fill(`${start}Grace drove it.\nThe end.`);
  await Promise.all([
    page.waitForResponse((response) => isSave(response.request()) && response.ok()),
    field(page, 'Description').fill(`${start}Ada drove it.\nThe end.`),
  ]);
  await other.context().setOffline(false);
  const versions = other.getByRole('region', { name: 'Two versions: Description' });
  await versions.locator('mark', { hasText: 'Ada' }).waitFor();
  await versions.locator('mark', { hasText: 'Grace' }).waitFor();
  await versions.getByRole('button', { name: 'Keep both' }).click();
  await saved(other);
  await expect
    .poll(() => field(page, 'Description').inputValue())
    .toBe(`${start}Grace drove it.\nAda drove it.\nThe end.`);
});

detail('somebody who is removed while writing is told, and has their text', async () => {
  await acceptLate();
  const [ada, grace] = (await createTeam(2)) as [SitePerson, SitePerson];
  const mine = async () => (await (await grace.call('GET', '/projects/mine')).json()) as MyProject;
  const { id } = await site.db
    .selectFrom('teams')
    .where('creator_id', '=', ada.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const page = await site.open('/project', {
    as: grace,
    expected: [/ERR_INTERNET_DISCONNECTED/, /status of (403|409)/],
  });
  await Promise.all([
    page.waitForResponse((response) => isSave(response.request()) && response.ok()),
    field(page, 'Title').fill('Night Bus'),
  ]);
  await page.context().setOffline(true);
  await field(page, 'Description').fill('Half a sen');
  await page.getByText('Saved on this device. Waiting for the network.').waitFor();
  expect((await ada.call('DELETE', `/teams/${id}/kick/${grace.id}`)).status).toBe(200);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'You are no longer in Night Owls', level: 1 }).waitFor(announced);
  await page.getByText('Half a sen', { exact: true }).waitFor();
  expect(await page.getByText('Night Bus').count()).toBe(0);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await getButton(page, 'Go on without this team').click();
  expect(await field(page, 'Title').inputValue()).toBe('');

  const { inviteCode } = (await (await ada.call('GET', `/teams/${id}`)).json()) as {
    inviteCode: string;
  };
  expect((await grace.call('POST', '/teams/join', { inviteCode })).status).toBe(200);
  await page.reload();
  await page.getByRole('heading', { name: 'You had left Night Owls' }).waitFor();
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('Night Bus');
  expect((await mine()).text.description).toBe('');
  await getButton(page, 'Delete text').click();
  await page.getByText('Half a sen').waitFor({ state: 'detached' });
});

test('a submission is withdrawn and the project deleted, and the other device follows', async () => {
  await acceptLate();
  const [ada, grace] = (await createTeam(2)) as [SitePerson, SitePerson];
  const page = await site.open('/project', { as: ada });
  const other = await site.open('/project', { as: grace });
  await field(page, 'Title').fill('Night Bus');
  await field(page, 'In one line').fill('Finds the last bus home.');
  await getButton(page, 'Submit project').click();
  const dashboard = await site.open('/dashboard', { as: ada });
  const card = dashboard.locator('#your-project');
  await card.getByText('Submitted.').waitFor();
  await getButton(other, 'Withdraw submission').click();
  await getButton(other.getByRole('alertdialog'), 'Withdraw submission').click();
  await getToast(other, 'Withdrawn. Your project is a draft again.').waitFor();
  await card.getByText('A draft so far').waitFor(announced);
  await getButton(page, 'Submit project').waitFor();
  expect(await field(page, 'Title').inputValue()).toBe('Night Bus');
  await getButton(page, 'Delete project').click();
  await getButton(page.getByRole('alertdialog'), 'Delete project').click();
  await getToast(page, 'Your project is deleted.').waitFor();
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('');
  await expect.poll(() => field(other, 'Title').inputValue()).toBe('');
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

detail('what was typed without a network is there after the page is opened again', async () => {
  await acceptLate();
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/project', {
    as: ada,
    expected: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/],
  });
  await field(page, 'Title').waitFor();
  await page.route('**/api/projects/mine', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await field(page, 'Title').fill('Typed on a train');
  await page.getByText('Saved on this device. Waiting for the network.').waitFor();
  await page.reload();
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('Typed on a train');
  await page.unroute('**/api/projects/mine');
  await saved(page);
});

detail('a page that is left and opened again without a network saves the newest text, once', async () => {
  await acceptLate();
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/dashboard', { as: ada, expected: [/ERR_FAILED/] });
  const titles: string[] = [];
  let isLost = true;
  await page.route('**/api/projects/mine', (route) => {
    if (!isSave(route.request())) return route.continue();
    if (isLost) return route.abort();
    titles.push(route.request().postDataJSON().text.title);
    return route.continue();
  });
  await page
    .getByRole('link', { name: /project/ })
    .first()
    .click();
  const waiting = page.getByText('Saved on this device. Waiting for the network.');
  await field(page, 'Title').fill('Night');
  await waiting.waitFor();
  await page.goBack();
  await field(page, 'Title').waitFor({ state: 'detached' });
  await page.goForward();
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('Night');
  await field(page, 'Title').fill('Night Bus');
  await waiting.waitFor();
  isLost = false;
  await saved(page);
  // Longer than any pause of an editor.
  await page.waitForTimeout(4000);
  expect(titles).toEqual(['Night Bus']);
  expect(await field(page, 'Title').inputValue()).toBe('Night Bus');
  expect(await page.getByText('Not saved.').count()).toBe(0);
});

detail('a project that closes while it is written says so there and then', async () => {
  await acceptLate();
  const organizer = await site.person({ role: 'admin' });
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/project', { as: ada, viewport: { width: 390, height: 844 } });
  await page.getByText('Still missing: title, one line', { exact: true }).waitFor();
  await page.getByText('You can add: description, a picture, code or a demo', { exact: true }).waitFor();
  const save = page.waitForResponse((response) => isSave(response.request()));
  await field(page, 'Title').fill('Night Bus');
  await save;
  await page.getByText('Still missing: one line', { exact: true }).waitFor();
  await organizer.call('PUT', '/projects/switches', { acceptsLate: false });
  const closed = 'The deadline has passed; this draft was not submitted. It can no longer be changed.';
  await page.locator('[data-toast]').filter({ hasText: closed }).waitFor(announced);
  await page.getByRole('main').getByText(closed).first().waitFor();
  expect(await page.getByText(/^(Still missing|You can add)/).count()).toBe(0);
});

test('after the deadline the page shows what was submitted, and beside it what was typed and not saved', async () => {
  await acceptLate();
  const organizer = await site.person({ role: 'admin' });
  const acceptsLate = (accepts: boolean) =>
    organizer.call('PUT', '/projects/switches', { acceptsLate: accepts });
  await acceptsLate(true);
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/project', { as: ada, expected: [/ERR_FAILED/] });
  await field(page, 'Title').fill('Night Bus');
  await field(page, 'In one line').fill('Finds the last bus home.');
  await getButton(page, 'Submit project').click();
  await page.getByRole('heading', { name: 'Submitted!' }).waitFor();
  const title = page.getByLabel('Title', { exact: false }).and(page.getByRole('textbox'));
  // Nothing of it arrives before the project closes.
  await page.route('**/api/projects/mine', (route) =>
    isSave(route.request()) ? route.abort() : route.continue(),
  );
  await title.fill('Day Bus');
  await page.getByText('Saved on this device. Waiting for the network.').waitFor();
  await acceptsLate(false);
  await getToast(page, 'Not saved: what you typed last is at the top of this page.').waitFor(announced);
  await page.unroute('**/api/projects/mine');
  const sent: string[] = [];
  page.on('request', (request) => isSave(request) && sent.push(request.url()));
  const unsaved = page.getByRole('status').filter({ hasText: 'Your unsaved changes' });
  for (let time = 0; time < 2; time++) {
    await unsaved.getByText('Day Bus', { exact: true }).waitFor();
    expect([await title.inputValue(), await title.isDisabled()]).toEqual(['Night Bus', true]);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    if (time === 0) await page.reload();
  }
  await getButton(unsaved, 'Delete text').click();
  await unsaved.waitFor({ state: 'detached' });
  await page.reload();
  await expect.poll(() => title.inputValue()).toBe('Night Bus');
  expect([await unsaved.count(), sent]).toEqual([0, []]);
});

detail('after the deadline it is read, not written', async () => {
  await site.db.deleteFrom('settings').where('key', '=', 'projects').execute();
  const ada = await createApplicant(site, { status: 'approved' });
  const page = await site.open('/dashboard', { as: ada });
  await page.getByRole('link', { name: 'See your project' }).click();
  await page.getByText(/^The deadline was Sun, Sep 21/).waitFor();
  expect(await field(page, 'Title').isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Submit project' }).count()).toBe(0);
  // On a phone what it has become comes first, with why it is closed.
  const phone = await site.open('/project', { as: ada, viewport: { width: 390, height: 844 } });
  const passed = phone.getByText('The deadline has passed; no project was entered.').first();
  await passed.waitFor();
  expect(await field(phone, 'Title').isVisible()).toBe(false);
  await phone.getByRole('heading', { name: 'Not submitted' }).waitFor();
  expect(await phone.getByText('Write', { exact: true }).count()).toBe(0);
  await phone.getByText('Text', { exact: true }).click();
  await passed.waitFor();
  const zed = await createApplicant(site, {});
  const early = await site.open('/sign-in', { as: zed, viewport: { width: 390, height: 844 } });
  let submittedAt: string | null = null;
  await early.route('**/api/projects/mine', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      json: { ...(await answer.json()), deadline: '2099-01-01T00:00:00Z', submittedAt },
    });
  });
  await early.goto('/project');
  await early.getByText('Only approved participants can write here.').first().waitFor();
  // A teammate who is approved has submitted it, and can still edit it.
  submittedAt = '2025-09-20T19:00:00Z';
  await early.goto('/project');
  await early
    .getByText(/Approved teammates can edit it until .*; you can once you are approved\./)
    .first()
    .waitFor();
});
