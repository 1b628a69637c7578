import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

/** Settings with which a command cannot reach any site. */
export const nowhere = (folder: string) => ({
  ...{ DATA_DIR: path.join(folder, 'data'), DATABASE_URL: 'postgres://127.0.0.1:1/x' },
});

/** Runs a script of package.json in an empty folder. */
function runScript(folder: string, script: string, ...args: string[]) {
  const [, file = ''] = /node24\.mjs (\S+)/.exec(script) ?? [];
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    ...nowhere(folder),
  };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../..', file), ...args],
      { cwd: folder, env },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** Returns the forms in a help text, each with the sentence below it. */
export const readForms = (help: string) =>
  [...help.matchAll(/^ {2}npm run (?:cli -- )?(.+)\n {6}(.+)$/gm)].map(([, line = '', sentence = '']) => ({
    line,
    sentence,
  }));

/** Expects that a script of package.json says what it does, refuses an unknown option, and does nothing else. */
export async function expectUsage(name: string, script: string, folder: string): Promise<void> {
  const help = await runScript(folder, script, '--help');
  expect([help.code, help.stderr]).toEqual([0, '']);
  const forms = readForms(help.stdout);
  expect(forms[0]?.line.split(' ')[0]).toBe(name);
  for (const { sentence } of forms) expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
  const wrong = await runScript(folder, script, '--no-such-flag');
  expect([wrong.code, wrong.stderr.split('\n')[0]]).toEqual([2, "Unknown option '--no-such-flag'."]);
  expect(existsSync(path.join(folder, 'data'))).toBe(false);
}
