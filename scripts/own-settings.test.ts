import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const checkout = mkdtempSync(path.join(tmpdir(), 'overnight-checkout-'));
const inCheckout = (name: string) => path.join(checkout, name);

/** The settings of a real site, none of which can be used here. */
const hostile = [
  'DATABASE_URL=postgres://127.0.0.1:1/real',
  'DATA_DIR=/proc/real',
  'PUBLIC_URL=https://real.example',
  'SECRET_KEY=short',
  'SECRET_KEY_FILE=/proc/real',
  'SMTP_URL=smtp://127.0.0.1:1',
  'METRICS_TOKEN_FILE=/proc/real',
  'PORT=not a port',
  'PGHOST=real.example',
].join('\n');

beforeAll(() => {
  for (const name of ['contract', 'default-event', 'e2e', 'package.json', 'packages', 'scripts', 'server'])
    cpSync(path.join(root, name), inCheckout(name), { recursive: true });
  for (const name of ['node_modules', 'dist', 'web']) symlinkSync(path.join(root, name), inCheckout(name));
  writeFileSync(inCheckout('.env'), hostile);
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** Runs lines of a module in the checkout, and returns what they print. */
const runLines = (lines: string) =>
  execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', lines], {
    cwd: checkout,
    env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://127.0.0.1:1/shell' },
    encoding: 'utf8',
    stdio: 'pipe',
  });

test('the demo, the rehearsal and all else that starts a program of its own use none of a real site’s settings', () => {
  const loaded = (before: string) =>
    runLines(`${before}
      const { loadConfig, loadEnvironment } = await import('./server/platform/config.ts');
      const { dataDir, databaseUrl, publicUrl, smtpUrl, metricsToken } = loadConfig(loadEnvironment());
      console.log(JSON.stringify([dataDir, databaseUrl, publicUrl, smtpUrl, metricsToken, process.env.PGHOST]));`);
  expect(() => loaded('')).toThrow(/SECRET_KEY/);
  const own = JSON.stringify([
    inCheckout('data'),
    undefined,
    'http://localhost:3000/',
    undefined,
    undefined,
    undefined,
  ]);
  const started = `const { surroundings } = await import('./e2e/program.ts');
    const { settingNames } = await import('./server/platform/environment.ts');
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, surroundings({ DATA_DIR: '${inCheckout('data')}' }));`;
  expect(loaded(started).trim()).toBe(own);
});
