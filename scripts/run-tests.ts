import path from 'node:path';
import { startVitest } from 'vitest/node';
import { ensureBrowser } from './browser.ts';
import { isBuilt } from './build.ts';
import { runAside } from './run.ts';
import { LineReporter } from './test-reporter.ts';

type Count = { passed: number; failed: number };

const root = process.cwd();
// The tests start the program many times; with this cache its modules are compiled once.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compile');

/** The test files, three at most, that may need a second run where `CI` is set, each with the reason. */
export const mayRepeat: Record<string, string> = {
  'e2e/settings.test.ts': 'a child process of the search may not start in time on a busy machine (seen once)',
  'e2e/admin.test.ts': 'keys pressed one after the other may come before the page has moved on (seen once)',
};

const repeated: string[] = [];

/**
 * Prints which files passed only when repeated, and how many tests passed and failed. Exits with 0 when something ran and
 * nothing failed. Where `CI` is set, a file that was repeated and is not in `mayRepeat` has failed.
 */
export function finish(counts: Count[]): never {
  const { passed, failed } = sum(counts);
  const unexpected = process.env.CI ? repeated.filter((file) => !(file in mayRepeat)) : [];
  if (repeated.length > 0) process.stdout.write(`\nPassed only when repeated: ${repeated.join(', ')}\n`);
  if (unexpected.length > 0)
    process.stdout.write(
      `A failure, because CI is set and scripts/run-tests.ts lists no reason: ${unexpected.join(', ')}\n`,
    );
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exit(failed + unexpected.length > 0 || passed === 0 ? 1 : 0);
}

/**
 * Runs the tests of groups of projects side by side, then repeats each failing file. It repeats the whole file, because the
 * tests of a file share a database and a site.
 */
export async function runTests(groups: string[][], words: string[]): Promise<Count> {
  if (groups.flat().some(needsBrowser)) {
    try {
      process.env.CHROMIUM_PATH = ensureBrowser();
    } catch (error) {
      console.error(`\n${(error as Error).message}\n`);
      return { passed: 0, failed: 1 };
    }
  }
  const rounds = await Promise.all(groups.map((projects) => runFiles(projects, words)));
  const first = new Map(rounds.flatMap((round) => [...round]));
  const failing = [...first].filter(([, { failed }]) => failed > 0).map(([file]) => file);
  if (failing.length === 0) return sum([...first.values()]);
  console.error(`\nRepeating ${failing.length} test files, each on a new database.\n`);
  const second = await runFiles(groups.flat(), failing);
  for (const file of failing) if (second.get(file)?.failed === 0) repeated.push(file);
  return sum([...new Map([...first, ...second]).values()]);
}

/** Runs the test files whose path contains one of the words, all without words. Returns the counts of each. */
async function runFiles(projects: string[], paths: string[]): Promise<Map<string, Count>> {
  if (projects.some(needsBrowser) && !(await build())) return new Map([['build', { passed: 0, failed: 1 }]]);
  const vitest = await startVitest(paths, {
    project: projects,
    reporters: [new LineReporter()],
    passWithNoTests: true,
    run: true,
  });
  const { state } = vitest;
  await vitest.close();
  const files = state.getTestModules().map((file): [string, Count] => {
    const states = [...file.children.allTests()].map((test) => test.result().state);
    const count = (wanted: string) => states.filter((one) => one === wanted).length;
    // A file that cannot be loaded has failed, although none of its tests has.
    const failed = Math.max(count('failed'), file.state() === 'failed' ? 1 : 0);
    return [path.relative(root, file.moduleId), { passed: count('passed'), failed }];
  });
  const errors = state.getUnhandledErrors().length;
  return new Map(errors > 0 ? [...files, ['outside of a test', { passed: 0, failed: errors }]] : files);
}

function needsBrowser(project: string): boolean {
  return project === 'browser' || project === 'long';
}

/** Builds the pages as `npm start` does, unless they are built. Returns whether they are. */
async function build(): Promise<boolean> {
  // Vitest has set NODE_ENV for its own processes.
  return (await isBuilt()) || (await runAside('scripts/build.ts', [], { NODE_ENV: 'production' })) === 0;
}

function sum(counted: Count[]): Count {
  const total = { passed: 0, failed: 0 };
  for (const { passed, failed } of counted) {
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}
