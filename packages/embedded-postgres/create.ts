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
import type { Account } from './account.ts';
import { explainFailure, type ServerFolders, serverEnv, superuser } from './process.ts';

/** Creates the data folder under another name and renames it when complete: a kill or a full disk leaves no partial folder. */
export async function createDataFolder(folders: ServerFolders): Promise<void> {
  removePartialFolders(folders.pgdata);
  const partial = `${folders.pgdata}.new-${process.pid}`;
  createPrivateFolder(partial, folders.account);
  const flags = [
    '-U',
    superuser,
    '-E',
    'UTF8',
    ...localeFlags(folders.binaries.initdb),
    '--auth-local=trust',
    '--auth-host=reject',
    '-D',
    partial,
  ];
  const child = spawn(folders.binaries.initdb, flags, {
    ...folders.account.ids,
    cwd: '/',
    env: serverEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const failed = await once(child, 'close').then(
    ([code]) => code !== 0,
    (error: Error) => {
      output += error.message;
      return true;
    },
  );
  try {
    if (failed) throw new Error(explainFailure('The database could not be created', output, folders));
    renameUnlessExists(partial, folders.pgdata);
    syncFolder(join(folders.pgdata, '..'));
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Sorts by bytes but knows the capitals of every language: PostgreSQL's own locale from 17 on, else the system's. */
function localeFlags(initdb: string): string[] {
  const { stdout } = spawnSync(initdb, ['--version'], { cwd: '/', encoding: 'utf8' });
  const major = Number(/\d+/.exec(stdout ?? '')?.[0]);
  return major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];
}

/** Another program may have created the same folder meanwhile: then that one is used. */
function renameUnlessExists(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function removePartialFolders(pgdata: string): void {
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

/** Creates a folder that only the account may enter. */
export function createPrivateFolder(folder: string, account: Account): void {
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
  if (account.ids) chownSync(folder, account.ids.uid, account.ids.gid);
}
