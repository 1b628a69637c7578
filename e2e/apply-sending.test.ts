import { expect, test } from 'vitest';
import { createPdfFile, fillText, getApplicationOf, getSubmitButton, openForm } from './applicants.ts';
import type { Page } from './browser.ts';
import { listDraftKeys } from './drafts.ts';
import { detail, useSite } from './site.ts';

const site = useSite();

/** A network of a given speed for uploads, in bytes per second; 0 is none at all. */
async function network(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  return (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: uploadThroughput === 0,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
}

detail(
  'open teams are listed at once on a phone and cover nothing; where there are none, it says what to do',
  async () => {
    const page = await openForm(site, await site.person({ name: 'Zoe' }), {
      viewport: { width: 390, height: 844 },
    });
    const next = page.getByRole('button', { name: 'Next' });
    await page.getByLabel('Major / field of study').fill('Music');
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    await page.getByRole('radio', { name: 'Vegan' }).check();
    await next.click();
    await page.getByLabel('Why do you want to join?').fill('To play.');
    await page.getByRole('radio', { name: 'Hacker Track', exact: true }).check();
    await next.click();
    await page.getByRole('radio', { name: 'Looking for a team' }).check();
    await page.getByText('No team has a free seat right now.').waitFor();
    await next.click();
    await page.getByRole('link', { name: 'Please select a team to join' }).waitFor();
    await page.getByRole('button', { name: 'Choose Solo' }).click();
    expect(await page.getByRole('radio', { name: 'Solo' }).isChecked()).toBe(true);

    for (const name of ['Amber Pixels', 'Blue Moths', 'Copper Foxes', 'Dawn Patrol', 'Early Birds']) {
      const leader = await site.person({ name: `Leader of ${name}` });
      expect((await leader.call('POST', '/teams', { name })).status).toBe(201);
    }
    await page.reload();
    await page.getByRole('radio', { name: 'Looking for a team' }).waitFor({ state: 'attached' });
    if (!(await page.getByRole('radio', { name: 'Looking for a team' }).isVisible())) {
      await next.click();
      await next.click();
    }
    await page.getByRole('radio', { name: 'Looking for a team' }).check();
    await page.getByRole('button', { name: 'Choose Amber Pixels' }).waitFor();
    const teams = page.getByRole('region', { name: 'Open teams' });
    expect(await teams.getByRole('button', { name: /^Choose / }).count()).toBe(5);
    await next.scrollIntoViewIfNeeded();
    const isOnTop = next.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === button;
    });
    expect(await isOnTop).toBe(true);
    await page.getByRole('button', { name: 'Choose Blue Moths' }).click();
    // Nothing is left to do here; going back, it can be changed.
    await page.getByLabel('Resume').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Change team' }).waitFor();
  },
);

test('sends the form with progress, says so, and moves on after five seconds', async () => {
  const ada = await site.person({ name: 'Ada Lovelace' });
  const page = await openForm(site, ada);
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(createPdfFile(150_000));
  const limit = await network(page);
  await limit(50_000);
  await page.evaluate(() => {
    const seen: number[] = [];
    const times: { submitted?: number; left?: number } = {};
    Object.assign(globalThis, { seen, times });
    new MutationObserver(() => {
      if (document.body.innerText.includes('Application submitted')) times.submitted ??= performance.now();
      if (location.pathname === '/dashboard') times.left ??= performance.now();
      const bar = document.querySelector('progress');
      if (bar && seen.at(-1) !== bar.value) seen.push(bar.value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await getSubmitButton(page).dblclick();
  await page.getByRole('button', { name: /^Uploading \d+%$/ }).waitFor();
  const heading = page.getByRole('heading', { name: 'Application submitted' });
  await heading.waitFor();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
  expect(seen.length).toBeGreaterThan(2);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('link', { name: 'Go to your dashboard now' }).waitFor();

  await page.waitForURL('**/dashboard');
  await page.getByText('Application Pending').waitFor();
  // By the page's own clock: five seconds, and more on a busy machine.
  const { submitted, left } = await page.evaluate(
    () => (globalThis as unknown as { times: { submitted: number; left: number } }).times,
  );
  expect(left - submitted).toBeGreaterThan(4600);
  expect(await getApplicationOf(site, ada)).toMatchObject({
    major: 'Mathematics',
    t_shirt_size: 'M',
    dietary_restrictions: 'vegan',
    why_join: 'To build the analytical engine.',
    track: 'Hacker Track',
    status: 'pending',
  });
  expect(await listDraftKeys(page)).toEqual([]);
  const [resumeTab] = await Promise.all([
    page.context().waitForEvent('request', (request) => /\/api\/files\//.test(request.url())),
    page.getByRole('link', { name: /^Resume/ }).click(),
  ]);
  const answer = await fetch(resumeTab.url(), { headers: { cookie: ada.cookie } });
  expect(Buffer.from(await answer.arrayBuffer()).equals(createPdfFile(150_000).buffer)).toBe(true);
});

test('an upload can be stopped, and survives a lost connection', async () => {
  const ada = await site.person();
  // A cancelled upload that had arrived whole counts: the next one is told so.
  const expected = [/ERR_INTERNET_DISCONNECTED/, /status of 409 .*\/api\/applications$/];
  const page = await openForm(site, ada, { expected });
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(createPdfFile(400_000));
  const limit = await network(page);
  await limit(40_000);
  await getSubmitButton(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled. Your draft is safe.').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Submit application');
  expect(await getApplicationOf(site, ada)).toBeUndefined();

  await limit(0);
  await getSubmitButton(page).click();
  await page.getByText('Connection lost. Your draft is safe.').waitFor();
  await expect.poll(focused).toBe('Submit application');
  await limit(1_000_000);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor();
  await page.getByRole('link', { name: 'Go to your dashboard now' }).click();
  await page.waitForURL('**/dashboard');
  expect(await getApplicationOf(site, ada)).toMatchObject({ status: 'pending' });
});

detail('an answer that was lost on the way does not make somebody apply twice', async () => {
  const ada = await site.person();
  const page = await openForm(site, ada, {
    expected: [/ERR_FAILED/, /status of 409 .*\/api\/applications$/],
  });
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(createPdfFile());
  await page.route(
    '**/api/applications',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await getSubmitButton(page).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor();
});

detail('finds the team to ask, or leads to making one; one that is gone is named at its field', async () => {
  const grace = await site.person({ name: 'Grace Hopper' });
  const made = await grace.call('POST', '/teams', { name: 'Night Owls', maxMembers: 4 });
  expect(made.status).toBe(201);
  const ada = await site.person({ name: 'Ada Lovelace' });
  const page = await openForm(site, ada, { expected: [/status of 404 .*\/api\/applications$/] });
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(createPdfFile());
  await page.getByRole('radio', { name: 'Looking for a team' }).check();
  const search = page.getByRole('searchbox', { name: 'Find a team' });
  await search.fill('no such team');
  await page.getByRole('button', { name: 'Create one instead.' }).click();
  await expect.poll(() => page.getByLabel('Team name').inputValue()).toBe('no such team');
  await expect
    .poll(() => page.getByLabel('Team name').evaluate((field) => field === document.activeElement))
    .toBe(true);

  await page.getByRole('radio', { name: 'Looking for a team' }).check();
  await search.fill('night');
  await page.getByRole('button', { name: 'Choose Night Owls' }).click();
  await page.getByRole('button', { name: 'Change team' }).waitFor();

  // Its last member leaves before the form is sent.
  const { _id: teamId } = (await made.json()) as { _id: string };
  await grace.call('DELETE', `/teams/${teamId}/leave`);
  const wei = await site.person({ name: 'Wei Chen' });
  await wei.call('POST', '/teams', { name: 'Night Bus' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/apply#files');
  await page.getByLabel('Resume').waitFor({ state: 'attached' });
  await getSubmitButton(page).click();
  await expect.poll(() => search.getAttribute('aria-invalid')).toBe('true');
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  const gone = page.getByText('That team is gone. Choose another.');
  expect(await gone.count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Choose Night Bus' }).click();
  await expect.poll(() => gone.count()).toBe(0);
  await getSubmitButton(page).click();
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor();
  const asked = await site.db
    .selectFrom('join_requests')
    .selectAll()
    .where('requester_id', '=', ada.id)
    .execute();
  expect(asked).toHaveLength(1);
});
