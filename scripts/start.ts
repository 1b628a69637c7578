import { existsSync } from 'node:fs';
import { isBuilt } from './build.ts';
import { findInstalled, run } from './run.ts';

if (!(await isBuilt())) {
  if (!existsSync(findInstalled('vite'))) {
    console.error(
      'The pages are not built, and the tools for it are not installed. Run npm ci, then npm start.',
    );
    process.exit(1);
  }
  console.error('Building the pages, because their sources have changed …');
  if (run('scripts/build.ts') !== 0) process.exit(1);
}
await import('../server/main.ts');
