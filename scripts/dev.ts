import { installed, runTogether } from './run.ts';

const address = 'http://localhost:5173';
const watched = ['server', 'contract', 'event'].map((folder) => `--watch-path=${folder}`);

console.error(`\n  The pages, rebuilt as you type: ${address}\n`);
runTogether([
  { args: [...watched, '--watch-preserve-output', 'server/main.ts'], env: { PUBLIC_URL: address } },
  { args: [installed('vite'), '--clearScreen=false'] },
]);
