import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { expect, test } from 'vitest';

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
const beyondShell = (sources: string[]) =>
  total([...scripts(app, sources)].filter((file) => !shell.has(file)));

// Kilobytes of script beyond the shell, by what a visit to the page loads. A new page gets its row here.
const dashboard = 'layout/dashboard-route.tsx';
const pages: { budget: number; sources: string[] }[] = [
  { budget: 45, sources: ['apply/apply-page.tsx'] },
  { budget: 50, sources: [dashboard, 'dashboard/hacker-dashboard.tsx'] },
  { budget: 80, sources: [dashboard, 'admin/admin-dashboard.tsx'] },
  { budget: 35, sources: ['account/account-page.tsx'] },
  { budget: 40, sources: ['announcements/announcements-page.tsx'] },
  { budget: 5, sources: ['announcements/announcement-banner.tsx'] },
  { budget: 35, sources: ['after-event/after-event-page.tsx'] },
  { budget: 30, sources: ['project/project-page.tsx'] },
  { budget: 30, sources: ['projects-overview/projects-overview-page.tsx'] },
  { budget: 15, sources: ['badges/badges-page.tsx'] },
  { budget: 40, sources: ['check-in/check-in-page.tsx'] },
  { budget: 35, sources: ['check-in-overview/check-in-overview-page.tsx'] },
  { budget: 30, sources: ['volunteers/volunteers-page.tsx'] },
  { budget: 45, sources: ['judging-admin/judging-admin-page.tsx'] },
  { budget: 30, sources: ['judge/login-page.tsx'] },
  { budget: 30, sources: ['judge/track-select-page.tsx'] },
  { budget: 30, sources: ['judge/scoring-page.tsx'] },
  { budget: 35, sources: ['score-review/score-review-page.tsx'] },
  { budget: 10, sources: ['resumes/resumes-page.tsx'] },
  { budget: 30, sources: ['sign-in/sign-in-page.tsx'] },
  { budget: 30, sources: ['join/join-page.tsx'] },
  { budget: 5, sources: ['sign-in/name-prompt.tsx'] },
  { budget: 1, sources: ['layout/signed-out.tsx'] },
  { budget: 1, sources: ['lib/log-out.ts'] },
  { budget: 5, sources: ['layout/confirm-log-out.ts'] },
  { budget: 10, sources: ['ui/sonner.ts'] },
  { budget: 5, sources: ['layout/not-found.tsx'] },
  { budget: 2, sources: ['layout/app-footer.tsx'] },
  { budget: 1, sources: ['layout/theme-choice.tsx'] },
];

test('every page of the app has a budget', () => {
  const budgeted = new Set(pages.flatMap(({ sources }) => sources));
  const opened = [app['app.html'], app[dashboard]].flatMap((chunk) => chunk?.dynamicImports ?? []);
  expect(opened.filter((source) => !budgeted.has(source) && !source.includes('node_modules'))).toEqual([]);
});

test.each(pages)('at most $budget KB beyond the shell: $sources', async ({ budget, sources }) => {
  expect(await beyondShell(sources)).toBeLessThanOrEqual(budget);
});

test('the shell', async () => {
  expect(await total(shell)).toBeLessThanOrEqual(115);
  expect(await total(app['app.html']?.css ?? [])).toBeLessThanOrEqual(14);
});

test('the scanner comes by itself, when it is used', async () => {
  const lazy = app['check-in/check-in-page.tsx']?.dynamicImports ?? [];
  const scanner = lazy.find((source) => source.includes('barcode-detector')) ?? '';
  expect(await beyondShell([scanner])).toBeLessThanOrEqual(16);
});

test('the public pages', async () => {
  const fileOf = (source: string) => pub[source]?.file ?? '';
  expect(await total(scripts(pub, ['public/island.ts']))).toBeLessThanOrEqual(5);
  expect(await size(fileOf('styles/public.css'))).toBeLessThanOrEqual(8);
  const fonts = Object.keys(pub).filter((source) => source.startsWith('fonts/'));
  expect(fonts.length).toBe(3);
  expect(await total(fonts.map(fileOf))).toBeLessThanOrEqual(56);
  const prints = ['doors', 'overnight', 'build', 'demo', 'treat'].map(
    (name) => app[`art/${name}.svg`]?.file ?? '',
  );
  for (const print of prints) expect(await size(print)).toBeLessThanOrEqual(40);
});
