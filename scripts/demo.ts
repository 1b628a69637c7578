import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { defaultDataDir } from '../packages/embedded-postgres/account.ts';
import { toDocument } from '../server/event/event-document.ts';
import { readEventFolder } from '../server/event/event-folder.ts';
import { defaultEventFolder } from '../server/platform/config.ts';
import { settingNames } from '../server/platform/environment.ts';
import { readCommandLine } from './command-line.ts';
import { createDemoEvent } from './demo-event.ts';
import { run } from './run.ts';

readCommandLine({
  demo: 'Runs a site of its own with 300 invented applicants on the first day of the event, and prints how to sign in as each role.',
});
const applicants = 300;
const dataDir = `${defaultDataDir()}-demo`;
const accountsFile = join(dataDir, 'roster.tsv');

// The demo ignores all settings of a real site: it has its own folder, listens on this machine only, and sends no email.
const { PORT = '3000' } = process.env;
for (const name of settingNames) delete process.env[name];
Object.assign(process.env, {
  NO_ENV_FILE: '1',
  PORT,
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
});

if (run('scripts/prepare.ts') !== 0) process.exit(1);

/** Runs a command of the CLI beside the site and returns its output; exits with its error when it fails. */
async function runCli(...words: string[]): Promise<string> {
  const cli = join(import.meta.dirname, '../server/cli.ts');
  const child = spawn(process.execPath, [cli, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) process.exit(code ?? 1);
  return output;
}

// The list of accounts is written last. If it is missing, an earlier start was interrupted, and the folder is created again.
if (!existsSync(accountsFile)) {
  rmSync(dataDir, { recursive: true, force: true });
  // The event has begun on the day on which the demo was created.
  const folder = mkdtempSync(join(tmpdir(), 'overnight-demo-'));
  const event = createDemoEvent(toDocument((await readEventFolder(defaultEventFolder)).event), new Date());
  writeFileSync(join(folder, 'event.json'), JSON.stringify(event));
  process.env.SEED_EVENT = folder;
  writeFileSync(accountsFile, await runCli('seed', '--applicants', String(applicants)));
  rmSync(folder, { recursive: true });
}
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
