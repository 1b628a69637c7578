import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { texts } from '../contract/texts.ts';
import { createPdf } from '../server/testing/pdf.ts';
import { createApplicants } from './applicants.ts';
import type { Page } from './browser.ts';
import { getButton } from './page.ts';
import { detail, type SitePerson, useSite } from './site.ts';

const site = useSite();
let organizer: SitePerson;

async function applicant(name: string, whyJoin: string, major: string, resume: string[]): Promise<void> {
  const person = await site.person({ name });
  const form = new FormData();
  const fields = { major, dietaryRestrictions: 'vegan', tShirtSize: 'M', whyJoin, track: 'Hacker Track' };
  for (const [field, value] of Object.entries({ ...fields, teamPreference: 'solo' })) form.set(field, value);
  const file = new Blob([new Uint8Array(createPdf({ text: resume }))], { type: 'application/pdf' });
  form.set('resume', file, 'resume.pdf');
  expect((await person.call('POST', '/applications', form)).status).toBe(201);
}

beforeAll(async () => {
  organizer = await site.person({ name: 'Grace Hopper', role: 'admin' });
  await applicant('Ada Reyes', 'I want to learn Rust.', 'Electrical Engineering', [
    'PROJECTS',
    'Firmware in C for an ESP32 weather balloon',
    'SKILLS',
    'C, KiCad, FreeRTOS, Python, Linux',
  ]);
  await applicant('Bob Okafor', 'I draw screens all day.', 'Graphic Design', [
    'SKILLS',
    'Figma, Illustrator, Linux',
  ]);
  await waitForResumes(2);
});

const waitForResumes = (count: number) => {
  const read = site.db.selectFrom('profiles').where('resume', '=', 'read').select('application_id');
  return vi.waitFor(async () => expect(await read.execute()).toHaveLength(count), {
    timeout: 100_000,
    interval: 200,
  });
};

const status = (page: Page, text: string) => page.getByText(text, { exact: true });

async function ask(page: Page, query: string, mode: 'Auto' | 'Vector' | 'RAG'): Promise<void> {
  await page.getByLabel('Describe who you are looking for').focus();
  await page.getByRole('radio', { name: mode }).check();
  await page.getByLabel('Describe who you are looking for').fill(query);
  await getButton(page, 'Search').click();
}

/** The resume is read by a job: asks until it has been. */
async function findAda(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await ask(page, 'firmware in embedded C', 'Auto');
        await status(page, 'Found 1 results using Vector search').first().waitFor();
        return page.getByText('+', { exact: false }).getByText('more').count();
      },
      { interval: 1000 },
    )
    .toBeGreaterThan(0);
}

test('an organizer describes somebody, and finds them with tags, a percentage and their words', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  await getButton(page, 'Search').click();
  await page.getByText(texts.search.empty).waitFor();
  await getButton(page, 'Dismiss').click();
  await findAda(page);
  const result = page.getByRole('list').getByRole('button', { name: /^Ada Reyes/ });
  expect(await result.textContent()).toMatch(/\d+% match[\s\S]*\+\d+ more/);
  await page.getByText(texts.admin.noResultSelected).waitFor();
  await result.click();
  await page.getByRole('heading', { name: 'Ada Reyes' }).waitFor();
  await page.getByRole('heading', { name: 'Search result' }).waitFor();
  await page.getByText(/% of what you asked for is supported/).waitFor();
  await page.getByText('Firmware in C for an ESP32 weather balloon').first().waitFor();
});

test('who fits in part stands below the line', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  await ask(page, 'KiCad and Linux', 'Vector');
  await status(page, 'Found 1 results using Vector search').first().waitFor();
  const lines = page.getByLabel('Search results').getByText(/^(?:Bob Okafor|Ada Reyes|Below the line.*)$/);
  expect(await lines.allTextContents()).toEqual(['Ada Reyes', texts.search.belowTheLine, 'Bob Okafor']);
  await page.getByText('1 search result, 1 below the line').waitFor();
});

test('a status shows its applications in place of the search results', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  await ask(page, 'KiCad and Linux', 'Vector');
  await page.getByText('1 search result, 1 below the line').waitFor();
  const pending = page
    .getByRole('group', { name: 'Filter by status' })
    .getByRole('button', { name: 'Pending' });
  await pending.click();
  await page.getByRole('region', { name: 'Applications', exact: true }).waitFor();
  expect(await pending.getAttribute('aria-pressed')).toBe('true');
});

detail('results and applications take turns, and never both are open', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  await findAda(page);
  await page
    .getByRole('list')
    .getByRole('button', { name: /^Ada Reyes/ })
    .click();
  await getButton(page, texts.search.viewApplications).click();
  await page
    .getByRole('list')
    .getByRole('button', { name: /^Bob Okafor/ })
    .click();
  await page.getByRole('heading', { name: 'Bob Okafor' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Search result' }).count()).toBe(0);
  await getButton(page, `${texts.search.viewResults} (1)`).click();
  await page
    .getByRole('list')
    .getByRole('button', { name: /^Ada Reyes/ })
    .click();
  await page.getByRole('heading', { name: 'Search result' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Bob Okafor' }).count()).toBe(0);
});

test('RAG for a short query warns; going on shows evidence, with what is only wished for', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  await ask(page, 'firmware, knows Rust', 'RAG');
  const dialog = page.getByRole('dialog', { name: texts.search.warningTitle });
  await dialog.getByText(/Vector is recommended/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await getButton(page, 'Search').click();
  await dialog.getByRole('button', { name: 'Proceed with RAG' }).click();
  // Nobody knows Rust: who knows firmware stands below the line.
  await status(page, 'Found 0 results using RAG search').first().waitFor();
  await page.getByText(texts.search.belowTheLine).waitFor();
  await page.getByText(texts.search.evidence).waitFor();
  await page
    .getByRole('list')
    .getByRole('button', { name: /^Ada Reyes/ })
    .click();
  await page.getByText('I want to learn Rust.').first().waitFor();
  await page.getByText('planned, not done').first().waitFor();
});

detail('a long query warns Vector; a very long one offers only the expensive search', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  const dialog = page.getByRole('dialog', { name: texts.search.warningTitle });
  await ask(page, 'go '.repeat(60), 'Vector');
  await dialog.getByText(/RAG is recommended/).waitFor();
  await dialog.getByRole('button', { name: 'Proceed with Vector' }).waitFor();
  await dialog.getByRole('button', { name: 'Use RAG' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await ask(page, 'go '.repeat(201), 'Auto');
  await dialog.getByText(/is expensive/).waitFor();
  const names = await dialog.getByRole('button').allTextContents();
  expect(names).toEqual(['Cancel', texts.search.proceedExpensive, '']);
});

detail('filters narrow the search, and are cleared at once', async () => {
  const page = await site.open('/dashboard', { as: organizer });
  await getButton(page, 'Options').click();
  await page.getByRole('search').getByLabel('Major').fill('EE');
  await ask(page, 'Figma', 'Vector');
  await page.getByText(texts.search.nothing).waitFor();
  await getButton(page, texts.search.clearFilters).click();
  await getButton(page, 'Options').click();
  await expect.poll(() => page.getByRole('search').getByLabel('Major').inputValue()).toBe('');
  await getButton(page, 'Search').click();
  await page
    .getByRole('list')
    .getByRole('button', { name: /^Bob Okafor/ })
    .waitFor();
});

detail('a search that fails says so', async () => {
  const page = await site.open('/dashboard', { as: organizer, expected: [/500.*\/search\//] });
  await page.route('**/api/search/vector-only', (route) => route.fulfill({ status: 500, body: '' }));
  await ask(page, 'Figma', 'Vector');
  await page.getByText(texts.search.failed).waitFor();
  await getButton(page, 'Dismiss').click();
  await page.route('**/api/search/determine-search-type', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await getButton(page, 'Search').click();
  await page.getByText(texts.search.validateFailed).waitFor();
});

detail(
  'results are the list under their question: fields, ticks, keys, and a new search at Enter',
  async () => {
    const page = await site.open('/dashboard', { as: organizer, viewport: { width: 1280, height: 800 } });
    await findAda(page);
    await page.getByRole('heading', { name: '“firmware in embedded C”' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Ada Reyes' }).click();
    const bar = page.getByRole('region', { name: 'Bulk actions' });
    await bar.getByText('1 selected').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      getButton(bar, 'Export CSV').click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    for (const cell of ['Ada Reyes', 'I want to learn Rust.', 'Why join', 'Team', 'At Entrance'])
      expect(csv).toContain(`"${cell}"`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await getButton(page, texts.admin.toApproved).waitFor();
    expect(await page.locator(':focus').textContent()).toMatch(/^Ada Reyes/);
    await page.keyboard.press('a');
    await page.getByText(/^Ada Reyes approved\./).waitFor();
    await page
      .getByRole('region', { name: 'Search results' })
      .getByText('Approved', { exact: true })
      .waitFor();
    await page.keyboard.press('u');
    await page
      .getByRole('region', { name: 'Search results' })
      .getByText('Pending', { exact: true })
      .waitFor();

    // The first search hangs: Enter still starts the next one.
    let first = true;
    await page.route('**/api/search/vector-only', async (route) => {
      if (!first) return route.continue();
      first = false;
      await new Promise(() => undefined);
    });
    const field = page.getByLabel('Describe who you are looking for');
    await field.focus();
    await page.getByRole('radio', { name: 'Vector' }).check();
    await field.fill('python and linux');
    await field.press('Enter');
    await expect.poll(() => first).toBe(false);
    const searching = page.getByText('Searching...');
    await searching.waitFor();
    await field.fill('figma');
    await field.press('Enter');
    await page.getByRole('heading', { name: '“figma”' }).waitFor();
    await page
      .getByRole('list')
      .getByRole('button', { name: /^Bob Okafor/ })
      .waitFor();
    await searching.waitFor({ state: 'detached' });
    await field.fill('blorp fizzle wug');
    await field.press('Enter');
    await page.getByText('Nobody mentions ‘blorp’, ‘fizzle’, ‘wug’.').waitFor();

    // A field of the question is changed and removed.
    await field.fill('approved people who know Figma');
    await field.press('Enter');
    const fields = page.getByRole('list', { name: 'Fields of the question' });
    await page.getByText(texts.search.nothing).waitFor();
    await fields.getByLabel('Change approved').selectOption('pending');
    const bob = page.getByRole('list').getByRole('button', { name: /^Bob Okafor/ });
    await bob.waitFor();
    await getButton(fields, 'Remove pending').click();
    await fields.waitFor({ state: 'detached' });
    await bob.waitFor();
  },
);

test('all search results are selected down to the line', async () => {
  await applicant('Cy Lim', 'I draw birds.', 'Biology', ['SKILLS', 'Figma, Linux']);
  await waitForResumes(3);
  const page = await site.open('/dashboard', { as: organizer });
  await ask(page, 'Figma and Linux', 'Vector');
  await page.getByText('2 search results, 1 below the line').waitFor();
  await getButton(page, 'Select all').click();
  await page.getByRole('region', { name: 'Bulk actions' }).getByText('2 selected').waitFor();
});

test('where results end at the limit, they are the first ones', async () => {
  await createApplicants(site, 101);
  const page = await site.open('/dashboard', { as: organizer });
  await ask(page, 'without figma', 'Vector');
  await page.getByText('The first 100 search results', { exact: true }).waitFor();
});
