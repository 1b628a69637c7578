import { type Browser, launchBrowser, type Page } from '../e2e/browser.ts';
import { createOrganizer, type Stage } from './stage.ts';
import { type Result, toWorstResult } from './table.ts';

const opened = 5;
const rounds = 4;
const filters = ['Pending', 'Approved', 'Rejected', 'All'];

/** What the page records: when the first row was painted, and how long each filter took until its rows were. */
interface Watch {
  first: number;
  clicked: number;
  filtered: number[];
}

/** Records in the page when rows are painted: the first one, and after a click the first that differ from those before. */
function observe() {
  const watch: Watch = { first: 0, clicked: 0, filtered: [] };
  Object.assign(globalThis, { watch });
  const read = () => document.querySelector('li[data-index]')?.parentElement?.textContent ?? '';
  let before = '';
  addEventListener(
    'click',
    () => {
      before = read();
      watch.clicked = performance.now();
    },
    { capture: true },
  );
  new MutationObserver(() => {
    const now = read();
    if (now === '' || now === before) return;
    if (watch.first === 0)
      requestAnimationFrame(() => {
        watch.first ||= performance.now();
      });
    else if (watch.clicked > 0) {
      const clicked = watch.clicked;
      watch.clicked = 0;
      requestAnimationFrame(() => watch.filtered.push(performance.now() - clicked));
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Measures in a browser: the first row of the dashboard with empty caches, and a filter until its rows are shown. */
export async function measureDashboard(stage: Stage): Promise<Result[]> {
  const cookie = await createOrganizer(stage);
  const browser = await launchBrowser();
  const first: number[] = [];
  const filtered: number[] = [];
  try {
    for (let visit = 0; visit < opened; visit += 1) {
      const { watch, close } = await visitDashboard(
        browser,
        stage,
        cookie,
        visit === opened - 1 ? rounds : 0,
      );
      first.push(watch.first);
      filtered.push(...watch.filtered);
      await close();
    }
  } finally {
    await browser.close();
  }
  return [
    toWorstResult('dashboard of 10,000 in a fresh browser: first row', first, 1000),
    toWorstResult('dashboard of 10,000: filter by status, rows shown', filtered, 200),
  ];
}

async function visitDashboard(browser: Browser, { program }: Stage, cookie: string, rounds: number) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: program.url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.addInitScript(observe);
  await page.goto(`${program.url}/dashboard`);
  await page.waitForFunction(() => (globalThis as unknown as { watch: Watch }).watch.first > 0);
  for (let round = 0; round < rounds; round += 1)
    for (const filter of filters) {
      const { filtered } = await watchOf(page);
      await page
        .getByRole('group', { name: 'Filter by status' })
        .getByRole('button', { name: filter })
        .click();
      await page.waitForFunction(
        (done) => (globalThis as unknown as { watch: Watch }).watch.filtered.length > done,
        filtered.length,
      );
    }
  return { watch: await watchOf(page), close: () => context.close() };
}

const watchOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);
