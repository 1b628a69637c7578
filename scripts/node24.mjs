// Runs a script on Node 24, whichever version of Node starts it: node scripts/node24.mjs scripts/start.ts [arguments].
// Plain JavaScript, because an older Node has to read it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
// An optional package for this platform; the lockfile pins its hash.
const pinned = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
const [script, ...rest] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv.splice(1, 2, resolve(script));
  process.env.PATH = `${join(process.execPath, '..')}${delimiter}${process.env.PATH}`;
  // Ends this process when the older Node that waits for it is killed.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  await import(pathToFileURL(resolve(script)).href);
} else {
  if (!existsSync(pinned)) {
    console.error(
      `Node 24 is needed; this is ${process.version}. On Linux, npm ci installs Node 24 as an optional package; elsewhere, install it yourself.`,
    );
    process.exit(1);
  }
  const self = import.meta.filename ?? new URL(import.meta.url).pathname;
  const child = spawn(pinned, [...process.execArgv, self, script, ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
