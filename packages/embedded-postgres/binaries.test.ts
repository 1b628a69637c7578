import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { selectAccount } from './account.ts';
import { findInstalledBinaries, prepareBinaries } from './binaries.ts';

const asRoot = process.getuid?.() === 0;
let home: string;
let copies: string;
let said: string[];
const account = selectAccount(join(tmpdir(), 'no-data-yet'));
const version = '18.0.0';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'overnight-binaries-'));
  chmodSync(home, 0o755);
  copies = join(home, 'copies');
  said = [];
  cpSync(findInstalledBinaries().folder, join(home, 'checkout/native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
});
afterEach(() => {
  chmodSync(join(home, 'checkout'), 0o755);
  rmSync(home, { recursive: true, force: true });
});

const find = () =>
  prepareBinaries(account, copies, (line) => said.push(line), {
    folder: join(home, 'checkout/native'),
    version,
  });

test('links that npm ci --ignore-scripts did not create are created', () => {
  rmSync(join(home, 'checkout/native/lib/libicuuc.so.60'));
  rmSync(join(home, 'checkout/native/lib/libicudata.so.60'));
  chmodSync(join(home, 'checkout/native/bin/initdb'), 0o644);
  expect(find().postgres).toBe(join(home, 'checkout/native/bin/postgres'));
  expect(existsSync(join(home, 'checkout/native/lib/libicuuc.so.60'))).toBe(true);
  expect(said).toEqual([]);
});

test.runIf(asRoot)('binaries in a private home are copied once, and the start says so', () => {
  chmodSync(join(home, 'checkout'), 0o700);
  const copied = join(copies, `postgresql-${version}/bin/postgres`);
  expect(find().postgres).toBe(copied);
  expect(find().postgres).toBe(copied);
  expect(said).toEqual([
    `The user ${account.name} cannot use PostgreSQL in the checkout, so its programs were copied to ${copies}/postgresql-${version}.`,
  ]);
});

test('binaries that do not run here are reported with a remedy', () => {
  rmSync(join(home, 'checkout/native/lib'), { recursive: true });
  mkdirSync(join(home, 'checkout/native/lib'));
  expect(find).toThrow(
    /^The built-in PostgreSQL does not run here: .* Set DATABASE_URL to use a PostgreSQL server of your own\.$/s,
  );
});
