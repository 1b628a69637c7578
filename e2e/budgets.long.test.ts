import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { expect, test } from 'vitest';
import { paths } from '../contract/platform/pages.ts';
import { useSite } from './site.ts';
import { storeMemories, useVisitors, visits } from './visitors.ts';

const dist = path.join(import.meta.dirname, '../dist');
const manifest = async (name: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(dist, 'manifests', `${name}.json`), 'utf8'));
const app = await manifest('app');
const pub = await manifest('public');

/** Kilobytes (1024 bytes) of a built file after gzip, as a first visit transfers it. */
async function size(file: string): Promise<number> {
  const content = await readFile(path.join(dist, 'web', file));
  return (file.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length) / 1024;
}

/** The scripts that a browser must have before these modules run. */
function scripts(of: Manifest, sources: string[]): Set<string> {
  const found = new Set<string>();
  const visit = (source: string) => {
    const chunk = of[source];
    if (!chunk) throw new Error(`${source} is not in the build`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return found;
}

async function total(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...files].map(size));
  return sizes.reduce((sum, next) => sum + next, 0);
}

const shell = scripts(app, ['app.html']);
test('the shell', async () => {
  expect(await total(shell)).toBeLessThanOrEqual(115);
  // What older browsers read, the insets of phones, and large text came later.
  expect(await total(app['app.html']?.css ?? [])).toBeLessThanOrEqual(15.75);
});

test('the scanner comes by itself, when it is used', async () => {
  const lazy = Object.values(app).flatMap(({ dynamicImports = [] }) => dynamicImports);
  const scanner = lazy.find((source) => source.includes('barcode-detector')) ?? '';
  const files = [...scripts(app, [scanner])].filter((file) => !shell.has(file));
  expect(await total(files)).toBeLessThanOrEqual(16);
});

test('the public pages', async () => {
  const fileOf = (source: string) => pub[source]?.file ?? '';
  // With the tap that closes popovers in Safari 17.
  expect(await total(scripts(pub, ['event/public/island.ts']))).toBeLessThanOrEqual(5.4);
  expect(await size(fileOf('styles/public.css'))).toBeLessThanOrEqual(8.5);
  const fonts = Object.keys(pub).filter((source) => source.startsWith('fonts/'));
  expect(fonts.length).toBe(3);
  expect(await total(fonts.map(fileOf))).toBeLessThanOrEqual(56);
  const illustrations = ['doors', 'overnight', 'build', 'demo', 'treat'].map(
    (name) => app[`art/${name}.svg`]?.file ?? '',
  );
  for (const print of illustrations) expect(await size(print)).toBeLessThanOrEqual(40);
});

const site = useSite();
const visitors = useVisitors(site);

/** Opens a page as a first visit, and returns the kilobytes of script that it fetches until it has asked for none for a while. */
async function fetchPage([address, who, ready]: (typeof visits)[number]): Promise<number> {
  const visitor = who === undefined ? undefined : visitors[who];
  const page = await site.open(paths.schedule, { as: visitor, expected: [/status of 40[14]/] });
  if (visitor) await storeMemories(page, visitor);
  const files = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) files.add(pathname.slice(1));
  });
  await page.goto(address);
  await page.locator(ready).first().waitFor();
  for (let before = -1; before !== files.size; ) {
    before = files.size;
    await page.waitForTimeout(1500);
  }
  return total(files);
}

// Kilobytes of script, the shell included; docs/decisions/0072 has what they were. A new page gets its row here, and those who open it theirs in visitors.ts.
const budgets: Record<string, number> = {
  [paths.home]: 23.5,
  [paths.schedule]: 5.4,
  [paths.signIn]: 145,
  [paths.shift]: 145,
  [paths.join]: 145,
  [paths.apply]: 163.5,
  // With requests for help, things to borrow and the band above a dashboard that is viewed as somebody; where somebody who
  // cannot apply goes, what tracks ask for, and what is said once results are published, came later.
  [paths.dashboard]: 183.5,
  [paths.account]: 150,
  [paths.project]: 152,
  // With the organizers' sidebar, which volunteers do not have, and the keyboards of scanners that type.
  [paths.checkIn]: 189.5,
  [paths.checkInOverview]: 160,
  [paths.projectsOverview]: 147.5,
  [paths.volunteers]: 145,
  [paths.staff]: 158,
  // It names the time zone.
  [paths.announcements]: 162.5,
  [paths.afterEvent]: 150,
  [paths.badges]: 134.5,
  [paths.organizerHome]: 150,
  // With what of the event is not over before the next one begins.
  [paths.log]: 146.5,
  [paths.publish]: 152,
  [paths.show]: 145,
  [paths.showScreen]: 126.5,
  [paths.waitlist]: 145,
  [paths.help]: 150,
  [paths.lending]: 168.5,
  [paths.judging]: 168,
  // The list of versions and the questions of the student league came later.
  [paths.settings]: 160.5,
  [paths.judge]: 145,
  [paths.judgeLogin]: 145,
  [paths.trackSelect]: 145,
  [paths.scoring]: 157,
  [paths.scoreReview]: 150,
  [paths.resumes]: 126,
  // With the sentence of a lost connection.
  '/nowhere': 125,
};
const organizersDashboard = 198;

test('no page fetches more script than its budget before it is used', async () => {
  const over: string[] = [];
  for (let at = 0; at < visits.length; at += 4)
    await Promise.all(
      visits.slice(at, at + 4).map(async (visit) => {
        const [address, who] = visit;
        const fetched = await fetchPage(visit);
        const isList = address === paths.dashboard && who === 'organizer';
        const budget = isList ? organizersDashboard : budgets[address];
        if (budget === undefined || fetched > budget)
          over.push(`${address} of ${who}: ${fetched.toFixed(1)}`);
      }),
    );
  expect(over).toEqual([]);
});
