import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { defaultDataDir } from '../packages/embedded-postgres/home.ts';
import { settingNames } from '../server/platform/environment.ts';
import { readCommandLine } from './command-line.ts';
import { run } from './run.ts';

readCommandLine({
  demo: 'Runs a site of its own with 300 invented applicants on the first day of the event, and prints how to sign in as each role.',
});
const applicants = 300;
const dataDir = `${defaultDataDir()}-demo`;
const accountsFile = join(dataDir, 'roster.tsv');
const moveEvent = join(import.meta.dirname, 'move-event.hooks.ts');

// The demo uses none of a real site's settings: its own folder, this machine only, no mail, no provider.
const { PORT = '3000' } = process.env;
for (const name of settingNames) delete process.env[name];
Object.assign(process.env, {
  NO_ENV_FILE: '1',
  PORT,
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
});

// The pages are built of the event as it is.
if (run('scripts/prepare.ts') !== 0) process.exit(1);

// The event has begun on the day on which the demo was created.
const createdAt = existsSync(accountsFile) ? statSync(accountsFile).mtime : new Date();
process.env.EVENT_NOW = createdAt.toISOString();

/** Runs a command of the CLI beside the site and returns its output; exits with its error when it fails. */
async function runCli(...words: string[]): Promise<string> {
  const cli = join(import.meta.dirname, '../server/cli.ts');
  const args = [`--import=${pathToFileURL(moveEvent)}`, cli, ...words];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) process.exit(code ?? 1);
  return output;
}

// The list of accounts is written last: without it an earlier start was interrupted, and the folder is created anew.
if (!existsSync(accountsFile)) {
  rmSync(dataDir, { recursive: true, force: true });
  writeFileSync(accountsFile, await runCli('seed', '--applicants', String(applicants)));
}
await import(moveEvent);
await import('../server/main.ts');

const lines = readFileSync(accountsFile, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'));
const people = lines.filter((columns) => columns.length === 2);
process.stdout.write('  Sign in as (each link works once, for ten minutes):\n');
for (const [email = '', description = ''] of people) {
  const { link } = JSON.parse(await runCli('sign-in', email, '--json'));
  process.stdout.write(`\n  ${description}\n  ${link}\n`);
}
const judge = lines.find(([, , role]) => role === 'judge');
const results = lines.find(([, , role]) => role === 'reviewer');
if (judge) process.stdout.write(`\n  a judge, at /judge\n  ${judge[0]}  ${judge[1]}\n`);
if (results) process.stdout.write(`\n  the results, at /score-review\n  password: ${results[1]}\n`);
process.stdout.write('\n');
