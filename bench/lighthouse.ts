import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { paths } from '../contract/platform/pages.ts';
import { findChromium } from '../e2e/browser.ts';
import { runCommand } from '../e2e/program.ts';
import { buildPages, isBuilt } from '../scripts/build.ts';
import { readCommandLine } from '../scripts/command-line.ts';
import { npmCommand } from '../scripts/npm.ts';
import { openStage, type Stage } from './stage.ts';
import { atMost, printTable, quantile, type Result } from './table.ts';

readCommandLine({
  lighthouse: 'Measures the public pages as a slow phone sees them; npm fetches Lighthouse the first time.',
});

/** With its dependencies 150 MB, so it is not installed: npm fetches it into its cache for the first measurement. */
const version = '13.5.0';
const visits = 3;
const perfect = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 };

/** The part of Lighthouse's report that is used here. */
interface Report {
  categories: Record<string, { score: number | null } | undefined>;
  audits: Record<string, { numericValue?: number } | undefined>;
  runtimeError?: { message: string };
}

/** Creates 300 applicants with the projects of their teams, opens the gallery, and returns the addresses to measure. */
async function openGallery({ db, database, config, restart }: Stage): Promise<string[]> {
  const environment = { DATA_DIR: config.dataDir, DATABASE_URL: database };
  await runCommand(environment, 'seed', '--applicants', '300');
  const value = JSON.stringify({ galleryOpen: true });
  await db.insertInto('settings').values({ key: 'projects', value }).execute();
  await restart();
  return ['/', paths.schedule, paths.projects];
}

/** Visits a page with an empty browser cache. */
async function visit(url: string): Promise<Report> {
  const file = path.join(folder, 'lighthouse.json');
  const source = `--package=lighthouse@${version}`;
  const [command, ...start] = npmCommand('exec', '--yes', '--prefer-offline', source);
  const flags = '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run';
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`];
  await promisify(execFile)(command, [...start, '--', 'lighthouse', url, ...options], {
    env: { ...process.env, CHROME_PATH: findChromium() },
  });
  const report: Report = JSON.parse(await readFile(file, 'utf8'));
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  return report;
}

if (!(await isBuilt())) await buildPages();
const folder = await mkdtemp(path.join(tmpdir(), 'overnight-lighthouse-'));
const stage = await openStage();
const results: Result[] = [];
try {
  for (const address of await openGallery(stage)) {
    const reports: Report[] = [];
    for (let turn = 0; turn < visits; turn += 1) reports.push(await visit(stage.program.url + address));
    const audit = (id: string) =>
      quantile(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    for (const [name, least] of Object.entries(perfect)) {
      const score = quantile(reports.map(({ categories }) => 100 * (categories[name]?.score ?? 0)));
      const met = score >= least;
      results.push({ work: `${address}: ${name}`, ours: `${score}`, baseline: '', bar: `≥ ${least}`, met });
    }
    results.push(atMost(`${address}: largest paint`, audit('largest-contentful-paint') / 1000, 2, 's'));
    results.push(atMost(`${address}: layout shift`, audit('cumulative-layout-shift'), 0.02, ''));
  }
} finally {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
}
printTable(results);
process.exitCode = results.every(({ met }) => met) ? 0 : 1;
