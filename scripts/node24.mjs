// Runs a script on Node 24, whichever version of Node starts it: node scripts/node24.mjs scripts/start.ts [arguments].
// Plain JavaScript, because an older Node has to read it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const pinned = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const [script, ...rest] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv.splice(1, 2, resolve(script));
  process.env.PATH = `${join(process.execPath, '..')}${delimiter}${process.env.PATH}`;
  // When the older Node that waits for this one is killed, this one ends too.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  await import('./stripped-sources.mjs');
  await import(pathToFileURL(resolve(script)).href);
} else {
  if (!existsSync(pinned)) fetchNode();
  const self = import.meta.filename ?? new URL(import.meta.url).pathname;
  const child = spawn(pinned, [...process.execArgv, self, script, ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** npm does not download the pinned Node when install scripts are disabled. */
function fetchNode() {
  console.error('This project runs on Node 24. Fetching it (npm rebuild node) …');
  const npm = process.env.npm_execpath;
  const line = ['rebuild', 'node', '--ignore-scripts=false', '--no-audit', '--no-fund'];
  const options = { cwd: root, stdio: 'inherit' };
  if (npm?.endsWith('.js')) spawnSync(process.execPath, [npm, ...line], options);
  else spawnSync('npm', line, options);
  if (existsSync(pinned)) return;
  console.error(
    `Node 24 is needed, this is ${process.version}, and npm could not fetch it. Run npm ci again, or install Node 24.`,
  );
  process.exit(1);
}
