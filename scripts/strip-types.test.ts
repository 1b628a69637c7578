import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const scripts = ['node24.mjs', 'run.ts', 'strip-types.ts', 'stripped-sources.mjs'];
let checkout: string;

beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'overnight-strip-'));
  for (const name of scripts)
    cpSync(path.join(import.meta.dirname, name), path.join(checkout, 'scripts', name));
  for (const folder of ['server', 'dist']) mkdirSync(path.join(checkout, folder));
  writeFileSync(path.join(checkout, 'package.json'), '{ "type": "module" }');
  writeSource("'first'");
});

afterEach(() => rmSync(checkout, { recursive: true }));

/** Writes a program that says a word, whether it needed the compiler, and the line at which it stands. */
function writeSource(word: string): void {
  const lines = [
    'interface Line {\n  text: string;\n}',
    'const compiled = process.moduleLoadList.some((name: string) => name.includes("amaro"));',
    `const line: Line = { text: [${word}, compiled, new Error().stack?.match(/main\\.ts:\\d+:\\d+/)?.[0]].join() };`,
    'console.log(line.text);',
  ];
  writeFileSync(path.join(checkout, 'server/main.ts'), lines.join('\n'));
}

function run(script: string) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/node24.mjs', script], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  return { output: stdout.trim(), errors: stderr, status };
}

test('a stripped source runs without the compiler, with the lines of the source; a changed one runs as it is now', () => {
  expect(run('server/main.ts').output).toMatch(/^first,true,main\.ts:5:\d+$/);
  const before = run('server/main.ts').output;
  expect(run('scripts/strip-types.ts')).toEqual({ output: '', errors: '', status: 0 });
  expect(run('server/main.ts').output).toBe(before.replace('true', 'false'));
  writeSource("'second'");
  expect(run('server/main.ts').output).toMatch(/^second,true,main\.ts:5:\d+$/);
  run('scripts/strip-types.ts');
  expect(run('server/main.ts').output).toMatch(/^second,false,main\.ts:5:\d+$/);
});

test('a source with a mistake does not keep the others from being stripped', () => {
  writeFileSync(path.join(checkout, 'server/broken.ts'), 'const = ;');
  expect(run('scripts/strip-types.ts')).toEqual({ output: '', errors: '', status: 0 });
  expect(run('server/main.ts').output).toContain('first,false');
  expect(readdirSync(path.join(checkout, 'dist/stripped')).every((name) => name.endsWith('.js'))).toBe(true);
});
