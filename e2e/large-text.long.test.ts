import { beforeAll, expect, test } from 'vitest';
import { paths } from '../contract/platform/pages.ts';
import { createDemoEvent } from '../scripts/demo-event.ts';
import { defaultDocument } from '../server/testing/default-event.ts';
import { projectText } from '../server/testing/projects.ts';
import { createApplicant, createPdfFile } from './applicants.ts';
import type { Page } from './browser.ts';
import { checkIn } from './phases.ts';
import { type SitePerson, useSite, withEvent } from './site.ts';

const site = useSite(withEvent(createDemoEvent(defaultDocument, new Date())));
const over = useSite();
const people: Record<string, SitePerson> = {};

beforeAll(async () => {
  const grace = await site.person({ role: 'admin' });
  people.pending = await createApplicant(site, { name: 'Josephine Kowalczyk' });
  people.there = await createApplicant(site, {
    status: 'approved',
    attending: true,
    name: 'Josephine Marchetti',
  });
  await checkIn(site, people.there);
  const made = await (await people.there.call('POST', '/teams', { name: 'Night Owls' })).json();
  await people.there.call('PUT', '/projects/mine', { version: 0, text: projectText });
  people.invited = await site.person({ name: 'Josephine Lindqvist' });
  await people.invited.call('PUT', '/teams/invitation', { inviteCode: made.inviteCode });
  const lunch = { subject: 'Lunch', text: 'Lunch is served.', segment: {} };
  const sent = await grace.call('POST', '/announcements', { ...lunch, email: false, aboutPlace: false });
  expect(await sent.text()).toContain('Lunch');
  const asking = await createApplicant(site, { status: 'approved' });
  await asking.call('POST', '/teams/join-requests', { teamId: made._id, message: 'May I?' });
  await grace.call('PUT', '/projects/switches', { galleryOpen: true });
  people.was = await createApplicant(over, {
    status: 'approved',
    attending: true,
    name: 'Josephine Marchetti',
  });
  await checkIn(over, people.was);
  await people.was.call('POST', '/teams', { name: 'Night Owls' });
});

/** Returns by how much the page is wider than the screen, and words of headings, links and buttons that are in two lines or cut off. */
const findBroken = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const broken = new Set<string>();
    const range = document.createRange();
    for (const element of document.querySelectorAll('h1, h2, h3, header a, nav a, nav button, main button')) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        if (text.parentElement?.closest('[class*=sr-only], [class*=overflow-x]')) continue;
        for (const { index, 0: word } of text.data.matchAll(/[^\s–-]+/g)) {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
          if (boxes.length > 1 || boxes.some(({ right }) => right > innerWidth)) broken.add(word);
        }
      }
    }
    return { wider: document.documentElement.scrollWidth - innerWidth, broken: [...broken] };
  });

/** The size that people have chosen for text in their browser, in pixels; usually 16. */
const sizes = [21, 24, 32];

test.each([
  [paths.home, undefined, 'main h1'],
  [paths.projects, undefined, 'main h1'],
  [paths.schedule, undefined, 'main h1'],
  [paths.signIn, undefined, 'main form'],
  [paths.join, undefined, ':text("This invitation does not work")'],
  [paths.judge, undefined, 'main form'],
  [paths.dashboard, 'pending', ':text("Application Details")'],
  [paths.dashboard, 'there', ':text("Borrow something")'],
  [`${paths.dashboard}#team-formation`, 'there', ':text("Night Owls")'],
  [paths.project, 'there', ':text("Submit project")'],
  [paths.account, 'there', ':text("Delete account")'],
  [paths.dashboard, 'was', ':text("Application Details")'],
] as const)('%s of %s with large text: no word breaks, nothing is wider than the phone', async (...visit) => {
  const [address, who, ready] = visit;
  const page = await (who === 'was' ? over : site).open(address, {
    as: who && people[who],
    viewport: { width: 390, height: 844 },
    expected: [/status of 404/],
  });
  await page.locator(ready).first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const standard of sizes) {
      await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
      expect([width, standard, await findBroken(page)]).toEqual([width, standard, { wider: 0, broken: [] }]);
    }
  }
});

test('the form with a chosen team, and its end, with large text', async () => {
  const page = await site.open(paths.apply, {
    as: people.invited,
    viewport: { width: 390, height: 844 },
    expected: [/status of 404/],
  });
  const devtools = await page.context().newCDPSession(page);
  const expectWhole = async (fontSizes: number[]) => {
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const standard of fontSizes) {
        await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
        expect([width, standard, await findBroken(page)]).toEqual([
          width,
          standard,
          { wider: 0, broken: [] },
        ]);
      }
    }
  };
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByLabel('Major / field of study').fill('Mathematics');
  await page.getByRole('radio', { name: 'M', exact: true }).check();
  await page.getByRole('radio', { name: 'Vegan' }).check();
  await next.click();
  await page.getByLabel('Why do you want to join?').fill('To build.');
  await page.getByRole('radio', { name: 'Hacker Track' }).check();
  await next.click();
  await page.getByText('led by Josephine Marchetti').waitFor();
  await expectWhole(sizes);
  await next.click();
  await page.locator('input[type=file]').first().setInputFiles(createPdfFile());
  await page.getByRole('button', { name: 'Submit application' }).click();
  await page.getByRole('heading', { name: 'Application submitted' }).waitFor();
  await expectWhole([32]);
});

test('the bar that submits a project stands on the parts of the dashboard, at every size of text', async () => {
  const page = await site.open(paths.project, { as: people.there, viewport: { width: 390, height: 844 } });
  const parts = page.getByRole('navigation', { name: 'Parts of the dashboard' });
  const submit = page.getByRole('button', { name: 'Submit project' });
  await parts.getByRole('button', { name: 'Pass' }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const standard of [16, ...sizes]) {
      await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
      const [top, bottom] = await Promise.all([
        parts.evaluate((bar) => bar.getBoundingClientRect().top),
        submit.evaluate((button) => button.getBoundingClientRect().bottom),
      ]);
      expect([width, standard, top - bottom > 2 && top - bottom < 16]).toEqual([width, standard, true]);
    }
  }
});

test('while the projects are open, visitors have the same header on public pages and in the app', async () => {
  const page = await site.open(paths.home, {
    viewport: { width: 390, height: 844 },
    expected: [/status of 404/],
  });
  for (const address of [paths.home, paths.projects, paths.signIn, paths.judge, paths.join]) {
    await page.goto(address);
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: 'Menu', exact: true }).click();
    await header.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'projects' }).waitFor();
    const links = header.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['schedule', 'Sign In']);
  }
});
