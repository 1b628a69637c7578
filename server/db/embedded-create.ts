import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Account } from './embedded-account.ts';
import { explainFailure, type ServerFolders, SUPERUSER, serverEnv } from './embedded-process.ts';

/** Makes the data folder aside and moves it into place whole: a kill or a full disk leaves nothing half-made behind. */
export async function createDataFolder(place: ServerFolders): Promise<void> {
  sweepHalfMade(place.pgdata);
  const half = `${place.pgdata}.new-${process.pid}`;
  changeOwner(half, place.account);
  const flags = [
    '-U',
    SUPERUSER,
    '-E',
    'UTF8',
    ...letters(place.binaries.initdb),
    '--auth-local=trust',
    '--auth-host=reject',
    '-D',
    half,
  ];
  const child = spawn(place.binaries.initdb, flags, {
    ...place.account.ids,
    cwd: '/',
    env: serverEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const failed = await once(child, 'close').then(
    ([code]) => code !== 0,
    (error: Error) => {
      said += error.message;
      return true;
    },
  );
  try {
    if (failed) throw new Error(explainFailure('The database could not be created', said, place));
    moveUnlessThere(half, place.pgdata);
    syncFolder(join(place.pgdata, '..'));
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** The order of bytes, but capitals for the letters of every language: the server's own from 17 on, else the system's. */
function letters(initdb: string): string[] {
  const { stdout } = spawnSync(initdb, ['--version'], { cwd: '/', encoding: 'utf8' });
  const major = Number(/\d+/.exec(stdout ?? '')?.[0]);
  return major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];
}

/** Another program may have made the same folder meanwhile: then that one counts. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function sweepHalfMade(pgdata: string): void {
  const folder = join(pgdata, '..');
  for (const name of readdirSync(folder)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Makes a folder that only the account may enter. */
export function changeOwner(folder: string, account: Account): void {
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
  if (account.ids) chownSync(folder, account.ids.uid, account.ids.gid);
}
