import { readCommandLine } from './command-line.ts';
import { findInstalled, runTogether } from './run.ts';

readCommandLine({ dev: 'Runs the site and its pages, both reloaded as you type.' });
const url = 'http://localhost:5173';
const watchedPaths = ['server', 'contract', 'packages'].map((folder) => `--watch-path=${folder}`);

console.error(`\n  The pages, reloaded as you type: ${url}\n`);
runTogether([
  { args: [...watchedPaths, '--watch-preserve-output', 'server/main.ts'], env: { PUBLIC_URL: url } },
  { args: [findInstalled('vite'), '--clearScreen=false'] },
]);
