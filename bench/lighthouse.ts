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

readCommandLine({
  lighthouse: 'Measures the public pages as a slow phone sees them; npm fetches Lighthouse the first time.',
});

/** 150 MB with what only it needs, so npm fetches it into its cache when somebody measures. */
const version = '13.5.0';

/** What is read of a result; Lighthouse's own documentation has the rest. */
interface Result {
  categories: Record<string, { score: number | null } | undefined>;
  audits: Record<
    string,
    | {
        numericValue?: number;
        details?: { items?: { resourceType?: string; transferSize?: number }[] };
      }
    | undefined
  >;
  environment: { benchmarkIndex: number };
  runtimeError?: { message: string };
}

interface Bar {
  name: string;
  of: (visit: Result) => number;
  /** The figure must be at least, or at most, this. */
  atLeast?: number;
  atMost?: number;
}

const visits = 3;
const category = (id: string) => (visit: Result) => Math.round((visit.categories[id]?.score ?? 0) * 100);
const audit = (id: string) => (visit: Result) => visit.audits[id]?.numericValue ?? Number.NaN;
const kilobytes = (ofType: string) => (visit: Result) => {
  const items = visit.audits['resource-summary']?.details?.items ?? [];
  return Number(items.find(({ resourceType }) => resourceType === ofType)?.transferSize) / 1024;
};
const seconds = (id: string) => (visit: Result) => audit(id)(visit) / 1000;

const faultless: Bar[] = ['accessibility', 'best-practices', 'seo'].map((name) => ({
  name,
  of: category(name),
  atLeast: 100,
}));
const galleryBars: Bar[] = [
  { name: 'performance', of: category('performance'), atLeast: 97 },
  { name: 'largest paint, s', of: seconds('largest-contentful-paint'), atMost: 2 },
  { name: 'layout shift', of: audit('cumulative-layout-shift'), atMost: 0.02 },
  ...faultless,
];
const pages: Record<string, Bar[]> = {
  '/': [
    { name: 'performance', of: category('performance'), atLeast: 97 },
    { name: 'largest paint, s', of: seconds('largest-contentful-paint'), atMost: 2 },
    { name: 'layout shift', of: audit('cumulative-layout-shift'), atMost: 0.02 },
    { name: 'transferred, KB', of: kilobytes('total'), atMost: 130 },
    // Five for the file, the rest for the headers of its answer.
    { name: 'of it scripts, KB', of: kilobytes('script'), atMost: 5.7 },
    ...faultless,
  ],
  '/schedule': [
    { name: 'performance', of: category('performance'), atLeast: 98 },
    { name: 'largest paint, s', of: seconds('largest-contentful-paint'), atMost: 1.6 },
    { name: 'layout shift', of: audit('cumulative-layout-shift'), atMost: 0.02 },
    ...faultless,
  ],
};

/**
 * Creates 300 applicants with the projects of their teams, opens the gallery, publishes winners, and returns the addresses
 * to measure.
 */
async function openGallery({ db, database, config, restart }: Stage): Promise<string[]> {
  const environment = { DATA_DIR: config.dataDir, DATABASE_URL: database };
  await runCommand(environment, 'seed', '--applicants', '300');
  const shown = await db
    .selectFrom('projects')
    .innerJoin('project_pictures', 'project_id', 'projects.id')
    .where('submitted_at', 'is not', null)
    .where('hidden_at', 'is', null)
    .where('place', '=', 0)
    .select('projects.id')
    .limit(3)
    .execute();
  const winners = shown.map(({ id }, index) => ({ place: index + 1, tied: false, project: id }));
  const results = { at: new Date(), groups: [{ key: 'hacker', label: 'Hacker Track', winners }] };
  await db
    .insertInto('settings')
    .values([
      { key: 'projects', value: JSON.stringify({ galleryOpen: true }) },
      { key: 'results', value: JSON.stringify(results) },
    ])
    .execute();
  await restart();
  return [paths.projects, `${paths.projects}/${shown[0]?.id}`, paths.results];
}

/** Visits a page with a browser that has seen nothing yet. */
async function visit(url: string): Promise<Result> {
  const file = path.join(folder, 'lighthouse.json');
  const [command, ...start] = npmCommand(
    'exec',
    '--yes',
    '--prefer-offline',
    `--package=lighthouse@${version}`,
  );
  const flags = '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run';
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`];
  await promisify(execFile)(command, [...start, '--', 'lighthouse', url, ...options], {
    env: { ...process.env, CHROME_PATH: findChromium() },
  });
  const result: Result = JSON.parse(await readFile(file, 'utf8'));
  if (result.runtimeError) throw new Error(result.runtimeError.message);
  return result;
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const shown = (value: number) => String(Math.round(value * 1000) / 1000);

if (!(await isBuilt())) await buildPages();
const folder = await mkdtemp(path.join(tmpdir(), 'overnight-lighthouse-'));
const stage = await openStage();
let missed = 0;
try {
  for (const [address, bars] of [
    ...Object.entries(pages),
    ...(await openGallery(stage)).map((page) => [page, galleryBars] as const),
  ]) {
    const seen: Result[] = [];
    for (let turn = 0; turn < visits; turn += 1) seen.push(await visit(stage.program.url + address));
    // Lighthouse's own measure of the machine: below about 1500 it was too busy for the figures to mean much.
    const machine = median(seen.map(({ environment }) => environment.benchmarkIndex));
    process.stdout.write(`\n${address}   (machine ${Math.round(machine)})\n`);
    for (const { name, of, atLeast, atMost } of bars) {
      const value = median(seen.map(of));
      const passed = atMost === undefined ? value >= (atLeast ?? 0) : value <= atMost;
      if (!passed) missed += 1;
      const bar = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
      process.stdout.write(
        `  ${name.padEnd(20)}${shown(value).padEnd(10)}${bar.padEnd(10)}${passed ? 'passed' : 'MISSED'}\n`,
      );
    }
  }
} finally {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = missed > 0 ? 1 : 0;
