import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from './build.ts';
import { findInstalled, isStarted, run } from './run.ts';

const renderer = join(import.meta.dirname, '../dist/public-render/entry.js');

/**
 * Builds the pages when their sources have changed. A production install has no build tools and serves what was built before;
 * exits with 1 if nothing was.
 */
export async function prepare(): Promise<void> {
  if (!(await isBuilt())) {
    if (existsSync(findInstalled('vite'))) {
      console.error('Building the pages, because their sources have changed …');
      if (run('scripts/build.ts') !== 0) process.exit(1);
    } else if (!existsSync(renderer)) {
      console.error(
        'The pages are not built, and the build tools are not installed. Run npm ci, then npm start.',
      );
      process.exit(1);
    }
  }
}

if (isStarted(import.meta.filename)) await prepare();
