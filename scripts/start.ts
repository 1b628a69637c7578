import { existsSync } from 'node:fs';
import { isFresh } from './build-stamp.ts';
import { installed, run } from './run.ts';

if (!isFresh()) {
  if (!existsSync(installed('vite'))) {
    console.error(
      'The pages are not built, and the tools for it are not installed. Run npm ci, then npm run build.',
    );
    process.exit(1);
  }
  console.error('Building the pages: their sources have changed since the last start.');
  if (run('scripts/build.ts') !== 0) process.exit(1);
}
await import('../server/main.ts');
