import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

test('files above the checkout do not configure the job queue, nor are they run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'overnight-queue-'));
  const checkout = path.join(folder, 'checkout');
  const root = path.join(import.meta.dirname, '../../..');
  mkdirSync(checkout);
  cpSync(path.join(root, 'package.json'), path.join(checkout, 'package.json'));
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  writeFileSync(path.join(folder, '.graphile-workerrc.cjs'), 'process.exit(42);');
  const { status } = spawnSync(process.execPath, ['-e', "import('graphile-worker')"], { cwd: checkout });
  rmSync(folder, { recursive: true });
  expect(status).toBe(0);
});
