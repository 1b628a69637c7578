import { beforeAll, expect, test } from 'vitest';
import { texts } from '../contract/texts.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { getButton } from './page.ts';
import { detail, type SitePerson, useSite } from './site.ts';
import { countVisible, openApplication, rows } from './work-lists.ts';

const site = useSite();
const desk = { width: 1280, height: 800 };
let organizer: SitePerson;
beforeAll(async () => {
  await site.command('seed', '--applicants', '60');
  organizer = await site.person({ name: 'Grace Hopper', role: 'admin' });
});

detail('the dashboard shows twelve applications in a small window, and a resume beside them', async () => {
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  await rows(page).first().waitFor();
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(48);
  expect(await page.getByRole('contentinfo').count()).toBe(0);
  expect(await countVisible(page, 'listitem', 'Applications')).toBeGreaterThanOrEqual(12);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await openApplication(page);
  expect(await countVisible(page, 'listitem', 'Applications')).toBeGreaterThanOrEqual(12);
  const [detail, resume] = [
    await page.getByRole('article').boundingBox(),
    await page.getByRole('complementary', { name: 'Resume' }).boundingBox(),
  ];
  expect(resume!.x).toBeGreaterThanOrEqual(detail!.x + detail!.width);
  expect(resume!.x + resume!.width).toBeLessThanOrEqual(desk.width);
  expect(resume!.y + resume!.height).toBeLessThanOrEqual(desk.height);

  await getButton(page, /^Change to (Approved|Rejected)/)
    .first()
    .click();
  const toast = page.locator('[data-toast]');
  await toast.waitFor();
  await expect
    .poll(async () => {
      const box = await toast.boundingBox();
      return box!.x + box!.width;
    })
    .toBeLessThan(resume!.x);
});

test('every page of the organizers is one click from the others, and two taps on a phone', async () => {
  const page = await site.open('/dashboard', { as: organizer, viewport: desk });
  const sidebar = page.getByRole('navigation', { name: 'Organizers' });
  await sidebar.getByRole('link', { name: 'Log' }).waitFor();
  const names = await sidebar.getByRole('link').allInnerTexts();
  expect(names).toEqual([
    ...['Home', 'Applications', 'Announcements', 'Station', 'Overview', 'Volunteers', 'Badges', 'Projects'],
    ...['Progress', 'Scores', 'Publish', 'Show', 'After the event', 'Team', 'Settings', 'Log'],
  ]);
  for (const name of names) {
    await sidebar.getByRole('link', { name, exact: true }).click();
    await sidebar.locator('[aria-current=page]').filter({ hasText: name }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([name, await sidebar.locator('[aria-current=page]').count()]).toEqual([name, 1]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sidebar.count()).toBe(0);
  for (const name of ['Volunteers', 'Home']) {
    await getButton(page, 'More').click();
    const sheet = page.getByRole('navigation', { name: 'More' });
    await sheet.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await sheet.waitFor({ state: 'hidden' });
  }
});

test('the palette finds pages and actions by what people call them, and people by name', async () => {
  const page = await site.open('/log', { as: organizer, viewport: desk });
  const field = page.getByRole('combobox', { name: 'Commands' });
  const open = () => page.getByRole('button', { name: 'Find anything' }).click();
  const first = page.getByRole('option').first();
  await open();
  for (const [typed, found] of [
    ['vol', 'Check-in: Volunteers'],
    ['winners', 'Publish'],
    ['wifi list', 'Export registrations'],
    ['audit', 'Log'],
    ['move dinner', 'Settings: Schedule'],
    ['who is late', 'Check-in: Overview'],
    ['refund', 'Applications with “refund”'],
  ] as const) {
    await field.fill(typed);
    await expect.poll(() => first.innerText()).toContain(found);
  }
  expect(
    await findAccessibilityProblems(page, { without: ['landmark-one-main', 'page-has-heading-one'] }),
  ).toEqual([]);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  const [{ user, _id }] = await (await organizer.call('GET', '/applications?limit=1')).json();
  await page.keyboard.press('Control+k');
  await field.fill(user.name);
  await page
    .getByRole('group', { name: 'People' })
    .getByRole('option', { name: user.name })
    .first()
    .waitFor();
  await page.getByRole('option', { name: user.email }).click();
  await page.waitForURL(`**/dashboard?id=${_id}`);
  await page.getByRole('article').getByRole('heading', { name: user.name }).waitFor();
});

detail('the palette leads to the row of a judge, a volunteer and a member of the team', async () => {
  await site.person({ name: 'Crew Helper', role: 'volunteer' });
  await site.person({ name: 'Crew Reviewer', role: 'application-reviewer' });
  await organizer.call('POST', '/judging/judges/import', { list: 'Crew Judge' });
  const page = await site.open('/home', { as: organizer, viewport: desk });
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  for (const [list, name, address] of [
    ['Judges', 'Crew Judge', '/judging'],
    ['Volunteers and mentors', 'Crew Helper', '/volunteers'],
    ['Team', 'Crew Reviewer', '/staff'],
  ] as const) {
    // Its code may still be on its way.
    await expect
      .poll(async () => {
        await page.getByText('Find anything').last().dispatchEvent('click');
        return page.getByRole('combobox', { name: 'Commands' }).count();
      })
      .toBe(1);
    await page.getByRole('combobox', { name: 'Commands' }).fill('crew');
    await page.getByRole('group', { name: list }).getByRole('option', { name }).click();
    await page.waitForURL(`**${address}#*`);
    await expect.poll(() => page.locator(':focus').innerText()).toContain(name);
  }
});

detail(
  'without a network a page that was never open says that it needs one, and comes when it is back',
  async () => {
    const page = await site.open('/home', {
      as: organizer,
      viewport: desk,
      serviceWorkers: 'allow',
      expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/, /ERR_FAILED .*announcements-page/],
    });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const sidebar = page.getByRole('navigation', { name: 'Organizers' });
    // The answer is missing on the first, and the code on the second.
    for (const [name, part] of [
      ['Team', 'Invite by email'],
      ['Announcements', 'Announcements'],
    ] as const) {
      await page.context().setOffline(true);
      await sidebar.getByRole('link', { name, exact: true }).click();
      await page
        .getByText(/This needs a network once/)
        .first()
        .waitFor();
      await page.getByRole('button', { name: /^(Reload|Retry)$/ }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('heading', { name: part }).first().waitFor();
    }
  },
);

detail(
  'on a phone Back leads from an application or a result to the list where it was, and no message covers a resume',
  async () => {
    const page = await site.open('/dashboard', { as: organizer, viewport: { width: 390, height: 844 } });
    const article = page.getByRole('article');
    const openAndReturn = async (list: string, place: number) => {
      const region = page.getByRole('region', { name: list });
      await region.evaluate((scroller) => scroller.scrollTo(0, 500));
      const seen = region.getByRole('listitem').getByRole('button').nth(place);
      // It scrolls the row into sight, as a click would.
      await seen.hover();
      const placeOf = () => region.evaluate(({ scrollTop }) => scrollTop + scrollY);
      const left = await placeOf();
      expect(left).toBeGreaterThan(200);
      await seen.click();
      await article.waitFor();
      await expect.poll(() => region.count()).toBe(0);
      await page.goBack();
      await expect.poll(() => article.count()).toBe(0);
      // Rows are measured anew: a pixel each.
      await expect.poll(async () => Math.abs((await placeOf()) - left) < 20).toBe(true);
    };
    await rows(page).first().waitFor();
    for (const name of ['Hide list', 'Review together']) {
      const { x, width } = (await getButton(page, name).boundingBox())!;
      expect([name, x >= 0 && x + width <= 390]).toEqual([name, true]);
    }
    await openAndReturn('Applications', 12);
    await page.getByLabel('Describe who you are looking for').fill('computer science majors');
    await page.getByRole('radio', { name: 'Vector' }).check();
    await getButton(page, 'Search').click();
    await getButton(page, texts.search.viewApplications).waitFor();
    await openAndReturn('Search results', 5);
    await getButton(page, texts.search.viewApplications).click();

    await openApplication(page);
    // One of the two is not its status yet.
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    const toast = page.locator('[data-toast]').filter({ hasText: /approved|rejected/ });
    await toast.waitFor();
    for (const width of [390, 640, 900]) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(async () => {
          const message = await toast.boundingBox();
          const resume = await page.getByRole('complementary', { name: 'Resume' }).boundingBox();
          if (!message || !resume) return 'no message or no resume';
          const over = message.y < resume.y + resume.height && message.y + message.height > resume.y;
          return over ? `a message over the resume at ${width}` : 'apart';
        })
        .toBe('apart');
    }
  },
);

detail('a held key decides once', async () => {
  const page = await site.open('/dashboard?status=pending', { as: organizer, viewport: desk });
  await rows(page).first().waitFor();
  const countDecided = async () => {
    const { count } = await site.db
      .selectFrom('audit')
      .where('action', '=', 'application.approved')
      .where('actor_id', '=', organizer.id)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  await page.keyboard.press('j');
  await getButton(page, /^Change to Approved/).waitFor();
  const before = await countDecided();
  for (let time = 0; time < 10; time += 1) {
    await page.keyboard.down('a');
    await page.waitForTimeout(50);
  }
  await page.keyboard.up('a');
  await expect.poll(countDecided).toBe(before + 1);
  await page.waitForTimeout(500);
  expect(await countDecided()).toBe(before + 1);
});
