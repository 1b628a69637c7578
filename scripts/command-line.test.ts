import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import product from '../package.json' with { type: 'json' };
import { runCommand } from '../server/cli.ts';
import { expectUsage, nowhere, readForms } from './testing/script-usage.ts';

const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'overnight-command-line-'));
beforeAll(() => {
  for (const [name, value] of Object.entries(nowhere(folder))) vi.stubEnv(name, value);
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(root);
  rmSync(folder, { recursive: true });
});

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of `npm run cli` in this process: a program for each takes ten times as long. */
async function cli(...args: string[]): Promise<Outcome> {
  const [print, note]: [string[], string[]] = [[], []];
  const code = await runCommand(args, {
    print: (line) => print.push(`${line}\n`),
    note: (line) => note.push(`${line}\n`),
  });
  return { code, stdout: print.join(''), stderr: note.join('') };
}

test('every command and subcommand has help with a sentence, and does nothing else', async () => {
  const all = await cli('--help');
  const forms = readForms(all.stdout);
  expect([all.code, all.stderr, forms.length > 15]).toEqual([0, '', true]);
  expect(all.stdout.trim().split('\n').length).toBe(forms.length * 2);
  for (const { line, sentence } of forms) {
    expect(sentence, line).toMatch(/^[A-Z].{20,}\.$/);
    const words = line.split(' ').filter((word) => /^[a-z]/.test(word));
    const own = await cli(...words, '--help');
    expect([own.code, own.stderr], line).toEqual([0, '']);
    expect(readForms(own.stdout), line).toContainEqual({ line, sentence });
    expect(readForms(own.stdout).every((other) => other.line.startsWith(words.join(' ')))).toBe(true);
  }
  expect((await cli('backup', '-h')).code).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [['backup'], 'FILE is missing.'],
  [['backup', 'a.zip', 'b.zip'], 'Unexpected argument "b.zip".'],
  [['backup', '--out', 'a.zip'], "Unknown option '--out'."],
  [['judges'], 'What to do is missing: create, import, list, reset, remove.'],
  [['judges', 'creat', '3'], 'Unknown command "judges creat".'],
  [['judges', 'create', 'many'], 'N must be a whole number from 1 to 500.'],
  [['mail', 'failed', '--all'], 'This command has no option --all.'],
  [['mail', 'retry'], 'ID is missing.'],
  [['seed', '--applicants', 'many'], '--applicants must be a whole number from 1 to 100000.'],
  [['seed', '--applicants'], "Option '--applicants <value>' argument missing."],
  [['search-eval', '--applicants', 'a', '--queries', 'b'], '--out is missing.'],
  [['doctor', 'now'], 'Unexpected argument "now".'],
  [['bakup'], 'There is no command "bakup".'],
])('typed wrongly, %j is refused with what is wrong and how it is typed', async (args, sentence) => {
  const { code, stdout, stderr } = await cli(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.split('\n')[0]).toBe(sentence);
  expect(stderr).toContain('npm run cli -- ');
  expect(readdirSync(folder)).toEqual([]);
});

// The other scripts: command-line.long.test.ts.
test('npm start -- --help says what it does and does not do it', () =>
  expectUsage('start', product.scripts.start, folder));
