import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist/stamp');
const SOURCES = [
  'web/**',
  'contract/**',
  'event/**',
  'vite.config.ts',
  'scripts/build.ts',
  'package-lock.json',
];

/** Whether dist/ was built from the sources as they are now. */
export function isFresh(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/** Notes that dist/ was just built from the sources as they are now. */
export function markFresh(): void {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, fingerprint());
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: root }).sort()) {
    if (file.endsWith('.test.ts') || file.endsWith('.test.tsx') || !statSync(join(root, file)).isFile())
      continue;
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}
