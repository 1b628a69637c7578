import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { isBuilt } from './build.ts';
import { check } from './check.ts';
import { readCommandLine } from './command-line.ts';
import { findInstalled, run } from './run.ts';

readCommandLine({ test: 'Runs every check and test, in a real browser and on a real PostgreSQL.' });
type Count = { passed: number; failed: number };

// The program is started about three hundred times: its modules are compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compile');

const reports = mkdtempSync(join(tmpdir(), 'overnight-report-'));
const repeated: string[] = [];
const counts: Count[] = [];
counts.push(check());
counts.push(runTests(['--project', 'server', '--project', 'scripts', '--project', 'web']));
counts.push(await runBrowserTests());
rmSync(reports, { recursive: true });

console.error();
if (repeated.length > 0) console.error(`Passed only when repeated: ${repeated.join(', ')}`);
process.stdout.write(`${sum(counts, 'passed')} passed, ${sum(counts, 'failed')} failed\n`);
process.exitCode = sum(counts, 'failed') > 0 ? 1 : 0;

async function runBrowserTests(): Promise<Count> {
  try {
    const browser = ensureBrowser();
    if (!(await isBuilt()) && run('scripts/build.ts') !== 0) return { passed: 0, failed: 1 };
    return runTests(['--project', 'browser'], { CHROMIUM_PATH: browser });
  } catch (error) {
    console.error(`\n${(error as Error).message}\n`);
    return { passed: 0, failed: 1 };
  }
}

/** Runs the tests, and repeats each failing file: the whole file, because each file has its own database and program. */
function runTests(args: string[], env: NodeJS.ProcessEnv = {}): Count {
  const first = runVitest(args, env);
  const failing = first.files.filter(({ failed }) => failed > 0).map(({ file }) => file);
  if (failing.length === 0) return first.total;
  console.error(`\nRepeating ${failing.length} test files, each on a new database.\n`);
  const second = runVitest([...args, ...failing], env);
  repeated.push(
    ...failing.filter((file) => second.files.some((again) => again.file === file && !again.failed)),
  );
  const others = first.files.filter(({ file }) => !failing.includes(file));
  return {
    passed: sum(others, 'passed') + second.total.passed,
    failed: second.total.failed,
  };
}

function runVitest(
  args: string[],
  env: NodeJS.ProcessEnv,
): { total: Count; files: (Count & { file: string })[] } {
  const report = join(reports, `${crypto.randomUUID()}.json`);
  const shown = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = run(findInstalled('vitest'), [...shown, ...args], env);
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
    };
    const files = testResults.map(({ name, status, assertionResults }) => {
      const count = (wanted: string) => assertionResults.filter((test) => test.status === wanted).length;
      // A file that cannot even be loaded fails without a failed test.
      return {
        file: name,
        passed: count('passed'),
        failed: Math.max(count('failed'), status === 'failed' ? 1 : 0),
      };
    });
    const failed = Math.max(sum(files, 'failed'), code === 0 ? 0 : 1);
    return { total: { passed: sum(files, 'passed'), failed }, files };
  } catch {
    return { total: { passed: 0, failed: 1 }, files: [] };
  }
}

function sum(counted: Count[], key: keyof Count): number {
  return counted.reduce((total, count) => total + count[key], 0);
}
