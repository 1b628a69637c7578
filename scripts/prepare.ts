import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from './build.ts';
import { findInstalled, isStarted, run } from './run.ts';

const renderer = join(import.meta.dirname, '../dist/public-render/entry.js');

/** Builds the pages when their sources have changed. Exits with 1 when there are none and nothing to build them with. */
export async function prepare(): Promise<void> {
  if (!(await isBuilt())) {
    if (existsSync(findInstalled('vite'))) {
      console.error('Building the pages, because their sources have changed …');
      if (run('scripts/build.ts') !== 0) process.exit(1);
    } else if (existsSync(renderer)) {
      // A production install has no build tools. Texts of the event are rendered at every start; pictures are not.
      console.error('The event or the pages have changed since the last build: pictures may be out of date.');
    } else {
      console.error(
        'The pages are not built, and the build tools are not installed. Run npm ci, then npm start.',
      );
      process.exit(1);
    }
  }
}

if (isStarted(import.meta.filename)) await prepare();
