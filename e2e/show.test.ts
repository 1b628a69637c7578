import { beforeAll, expect, test } from 'vitest';
import { listConcerns } from '../contract/judging/publication-concerns.ts';
import type { Publication } from '../contract/judging/results.ts';
import { toApplicationRow } from '../server/testing/applicants.ts';
import { multipart } from '../server/testing/forms.ts';
import { createTestPicture } from '../server/testing/pictures.ts';
import { projectText } from '../server/testing/projects.ts';
import type { Page } from './browser.ts';
import { expectAccessible, getButton, getToast } from './page.ts';
import { startProgram } from './program.ts';
import { insertScore } from './scores.ts';
import { detail, type SitePerson, useOrganizer, useSite } from './site.ts';

const site = useSite();
const grace = useOrganizer(site);
let alan: SitePerson;

beforeAll(async () => {
  await site.createJudge();
  await grace.call('PUT', '/projects/switches', { acceptsLate: true });
  alan = await site.person({ name: 'Alan Turing', role: 'admin' });
  for (const [at, title] of ['Salt Ledger', 'Paper Boat', 'Night Bus'].entries()) {
    const person = await site.person({ name: `Maker ${title}` });
    await site.db.insertInto('applications').values(toApplicationRow(person.id)).execute();
    await person.call('PUT', '/projects/mine', { version: 0, text: { ...projectText, title, prizes: [] } });
    expect((await person.call('POST', '/projects/mine/submit', { version: 1 })).status).toBe(200);
    await person.call('PUT', '/projects/mine/named', { named: at === 0 });
    if (at === 0) {
      const { payload, headers } = await multipart(
        { alternativeText: 'A ledger' },
        { picture: await createTestPicture() },
      );
      await fetch(`${site.url}/api/projects/mine/pictures`, {
        method: 'POST',
        headers: { ...headers, origin: site.url, cookie: person.cookie },
        body: new Uint8Array(payload),
      });
    }
    const table = { number: at + 1, name: title, track: 'hacker' as const, user_id: person.id };
    await site.db.insertInto('demo_tables').values(table).execute();
    // The second and the third share a place.
    await insertScore(site, { number: at + 1, name: title, mark: at === 0 ? 9 : 5 });
  }
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();

test('what an organizer has ticked and chosen is still there after a reload, until the group is decided', async () => {
  const desk = await site.open('/publish', { as: grace });
  const group = desk.getByRole('region', { name: 'Hacker Track' });
  const yes = group.getByLabel(/^Publish anyway/).first();
  await yes.check();
  await desk.reload();
  await expect.poll(() => yes.isChecked()).toBe(true);
  for (const other of await group.getByLabel(/^Publish anyway/).all()) await other.check();
  await group.getByLabel('Why the score of one judge is enough').fill('The others saw it on the film.');
  await getButton(group, 'Decide Hacker Track').click();
  await group.getByText('Another organizer confirms it.').waitFor();
  await desk.reload();
  await group.getByText('Another organizer confirms it.').waitFor();
});

test('two organizers decide and lock; the show tells it on a second window, offline and after a reload, and then publishes', async () => {
  const expected = [/net::ERR_/];
  const options = { viewport: { width: 1280, height: 800 }, expected };
  const desk = await site.open('/publish', { as: grace, ...options });
  const group = desk.getByRole('region', { name: 'Hacker Track' });
  await group.getByText('2= tied').first().waitFor();
  await group.getByText('Maker Paper Boat · table 2').waitFor();
  for (const yes of await group.getByLabel(/^Publish anyway/).all()) await yes.check();
  await getButton(group, 'Move Salt Ledger down').click();
  await group.getByText('Place 1 by the scores.').waitFor();
  expect(await getButton(group, 'Decide Hacker Track').isDisabled()).toBe(true);
  await group.getByLabel('Why the order differs from the scores').fill('A judge’s mistake.');
  await expectAccessible(desk);
  await getButton(group, 'Move Salt Ledger up').click();
  expect(await group.getByLabel('Why the order differs from the scores').count()).toBe(0);
  await group.getByLabel('Why the score of one judge is enough').fill('The others saw it on the film.');
  await group.getByText('Note for the show').click();
  await group.getByLabel('Note for the show of Hacker Track').fill('Ask the dean to hand it over.');
  await getButton(group, 'Decide Hacker Track').click();
  await group.getByText('Another organizer confirms it.').waitFor();
  const page = await site.open('/show', {
    as: grace,
    ...options,
    serviceWorkers: 'allow',
  });
  await page.getByText('No winners are locked yet. You can rehearse with invented names.').waitFor();
  const other = await site.open('/publish', { as: alan, ...options });
  await getButton(other, 'Confirm and lock Hacker Track').click();
  await group.getByText('Decided by Grace Hopper, locked by Alan Turing').waitFor();
  await expectAccessible(desk);

  // An open show hears of the lock.
  await getButton(page, 'Start again with them').click();
  await getButton(page, 'Next').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [screen] = await Promise.all([
    page.context().waitForEvent('page'),
    getButton(page, 'Open the screen').click(),
  ]);
  await screen.setViewportSize({ width: 1920, height: 1080 });
  // The button that was clicked does not keep the keys.
  await page.bringToFront();
  await page.keyboard.press('Space');
  await page.getByText(/^2\/\d+$/).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText(/^1\/\d+$/).waitFor();
  // A rehearsal tells invented names only.
  await page.getByLabel('Rehearse with invented names').check();
  await next(page);
  await next(page);
  await screen.getByText('Rehearsal').waitFor();
  expect(await heading(screen).innerText()).not.toMatch(/Salt Ledger|Paper Boat|Night Bus/);
  await page.getByLabel('Rehearse with invented names').uncheck();

  await page.context().setOffline(true);
  await next(page);
  await screen.getByRole('heading', { name: 'Hacker Track' }).waitFor();
  await page.getByText('Ask the dean to hand it over.').waitFor();
  expect(await screen.getByText('dean').count()).toBe(0);
  await next(page);
  // A tie does not show before its second winner is told.
  await screen.getByText(/^Second place/).waitFor();
  const first = await heading(screen).innerText();
  await page.getByText(`Not on the screen: Maker ${first} · table`).waitFor();
  expect(await screen.getByText('Maker').count()).toBe(0);
  await expectAccessible(page);
  // Killed and opened again, without a network: the same slide.
  await page.reload();
  await screen.close();
  const again = await page.context().newPage();
  await again.setViewportSize({ width: 1920, height: 1080 });
  await again.goto(`${site.url}/show/screen`);
  await again.getByText(/^Second place/).waitFor();
  expect(await heading(again).innerText()).toBe(first);
  await next(page);
  await again.getByText(/^Also second place/).waitFor();
  expect(new Set([first, await heading(again).innerText()])).toEqual(new Set(['Paper Boat', 'Night Bus']));
  // The program is killed, and both windows are loaded again meanwhile.
  await page.context().setOffline(false);
  await site.program.stop('SIGKILL');
  await Promise.all([page.reload(), again.reload()]);
  await again.getByText(/^Also second place/).waitFor();
  await page
    .getByText(/^Also second place/)
    .first()
    .waitFor();
  site.program = await startProgram({ ...site.environment, PORT: new URL(site.url).port });
  // A clicker moves the window that has the focus.
  await again.keyboard.press('PageDown');
  await again.getByText(/^First place/).waitFor();
  expect(await heading(again).innerText()).toBe('Salt Ledger');
  const size = await heading(again).evaluate((title) => Number.parseFloat(getComputedStyle(title).fontSize));
  expect(size).toBeGreaterThanOrEqual(120);
  expect(size).toBeLessThanOrEqual(160);
  await again.getByText('Maker Salt Ledger').waitFor();
  expect(await again.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await again.locator('main').innerText()).not.toMatch(/\d\d|=/);
  await expectAccessible(again);

  await next(page);
  await getButton(page, 'Publish results').click();
  const question = page.getByRole('alertdialog');
  await question.getByText('on the results page, and in the gallery once it is open.').waitFor();
  const prizes = 'Best Use of AI Personas, Hiring & Recruiting, Scam Prevention, Best Use of Supermemory';
  await question.getByText(new RegExp(`Without a winner: ${prizes}\\.$`)).waitFor();
  await getButton(question, 'Publish').click();
  await getToast(page, 'The results are published.').waitFor();
  expect(await again.locator('h1').count()).toBe(0);
});

detail('whoever was overtaken keeps what they had, and is told', async () => {
  const load = async (): Promise<Publication> => (await grace.call('GET', '/results')).json();
  await grace.call('POST', '/results/unlock', { group: 'track:hacker', reason: 'Once more.' });
  const page = await site.open('/publish', { as: grace, viewport: { width: 1280, height: 800 } });
  const group = page.getByRole('region', { name: 'Hacker Track' });
  await group.getByText('Note for the show').waitFor();
  await group.getByLabel('Places of Hacker Track').selectOption('1');
  const { version, groups } = await load();
  const [hacker] = groups;
  const decision = { places: 2, order: null, reason: 'One is enough.', excluded: [], note: '' };
  const confirmed = listConcerns(hacker!, decision).map(({ key }) => key);
  const revision = hacker!.decision!.revision;
  const body = { group: 'track:hacker', version, revision, ...decision, confirmed };
  expect((await alan.call('PUT', '/results/decision', body)).status).toBe(200);
  await group.getByText('Alan Turing has decided this in the meantime.').waitFor();
  expect(await group.getByLabel('Places of Hacker Track').inputValue()).toBe('1');
  expect(await getButton(group, 'Decide Hacker Track').isDisabled()).toBe(true);
  await getButton(group, 'Show that').click();
  expect(await group.getByLabel('Places of Hacker Track').inputValue()).toBe('2');
  await getButton(group, 'Confirm and lock Hacker Track').waitFor();
});
