import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestPicture } from '../server/testing/pictures.ts';
import { findAccessibilityProblems, findOverflow } from './accessibility.ts';
import type { Page } from './browser.ts';
import { createApproved } from './check-in-people.ts';
import { getButton, getToast } from './page.ts';
import { detail, useOrganizer, useSite } from './site.ts';

const site = useSite();
const organizer = useOrganizer(site);

const readPage = async (path: string) => (await fetch(site.url + path)).text();

test('on a phone dinner is moved, what follows with it, and everybody told, in six taps from the dashboard', async () => {
  await createApproved(site, 'Ada Lovelace');
  const phone = await site.open('/dashboard', {
    as: organizer,
    viewport: { width: 390, height: 844 },
  });
  let taps = 0;
  const tap = async (name: string | RegExp, role: 'button' | 'link' | 'checkbox' = 'button') => {
    taps += 1;
    await phone.getByRole(role, { name }).first().click();
  };
  await tap('More');
  await tap('Settings', 'link');
  await tap(/dinner/);
  await tap('+1 h');
  await tap('Shift what follows (3)', 'checkbox');
  await phone.getByText('Approved: 1 person, 1 by email.').waitFor();
  expect(await findOverflow(phone)).toEqual([]);
  expect(await findAccessibilityProblems(phone)).toEqual([]);
  await tap('Save and tell people');
  await phone.getByText('Saved, and sent to 1 person.').waitFor();
  expect(taps).toBeLessThanOrEqual(6);
  const [sent] = await (await organizer.call('GET', '/announcements')).json();
  expect(sent).toMatchObject({
    subject: 'Dinner is at 8:00 PM',
    text: [
      'Dinner: 8:00 PM (was 7:00 PM).',
      'Drink raffle: 9:00 PM (was 8:00 PM).',
      'Karaoke and ice cream truck: 10:00 PM (was 9:00 PM).',
      'Venue open overnight: 11:00 PM (was 10:00 PM).',
    ].join('\n'),
  });
  expect(await readPage('/schedule')).toContain('8-9');
  expect(await readPage('/api/schedule.ics')).toContain('DTSTART:20250921T030000Z');
});

test('a field is checked while it is typed, and what is saved holds on the public page and on open pages', async () => {
  const office = await site.open('/settings?section=event', { as: organizer });
  const other = await site.open('/dashboard', { as: organizer });
  await office.getByLabel('Time zone').fill('Phoenix');
  await office.getByText('This is not a time zone like America/Phoenix.').waitFor();
  expect(await getButton(office, 'Save').isDisabled()).toBe(true);
  // A city is enough.
  await office.getByLabel('Time zone').press('Tab');
  await expect.poll(() => office.getByLabel('Time zone').inputValue()).toBe('America/Phoenix');
  await office.getByLabel('Short name').fill('Owls');
  await getButton(office, 'Save').click();
  await office.getByText('Saved. The change is live.').waitFor();
  expect(await readPage('/')).toContain('Owls');
  await other.getByText('Owls').first().waitFor();
  // A section that is opened begins with its first field.
  await office.getByRole('link', { name: 'Public page' }).click();
  await office.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
});

test('who saves later sees both, and neither is lost; an earlier state comes back', async () => {
  const [grace, lin] = [
    await site.open('/settings?section=event', { as: organizer }),
    await site.open('/settings?section=event', { as: await site.person({ name: 'Lin', role: 'admin' }) }),
  ];
  // What the other saves in another field is merged, and asks nothing.
  await lin.getByLabel('Place').fill('The new mill');
  await grace.getByLabel('Tagline').fill('A night of owls');
  await getButton(grace, 'Save').click();
  await lin.locator('[value="A night of owls"]').waitFor();
  expect(await lin.getByRole('region', { name: /has saved this section/ }).count()).toBe(0);
  await lin.getByLabel('Short name').fill('Mills');
  await grace.getByLabel('Place').fill('The old mill');
  await getButton(grace, 'Save').click();
  const decision = lin.getByRole('region', { name: /has saved this section while you typed/ });
  await decision.getByText('Saved: The old mill').waitFor();
  await decision.getByText('Yours: The new mill').waitFor();
  expect(await decision.getByRole('listitem').count()).toBe(1);
  expect(await findAccessibilityProblems(lin)).toEqual([]);
  await getButton(lin, 'Keep mine').click();
  await getButton(lin, 'Save').click();
  await lin.getByText('Saved. The change is live.').waitFor();
  await getButton(lin, 'Save').waitFor({ state: 'detached' });
  // What either has typed in another field stays.
  for (const value of ['A night of owls', 'Mills', 'The new mill'])
    await lin.locator(`[value="${value}"]`).waitFor();
  await lin.getByText('Earlier states').click();
  await lin
    .getByRole('button', { name: /Restore: .*Grace/ })
    .first()
    .click();
  await lin.locator(`[value="The old mill"]`).waitFor();

  // From the log, the earlier states of the section are open.
  await grace.goto('/log?kind=settings');
  await grace.getByRole('link', { name: 'Event: earlier states' }).first().click();
  await grace.getByText(/, the first start$/).waitFor();
});

test('what two people add to one list, or change in one group, stays; only the same field is asked about', async () => {
  const other = await site.person({ name: 'Lin', role: 'admin' });
  const openBoth = (section: string) =>
    Promise.all([organizer, other].map((as) => site.open(`/settings?section=${section}`, { as }))) as Promise<
      [Page, Page]
    >;
  const save = async (page: Page) => {
    await getButton(page, 'Save').click();
    await getToast(page, 'Saved. The change is live.').waitFor();
    await getButton(page, 'Save').waitFor({ state: 'detached' });
  };
  const add = async (page: Page, one: string, name: string, value: string) => {
    await getButton(page, `Add ${one}`).click();
    await page.getByLabel(name, { exact: true }).last().fill(value);
  };
  const asked = { name: /has saved this section/ };

  const [grace, lin] = await openBoth('tracks');
  await add(lin, 'prize', 'Label', 'Best story');
  await grace.getByLabel('Submission deadline').fill('2025-09-21T12:30');
  await save(grace);
  await expect.poll(() => lin.getByLabel('Submission deadline').inputValue()).toBe('2025-09-21T12:30');
  expect(await lin.getByRole('region', asked).count()).toBe(0);
  await save(lin);
  await grace.getByText('Best story', { exact: true }).waitFor();

  const [first, second] = await openBoth('form');
  await add(first, 'question', 'Question', 'GitHub');
  await add(second, 'question', 'Question', 'LinkedIn');
  await save(first);
  await second.locator('summary').filter({ hasText: 'GitHub' }).waitFor();
  expect(await second.getByRole('region', asked).count()).toBe(0);
  await save(second);
  const getEntry = (page: Page, name: string) =>
    page.locator('details').filter({ has: page.locator('summary').filter({ hasText: name }) });
  // One removes what the other changes.
  await getEntry(first, 'LinkedIn').waitFor();
  await getEntry(second, 'GitHub').locator('summary').click();
  await getEntry(second, 'GitHub').getByRole('button', { name: 'Remove question' }).click();
  await getEntry(first, 'GitHub').locator('summary').click();
  await getEntry(first, 'GitHub').getByLabel('Question', { exact: true }).fill('GitHub or GitLab');
  await save(first);
  const decision = second.getByRole('region', asked);
  await decision.getByText(/^Saved: .*GitHub or GitLab/).waitFor();
  expect(await decision.getByRole('listitem').count()).toBe(1);
  await getButton(second, 'Take what was saved').click();
  await getEntry(second, 'GitHub or GitLab').waitFor();
  await getEntry(second, 'LinkedIn').waitFor();
});

test('what is typed and not saved is still there after another section, another page and a reload', async () => {
  const office = await site.open('/settings?section=event', { as: organizer });
  const tagline = office.getByLabel('Tagline');
  await tagline.fill('A night in the woods');
  await office.getByRole('link', { name: 'Switches' }).click();
  await getToast(office, 'What you typed is still there when you come back.').waitFor();
  await office.getByRole('link', { name: 'Event', exact: true }).click();
  await expect.poll(() => tagline.inputValue()).toBe('A night in the woods');
  await office.getByRole('link', { name: 'Home', exact: true }).first().click();
  await office.waitForURL('**/home');
  await office.goBack();
  await expect.poll(() => tagline.inputValue()).toBe('A night in the woods');
  await office.reload();
  await expect.poll(() => tagline.inputValue()).toBe('A night in the woods');
  await getButton(office, 'Save').click();
  await office.getByText('Saved. The change is live.').waitFor();
  await getButton(office, 'Save').waitFor({ state: 'detached' });
  await office.reload();
  await expect.poll(() => tagline.inputValue()).toBe('A night in the woods');
  expect(await getButton(office, 'Save').count()).toBe(0);
});

detail(
  'a version of the whole event comes back in one action, from a list that says what differs',
  async () => {
    const places = await site.open('/settings?section=places', { as: organizer });
    await places.getByLabel('Deadline', { exact: true }).fill('2025-09-18T20:30');
    await getButton(places, 'Save').click();
    await places.getByText('Saved. The change is live.').waitFor();
    const page = await site.open('/settings?section=versions', { as: organizer });
    const versions = page.getByRole('listitem').filter({ hasText: 'Restore' });
    await versions.last().getByText('all sections').waitFor();
    await versions.last().getByText('What differs').click();
    await versions.last().getByText('Now: Owls').waitFor();
    await versions.last().getByText('Then: Sep 19, 2025, 11:59 PM').waitFor();
    await versions.last().getByText('Now: Sep 18, 2025, 8:30 PM').waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await findOverflow(page)).toEqual([]);
    await getButton(page, /^Restore: .*the first start$/).click();
    await page.getByText('Restored. It is live.').waitFor();
    await page.getByText('The event as it is now').waitFor();
    expect(await readPage('/')).not.toContain('Owls');
  },
);

detail('what cannot be loaded of the versions is said, and comes with another try', async () => {
  const page = await site.open('/settings?section=event', { as: organizer, expected: [/status of 500/] });
  const fail = (name: string, path: string) =>
    page
      .route(path, (route) => route.fulfill({ status: 500, json: { success: false, code: 'internal' } }))
      .then(() => async () => {
        await page.getByText(`The ${name} could not be loaded.`).waitFor();
        await page.unroute(path);
        await getButton(page, 'Retry').click();
      });
  const retryEarlier = await fail('earlier states', '**/api/settings/event/versions');
  await page.getByText('Earlier states').click();
  await retryEarlier();
  await getButton(page, /^Restore: /)
    .first()
    .waitFor();
  const retryVersions = await fail('versions', '**/api/settings/versions');
  await page.goto('/settings?section=versions');
  await retryVersions();
  await page.getByText('The event as it is now').waitFor();
  const retryVersion = await fail('version', '**/api/settings/versions/*');
  await page.getByText('What differs').last().click();
  await retryVersion();
  await page
    .getByText(/^(Now:|Nothing: it is the same as now)/)
    .first()
    .waitFor();
});

detail('what cannot be chosen or lowered says in a sentence what comes first', async () => {
  for (const name of ['Grete Hermann', 'Emmy Noether']) await createApproved(site, name);
  const open = (section: string) => site.open(`/settings?section=${section}`, { as: organizer });
  const places = await open('places');
  await places.getByLabel('Places', { exact: true }).fill('1');
  await expect.poll(() => getButton(places, 'Save').isDisabled()).toBe(true);
  expect(await places.getByText(/^Must be at least (\d): \1 places are taken or offered\.$/).count()).toBe(1);
  const first = 'This has nothing to choose from: first add';
  const form = await open('form');
  await form.getByLabel('Guardians of minors').check();
  await form.getByText(`${first} a required question for a number or a date.`).waitFor();
  const switches = await open('switches');
  await switches.getByLabel('Resume book for sponsors').check();
  await switches.getByText(`${first} an agreement that is not required, in Application form.`).waitFor();
});

detail('what the student league requires is added to the form by one button', async () => {
  const office = await site.open('/settings?section=form', { as: organizer });
  await getButton(office, 'Add what Major League Hacking requires').click();
  await getButton(office, 'Save').click();
  await office.getByText('Saved. The change is live.').waitFor();
  const { questions, agreements, guardian } = await (await organizer.call('GET', '/event')).json();
  expect([questions.length, agreements.length, guardian]).toEqual([11, 3, { question: 'age', under: 18 }]);
});

detail('a term of the search is tried with the last questions, saved, and then finds people', async () => {
  const mary = await createApproved(site, 'Mary Shelley');
  await site.db
    .updateTable('applications')
    .set({ why_join: 'I spend my evenings at the Quillhouse.' })
    .where('user_id', '=', mary.id)
    .execute();
  const search = async () =>
    (
      await (
        await organizer.call('POST', '/search/vector-only', { query: 'lockpicking', filters: {} })
      ).json()
    ).results.map(({ name }: { name: string }) => name);
  expect(await search()).toEqual([]);
  const page = await site.open('/settings?section=search', { as: organizer });
  await getButton(page, 'Add term').click();
  await page.getByLabel('Term', { exact: true }).pressSequentially('Lockpicking');
  await page.getByLabel('What people write').fill('our Quillhouse');
  await getButton(page, 'Try with the last 20 questions').click();
  await page.getByText('0 → 1 found; new among the first ten: Mary Shelley').waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await getButton(page, 'Save').click();
  await page.getByText('Saved. The change is live.').waitFor();
  expect(await search()).toEqual(['Mary Shelley']);
});

detail(
  'a sponsor with a logo, and a picture of the first screen, are uploaded and on the landing page at once',
  async () => {
    const office = await site.open('/settings?section=public', { as: organizer });
    const choose = async (field: string, color: string) =>
      office.getByLabel(field, { exact: true }).setInputFiles({
        ...{ name: 'logo.png', mimeType: 'image/png', buffer: await createTestPicture({ color }) },
      });
    await getButton(office, 'Add picture').click();
    await choose('Picture', '#2a6f97');
    await office.getByLabel('What it shows').fill('A full room');
    await getButton(office, 'Add sponsor').click();
    await choose('Logo', '#97402a');
    await office.getByLabel('Name', { exact: true }).fill('Acme');
    await office.getByLabel('Link', { exact: true }).fill('https://acme.example');
    await office.locator('details img').nth(1).waitFor();
    expect(await findAccessibilityProblems(office)).toEqual([]);
    await office.setViewportSize({ width: 390, height: 844 });
    expect(await findOverflow(office)).toEqual([]);
    await getButton(office, 'Save').click();
    await office.getByText('Saved. The change is live.').waitFor();
    const landing = await site.open('/');
    for (const name of ['Acme', 'A full room']) {
      const picture = landing.getByRole('img', { name }).first();
      await picture.scrollIntoViewIfNeeded();
      await landing.waitForFunction(
        (alt) => (document.querySelector(`img[alt="${alt}"]`) as HTMLImageElement).naturalWidth > 0,
        name,
      );
    }
  },
);

detail('a track gets a description with a film and captions, and last time its winners', async () => {
  const office = await site.open('/settings?section=tracks', { as: organizer });
  await office.getByText('Hacker Track', { exact: true }).first().click();
  await office.getByLabel('A description with a film').first().check();
  await office.getByLabel('Heading').first().fill('Build anything');
  await office.getByLabel('Description', { exact: true }).first().fill('From idea to demo.');
  await office.getByLabel('Line about the prize').first().fill('Gadgets');
  const film = await readFile(new URL('../web/static/films/clozyt.mp4', import.meta.url));
  const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
  const choose = async (label: string, name: string, mimeType: string, buffer: Buffer) => {
    await office.getByLabel(label, { exact: true }).first().setInputFiles({ name, mimeType, buffer });
    await office.getByRole('link', { name: `Uploaded ${label.toLowerCase()}` }).waitFor();
  };
  await choose('Film', 'hack.mp4', 'video/mp4', film);
  await choose('Captions', 'hack.vtt', 'text/vtt', captions);
  await getButton(office, 'Save').click();
  await office.getByText('Saved. The change is live.').waitFor();
  const { tracks } = await (await organizer.call('GET', '/event')).json();
  const address = expect.stringMatching(/^\/api\/event-files\//);
  expect(tracks[0].description).toEqual({
    ...{ title: 'Build anything', body: 'From idea to demo.', prize: 'Gadgets' },
    ...{ video: address, captions: address },
  });

  await office.goto('/settings?section=public');
  await getButton(office, 'Add winner').click();
  await office.getByLabel('Project', { exact: true }).fill('Owl radar');
  await office.getByLabel('Prize', { exact: true }).fill('Best hack');
  await getButton(office, 'Save').click();
  await office.getByText('Saved. The change is live.').waitFor();
  expect(await readPage('/')).toContain('Owl radar');
});

detail(
  'removing an entry opens no other, and names in exports follow until something refers to them',
  async () => {
    const office = await site.open('/settings?section=tracks', { as: organizer });
    const open = office.locator('details[open]');
    await office.getByText('Best Use of AI Personas', { exact: true }).click();
    await open.getByLabel('Label', { exact: true }).fill('Best Design');
    expect(await open.getByLabel('Name in exports').inputValue()).toBe('best-design');
    await getButton(open, 'Remove category').click();
    await office.getByText('Best Use of AI Personas', { exact: true }).waitFor({ state: 'detached' });
    expect(await open.count()).toBe(0);
    await office.getByText('Scam Prevention', { exact: true }).click();
    await getButton(open, 'Move up').click();
    expect(await open.locator('summary').allInnerTexts()).toEqual(['Scam Prevention']);

    // Answers refer to the name of a question that was saved.
    await office.goto(new URL('/settings?section=form', office.url()).href);
    await getButton(office, 'Add question').click();
    await open.getByLabel('Question', { exact: true }).fill('Yuor city');
    await getButton(office, 'Save').click();
    await office.getByText('Saved. The change is live.').waitFor();
    await getButton(office, 'Save').waitFor({ state: 'detached' });
    expect(await open.locator('summary').allInnerTexts()).toEqual(['Yuor city']);
    await office.reload();
    await office.getByText('Yuor city', { exact: true }).click();
    await open.getByLabel('Question', { exact: true }).fill('Your city');
    expect(await open.getByLabel('Name in exports').inputValue()).toBe('yuor-city');
  },
);

detail('a prize gets judges and a rubric of its own, and its key follows its name', async () => {
  const office = await site.open('/settings?section=judging', { as: organizer });
  await office.getByLabel('Name of a new rubric').fill('Best story');
  await getButton(office, 'Add rubric').click();
  await getButton(office, 'Add criterion').last().click();
  const type = (label: string) => office.getByRole('textbox', { name: label }).last();
  await type('Label').fill('Reach');
  await type('Weight in percent').fill('100');
  await type('What judges ask themselves').fill('Who hears of it?');
  expect(await type('Name in exports').inputValue()).toBe('reach');
  expect(await findAccessibilityProblems(office)).toEqual([]);
  await getButton(office, 'Save').click();
  await office.getByText('Saved. The change is live.').waitFor();
  await office.goto(new URL('/settings?section=tracks', office.url()).href);
  await getButton(office, 'Add prize').click();
  const prize = office.getByRole('listitem').filter({ hasText: 'Remove prize' });
  await prize.getByLabel('Label').fill('Press prize');
  await prize.getByLabel('Judged by').fill('The paper');
  await prize.getByLabel('Rubric of those judges').selectOption('best-story');
  expect(await findAccessibilityProblems(office)).toEqual([]);
  await getButton(office, 'Save').click();
  await office.getByText('Saved. The change is live.').waitFor();
  const { projects } = await (await organizer.call('GET', '/event')).json();
  expect(projects.prizes.at(-1)).toMatchObject({
    key: 'press-prize',
    judging: { by: 'The paper', rubric: [{ key: 'reach' }] },
  });
});

detail(
  'an approval is written in own words: a mistyped placeholder is refused, the preview has the real layout',
  async () => {
    const office = await site.open('/settings?section=mail', { as: organizer });
    await office.getByText('Custom email for an approval').click();
    await office.getByLabel('Text').fill('Hello {nmae}');
    await office.getByText(/This has \{nmae\}, which is not one of/).waitFor();
    expect(await getButton(office, 'Save').isDisabled()).toBe(true);
    await office.getByLabel('Text').fill('Hello {name},\n\nwe kept a bed of leaves in {place} for you.');
    expect(await findAccessibilityProblems(office)).toEqual([]);
    const address = await office.getByRole('link', { name: 'Preview' }).getAttribute('href');
    const preview = await site.open(address!, { as: organizer });
    await preview.getByText('we kept a bed of leaves in').waitFor();
    await preview.getByRole('link', { name: 'Open your dashboard' }).waitFor();
    await office.waitForFunction(() => !document.querySelector('[type=submit][disabled]'));
    await getButton(office, 'Save').click();
    await office.getByText('Saved. The change is live.').waitFor();
    await office.setViewportSize({ width: 390, height: 844 });
    expect(await findOverflow(office)).toEqual([]);
  },
);

detail('the picture of shared links follows the name, and its earlier addresses lead to it', async () => {
  const request = (await site.open('/')).request;
  const findPicture = async () =>
    /og:image" content="([^"]+)"/.exec(await (await request.get('/')).text())?.[1];
  const before = (await findPicture())!;
  const settings = await (await organizer.call('GET', '/settings')).json();
  const { version, values } = settings.sections.find(
    ({ section }: { section: string }) => section === 'event',
  );
  const body = { version, values: { ...values, name: 'Nacht der Eulen' } };
  expect((await organizer.call('PUT', '/settings/event', body)).status).toBe(200);
  await expect.poll(findPicture).not.toBe(before);
  const address = (await findPicture())!;
  const picture = await request.get(address);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  // The size in a PNG's header.
  const bytes = await picture.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  for (const earlier of [before, '/og.png'])
    expect((await request.get(earlier)).url()).toBe(new URL(address, site.url).href);
});

detail(
  'new dates take the schedule along, what can hardly be meant is asked about, and the page says what follows',
  async () => {
    const office = await site.open('/settings?section=event', {
      as: organizer,
      expected: [/status of 409/],
    });
    const setDates = async (first: string, last: string) => {
      await office.getByLabel('First day').fill(first);
      await office.getByLabel('Last day').fill(last);
    };
    await setDates('2062-12-04', '2062-12-05');
    await office.getByText('This also changes: Schedule').waitFor();
    await getButton(office, 'Save').click();
    const question = office.getByRole('alertdialog', { name: 'Is this right?' });
    await question.getByText('The event begins more than two years from now: 2062-12-04.').waitFor();
    expect(await findAccessibilityProblems(office)).toEqual([]);
    if (process.env.SHOTS) await office.screenshot({ path: `${process.env.SHOTS}/doubt.png` });
    await getButton(question, 'Cancel').click();
    await office.getByText('Nothing was saved.').waitFor();
    await expect.poll(() => office.evaluate(() => document.activeElement?.textContent)).toBe('Save');
    expect(await readPage('/schedule')).not.toContain('December');
    const year = new Date().getUTCFullYear() + 1;
    await setDates(`${year}-12-04`, `${year}-12-05`);
    await getButton(office, 'Save').click();
    await office.getByText('Saved. The change is live.').waitFor();
    const [schedule, home] = [await readPage('/schedule'), await readPage('/')];
    expect(schedule).toContain(`December 4–5, ${year} at`);
    expect(schedule).toContain('Dec 5');
    expect(schedule).not.toContain('September');
    expect(home).toContain(
      `It starts Sat, Dec 4`.replace(
        'Sat',
        new Date(`${year}-12-04`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' }),
      ),
    );
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      const visitor = await site.open('/schedule', { viewport: { width, height } });
      if (process.env.SHOTS) await visitor.screenshot({ path: `${process.env.SHOTS}/schedule-${width}.png` });
    }
  },
);
