import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { notifySubscribers } from '../server/platform/live/notify.ts';
import { toApplicationRow } from '../server/testing/applicants.ts';
import { multipart } from '../server/testing/forms.ts';
import { createTestPicture } from '../server/testing/pictures.ts';
import { projectText } from '../server/testing/projects.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { expectAccessible, getToast } from './page.ts';
import { insertScore } from './scores.ts';
import { announced, useSite } from './site.ts';

const site = useSite();

async function enterProject(title: string, prizes: string[] = [], picture?: Buffer) {
  const person = await site.person();
  await site.db.insertInto('applications').values(toApplicationRow(person.id)).execute();
  await person.call('PUT', '/projects/mine', { version: 0, text: { ...projectText, title, prizes } });
  expect((await person.call('POST', '/projects/mine/submit', { version: 1 })).status).toBe(200);
  if (!picture) return;
  const { payload, headers } = await multipart({ alternativeText: 'A bus at night' }, { picture });
  const added = await fetch(`${site.url}/api/projects/mine/pictures`, {
    method: 'POST',
    headers: { ...headers, origin: site.url, cookie: person.cookie },
    body: new Uint8Array(payload),
  });
  expect(added.status).toBe(201);
}

/** Gives every project a table, and every table the same score, as one judge would. */
async function scoreTables() {
  const projects = await site.db
    .selectFrom('projects')
    .where('user_id', 'is not', null)
    .select(['user_id', 'title'])
    .execute();
  for (const [at, { user_id, title }] of projects.entries()) {
    const table = { number: at + 1, name: title };
    await site.db
      .insertInto('demo_tables')
      .values({ ...table, track: 'hacker', user_id })
      .execute();
    await insertScore(site, { ...table, mark: 5 });
  }
  await notifySubscribers(site.db, 'scores');
}

/** Writes the archive and serves it below `/2025`, as any web server would. */
async function serveArchive() {
  const folder = await mkdtemp(path.join(tmpdir(), 'overnight-archive-'));
  await site.command('archive', path.join(folder, '2025'));
  const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.svg': 'image/svg+xml' };
  const server = createServer((request, response) => {
    const file = path.join(folder, new URL(request.url ?? '/', 'http://localhost').pathname);
    readFile(file).then(
      (body) =>
        response
          .writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test('an organizer opens the gallery, everybody reads it, a hidden project is gone, and winners are published', async () => {
  await site.createJudge();
  const organizer = await site.person({ role: 'admin' });
  const visitor = await site.open('/projects', {
    expected: [/status of 404/, /left the site: http:\/\/127\.0\.0\.1:\d+\/2025\//],
  });
  await visitor.getByRole('heading', { name: 'The gallery is not open yet.' }).waitFor();
  await expectAccessible(visitor);
  const plain = await site.open('/projects/results', {
    javaScriptEnabled: false,
    expected: [/status of 404/],
  });
  await plain.getByRole('heading', { name: 'The winners are not announced yet.' }).waitFor();
  await plain.getByRole('main').getByRole('link', { name: 'To the event page' }).waitFor();
  const page = await site.open('/judging', { as: organizer, expected: [/status of 400 .*\/import$/] });
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByLabel('Accept late projects').click();
  await page.getByText('There are no projects yet.').waitFor();
  await expect
    .poll(async () => (await (await organizer.call('GET', '/projects')).json()).switches.acceptsLate)
    .toBe(true);
  await page.getByRole('button', { name: 'Import from Devpost' }).click();
  const importing = page.getByRole('dialog', { name: 'Import from Devpost' });
  const choose = (text: string) =>
    importing
      .getByLabel('CSV file')
      .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('Name\nAnn\n');
  await importing.getByText('it needs the columns "Project Title" and "Submission Url"').waitFor();
  await choose(
    'Project Title,Submission Url,Opt-In Prizes,Shoe Size\nLost Sheep,https://devpost.example/sheep,Best Cat,44\n',
  );
  await importing.getByText('New: 1. Changed: 0. Unchanged: 0.').waitFor();
  await importing.getByText('Row 2: prizes that this event does not have: Best Cat.').waitFor();
  await expectAccessible(page, { dialog: true });
  await page.getByText('There are no projects yet.').waitFor();
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await getToast(page, 'Imported. New: 1. Changed: 0. Unchanged: 0.').waitFor();
  await page.getByRole('button', { name: 'Hide Lost Sheep' }).click();
  await page.getByRole('button', { name: 'Show Lost Sheep' }).waitFor();
  await enterProject('Night Bus', ['scamPrevention'], await createTestPicture());
  await enterProject('Paper Boat');
  await page.getByText('Shares a link with Paper Boat').waitFor();
  await page.getByRole('button', { name: 'Night Bus', exact: true }).click();
  await page.getByRole('img', { name: 'A bus at night' }).waitFor();
  await page.getByRole('list', { name: 'People of Night Bus' }).waitFor();
  await expectAccessible(page);
  const opens = page.getByLabel('Open the gallery to everybody');
  const question = page.getByRole('alertdialog', { name: 'Open the gallery to everybody?' });
  await opens.click();
  await question.getByText('Anybody on the internet will see 2 submitted projects').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await opens.isChecked()).toBe(false);
  expect((await visitor.goto('/projects'))?.status()).toBe(404);
  await opens.click();
  await question.getByRole('button', { name: 'Open gallery' }).click();
  // At once, in a header that was there before.
  await page.getByRole('banner').getByRole('link', { name: 'projects' }).waitFor();

  await expect.poll(async () => (await visitor.goto('/projects'))?.status(), announced).toBe(200);
  await visitor.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  await visitor.getByLabel('Search projects').fill('paper');
  await expect.poll(() => visitor.locator('main h2:visible').allInnerTexts()).toEqual(['Paper Boat']);
  await visitor.getByLabel('Search projects').fill('');
  expect(await visitor.getByRole('listitem').filter({ hasText: 'Finds the last bus' }).count()).toBe(2);
  const onCard = visitor.getByRole('img', { name: 'A bus at night' });
  await expect.poll(() => onCard.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  // The smaller of the two sizes is enough for a tile.
  expect(await onCard.evaluate((img: HTMLImageElement) => img.currentSrc === img.src)).toBe(true);
  expect(await findAccessibilityProblems(visitor)).toEqual([]);
  await visitor.getByRole('link', { name: 'Scam Prevention' }).click();
  await visitor.getByText('1 project', { exact: true }).waitFor();
  await visitor.getByRole('link', { name: 'Night Bus' }).click();
  await visitor.getByRole('heading', { name: 'Night Bus', level: 1 }).waitFor();
  await visitor.getByRole('link', { name: 'A bus at night' }).waitFor();
  const shared = visitor.locator('meta[property="og:image"]');
  expect(await shared.getAttribute('content')).toMatch(
    new RegExp(`^${site.url}/api/pictures/[0-9a-f-]{36}$`),
  );
  const link = visitor.getByRole('link', { name: 'Repository code.example' });
  expect(await link.getAttribute('rel')).toBe('nofollow noopener ugc');
  await visitor.getByText('Report this project').click();
  expect(await findAccessibilityProblems(visitor)).toEqual([]);
  await visitor.getByLabel('What is wrong with it?').fill('This was built last year.');
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await visitor.getByRole('heading', { name: 'Thank you. The organizers see your report.' }).waitFor();

  // The open page shows the report by itself.
  await page.getByText('This was built last year.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss the reports of Night Bus' }).click();
  await page.getByText('This was built last year.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Hide Night Bus' }).click();
  await page.getByRole('button', { name: 'Show Night Bus' }).waitFor();
  await expect
    .poll(async () => {
      await visitor.goto('/projects');
      return visitor.getByText('Night Bus').count();
    }, announced)
    .toBe(0);
  await page.getByRole('button', { name: 'Show Night Bus' }).click();
  await page.getByRole('button', { name: 'Hide Night Bus' }).waitFor();

  await page.getByRole('link', { name: 'Publish' }).click();
  await page.getByText('Nothing has been scored yet.').waitFor();
  await scoreTables();
  // An open page learns of scores by itself.
  const publishButton = page.getByRole('button', { name: 'Publish results' });
  await publishButton.waitFor();
  const main = page.getByRole('main');
  await main.getByText('1= tied').first().waitFor();
  await expectAccessible(page);
  // Nothing is decided before each concern has its own answer, and nothing published before it is locked.
  const decideButton = page.getByRole('button', { name: 'Decide and lock Hacker Track' });
  expect([await decideButton.isDisabled(), await publishButton.isDisabled()]).toEqual([true, true]);
  await main.getByText(/^Night Bus \(table \d\) was decided by one judge\.$/).waitFor();
  for (const yes of await main.getByLabel(/^Publish anyway: (?!Paper Boat)/).all()) await yes.check();
  expect(await decideButton.isDisabled()).toBe(true);
  await main.getByRole('button', { name: 'Exclude Paper Boat' }).first().click();
  await main.getByLabel(/^Why Paper Boat .* is excluded$/).fill('Left before judging.');
  await main.getByRole('button', { name: 'Exclude', exact: true }).click();
  await main.getByText('Excluded: Paper Boat. Left before judging.').waitFor();
  expect(await decideButton.isDisabled()).toBe(true);
  await main.getByLabel('Why the score of one judge is enough').fill('The others saw it on the film.');
  await expect.poll(() => decideButton.isEnabled()).toBe(true);
  await main.getByRole('button', { name: 'Include Paper Boat again' }).click();
  for (const yes of await main.getByLabel(/^Publish anyway: /).all()) await yes.check();
  await decideButton.click();
  await main.getByText(/, locked by /).waitFor();
  await publishButton.click();
  const asked = page.getByRole('alertdialog');
  await asked
    .getByText('Everyone on the internet will see these winners on the results page and in the gallery.')
    .waitFor();
  await asked.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('The winners have been public since').waitFor();
  const winnersLink = visitor.getByRole('link', { name: 'See the winners' });
  await expect
    .poll(async () => {
      await visitor.goto('/projects');
      return winnersLink.count();
    }, announced)
    .toBe(1);
  await winnersLink.click();
  await visitor.getByRole('heading', { name: 'Winners', level: 1 }).waitFor();
  expect(await findAccessibilityProblems(visitor)).toEqual([]);
  const winners = visitor.getByRole('region', { name: 'Hacker Track' }).getByRole('listitem');
  expect(await winners.allInnerTexts()).toEqual([expect.stringMatching(/^1=/), expect.stringMatching(/^1=/)]);
  await winners.getByRole('link', { name: 'Paper Boat' }).click();
  await visitor.getByText('Hacker Track: tied for 1st place').waitFor();
  expect(await shared.getAttribute('content')).toMatch(/\/preview-[0-9a-f]{16}\.png$/);

  // The archive, on a plain server of files below an address of its own.
  const archive = await serveArchive();
  try {
    const reader = await visitor.context().newPage();
    const missing: string[] = [];
    reader.on('response', (response) => {
      if (response.status() >= 400) missing.push(response.url());
    });
    await reader.goto(`${archive.url}/2025/index.html`);
    await reader.getByRole('link', { name: 'Schedule' }).first().click();
    await reader.getByRole('heading', { level: 1 }).waitFor();
    await reader.goto(`${archive.url}/2025/projects/index.html`);
    await reader.getByRole('link', { name: 'See the winners' }).click();
    await reader.getByRole('link', { name: 'Night Bus' }).click();
    await reader.getByText('Hacker Track: tied for 1st place').waitFor();
    await reader.getByRole('link', { name: 'All projects' }).click();
    await reader.getByRole('link', { name: 'Scam Prevention' }).click();
    await reader.getByText('1 project', { exact: true }).waitFor();
    expect(await reader.getByRole('link', { name: /sign in|apply/i }).count()).toBe(0);
    const links = await reader
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(links.filter((link) => link?.startsWith('/'))).toEqual([]);
    expect(missing).toEqual([]);
    await reader.close();
  } finally {
    await archive.close();
  }

  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
  await page.getByText('Only organizers and judges know the winners so far.').waitFor();
  await expect.poll(async () => (await visitor.goto('/projects/results'))?.status(), announced).toBe(404);
  await visitor.getByRole('heading', { name: 'The results are being checked again.' }).waitFor();
  await expectAccessible(visitor);

  const header = visitor.getByRole('navigation', { name: 'Main' });
  await visitor.goto('/');
  await header.getByRole('link', { name: 'projects' }).waitFor();
  const footer = visitor.getByRole('contentinfo').getByRole('link', { name: 'Projects' });
  expect(await footer.getAttribute('href')).toBe('/projects');
  const sitemap = async () => (await visitor.request.get('/sitemap.xml')).text();
  const countListed = async () => (await sitemap()).match(/\/projects\/[0-9a-f-]{36}</g)?.length;
  await expect.poll(countListed, announced).toBe(2);
  expect(await findAccessibilityProblems(visitor)).toEqual([]);
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByLabel('Open the gallery to everybody').click();
  await expect.poll(async () => (await visitor.goto('/projects'))?.status(), announced).toBe(404);
  await plain.goto('/projects/track/hacker');
  await plain.getByRole('heading', { name: 'The gallery is being checked again.' }).waitFor();
  const countLinks = async () => {
    await visitor.goto('/');
    return visitor.getByRole('link', { name: /projects/i }).count();
  };
  await expect.poll(countLinks, announced).toBe(0);
  expect(await sitemap()).not.toContain('/projects');
});
