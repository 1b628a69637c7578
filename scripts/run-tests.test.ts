import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mayRepeat } from './run-tests.ts';

const scripts = import.meta.dirname;
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'overnight-repeat-')));
  const write = (name: string, ...lines: string[]) =>
    writeFileSync(path.join(folder, name), lines.join('\n'));
  symlinkSync(path.join(scripts, '..', 'node_modules'), path.join(folder, 'node_modules'));
  write('package.json', '{ "type": "module" }');
  write('vitest.config.ts', `export default { test: { projects: [{ test: { name: 'scripts' } }] } };`);
  write('sound.test.ts', `import { test } from 'vitest';`, `test('sound', () => undefined);`);
  write(
    'second-time.test.ts',
    `import { mkdirSync } from 'node:fs';`,
    `import { expect, test } from 'vitest';`,
    // Making a folder that is there fails: the test passes when it was run before.
    `test('passes the second time', () => expect(() => mkdirSync('marker')).toThrow());`,
  );
  write(
    'run.ts',
    `import { finish, runTests } from ${JSON.stringify(path.join(scripts, 'run-tests.ts'))};`,
    `finish([await runTests([['scripts']], [])]);`,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

function runTests(environment: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['run.ts'], {
    cwd: folder,
    env: { PATH, HOME, ...environment },
    encoding: 'utf8',
  });
  return { status, lastLines: stdout.trimEnd().split('\n').slice(-4) };
}

test('a file that passes only when repeated is named at the end', () => {
  const { status, lastLines } = runTests({});
  expect([status, lastLines.at(-1)]).toEqual([0, '2 passed, 0 failed']);
  expect(lastLines).toContain('Passed only when repeated: second-time.test.ts');
});

test('where CI is set, it has failed', () => {
  const { status, lastLines } = runTests({ CI: 'true' });
  expect([status, lastLines.at(-1)]).toEqual([1, '2 passed, 0 failed']);
  expect(lastLines.join('\n')).toMatch(
    /^Passed only when repeated: second-time\.test\.ts\nA failure, .*: second-time\.test\.ts$/m,
  );
});

test('at most three files may need a second run, each for a reason', () => {
  expect(Object.keys(mayRepeat).length).toBeLessThanOrEqual(3);
  for (const reason of Object.values(mayRepeat)) expect(reason).toMatch(/\w \w/);
});
