import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { isBuilt } from './build.ts';
import { check } from './check.ts';
import { installed, run } from './run.ts';

type Count = { passed: number; failed: number };

const reports = mkdtempSync(join(tmpdir(), 'overnight-report-'));
const counts: Count[] = [];
counts.push(check());
counts.push(vitest(['--project', 'server', '--project', 'web']));
counts.push(await browserTests());
rmSync(reports, { recursive: true });

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
console.error();
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

async function browserTests(): Promise<Count> {
  try {
    const browser = ensureBrowser();
    if (!(await isBuilt()) && run('scripts/build.ts') !== 0) return { passed: 0, failed: 1 };
    return vitest(['--project', 'browser'], { CHROMIUM_PATH: browser });
  } catch (error) {
    console.error(`\n${(error as Error).message}\n`);
    return { passed: 0, failed: 1 };
  }
}

function vitest(args: string[], env: NodeJS.ProcessEnv = {}): Count {
  const report = join(reports, `${counts.length}.json`);
  const shown = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = run(installed('vitest'), [...shown, ...args], env);
  try {
    const told = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    // A file that cannot even be loaded fails without a failed test.
    return { passed: told.numPassedTests, failed: Math.max(told.numFailedTests, code === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
