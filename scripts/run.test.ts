import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = join(import.meta.dirname, 'run.ts');
const node24 = join(import.meta.dirname, 'node24.mjs');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overnight-scripts-'));
  const source = `import { isStarted } from ${JSON.stringify(run)};\nconsole.log(isStarted(import.meta.filename));\n`;
  writeFileSync(join(folder, 'work.ts'), source);
  writeFileSync(join(folder, 'other.ts'), "await import('./work.ts');\n");
  symlinkSync('work.ts', join(folder, 'link.ts'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['by itself', ['work.ts'], 'true'],
  ['as npm scripts do', [node24, 'work.ts'], 'true'],
  ['over a link', [node24, 'link.ts'], 'true'],
  ['as a part of another script', [node24, 'other.ts'], 'false'],
])('a script started %s knows whether it is the main script', (_, line, known) => {
  const { stdout, stderr } = spawnSync(process.execPath, line, { cwd: folder, encoding: 'utf8' });
  expect([stdout.trim(), stderr]).toEqual([known, '']);
});
