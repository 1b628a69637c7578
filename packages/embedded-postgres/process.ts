import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

export type ServerFolders = {
  pgdata: string;
  socketDir: string;
  logFile: string;
  account: Account;
  binaries: Binaries;
};

type EmbeddedServer = { pid: number; socketDir: string };
type ServerState = 'ready' | 'busy' | 'silent' | 'absent';

/** PostgreSQL's name for the port in the socket's file name. Nothing listens on TCP. */
export const socketPort = 5432;
export const superuser = 'postgres';

/** Finds the server recorded in the `postmaster.pid` of `pgdata`. It may have ended long ago. */
export function findRecordedServer(pgdata: string): EmbeddedServer | undefined {
  try {
    const lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, socketDir: lines[4] || pgdata } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the state of the recorded server: `ready` answers, `busy` is starting, recovering or stopping, `silent` runs
 * without answering, `absent` has ended (its process number may belong to another program now).
 */
async function getServerState(pgdata: string): Promise<ServerState> {
  const server = findRecordedServer(pgdata);
  if (!server) return 'absent';
  const client = new pg.Client({
    host: server.socketDir,
    port: socketPort,
    user: superuser,
    database: 'postgres',
    connectionTimeoutMillis: 2000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return realpathSync(rows[0]!.data_directory) === realpathSync(pgdata) ? 'ready' : 'absent';
  } catch (error) {
    if ((error as { code?: string }).code === '57P03') return 'busy';
    return runsOn(server.pid, pgdata) ? 'silent' : 'absent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Rewrites the lock files of an ended server whose process number belongs to another program now; PostgreSQL would
 * refuse to start. They name this program afterwards: PostgreSQL ignores its parent's number, and still checks for
 * leftover backends.
 */
function removeReusedPid(pgdata: string, socketDir: string): void {
  for (const file of [join(pgdata, 'postmaster.pid'), join(socketDir, `.s.PGSQL.${socketPort}.lock`)]) {
    if (!existsSync(file)) continue;
    const lines = readFileSync(file, 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (pid > 0 && isAlive(pid) && !runsOn(pid, pgdata))
      writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'));
  }
}

/** Bytes from which on a log is set aside as `postgres.log.1` at the next launch. */
const maxLog = 5_000_000;

/** Keeps what earlier servers logged, for whoever asks why one ended; returns how many bytes that is. */
function prepareLog(logFile: string): number {
  const { size = 0 } = statSync(logFile, { throwIfNoEntry: false }) ?? {};
  if (size < maxLog) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}

/**
 * Starts the server in a session of its own, so that Ctrl-C in a terminal reaches the program alone. What it logs follows
 * the first `logOffset` bytes of the log.
 */
function launchServer(
  { pgdata, logFile, account, binaries }: ServerFolders,
  settings: Record<string, string>,
): { child: ChildProcess; logOffset: number } {
  const logOffset = prepareLog(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', pgdata, '-p', String(socketPort), ...flags], {
    ...account.ids,
    cwd: '/',
    env: serverEnv(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.on('error', () => undefined);
  child.unref();
  return { child, logOffset };
}

/** Returns a failure as a sentence, with the relevant lines of PostgreSQL's output. */
function explainFailure(what: string, output: string, { pgdata }: ServerFolders): string {
  const { bavail, bsize } = statfsSync(dirname(pgdata));
  if (/No space left on device/.test(output) || bavail * bsize < 65_536)
    return `${what}: the disk that holds ${pgdata} is full.`;
  if (/incompatible with server/.test(output)) {
    const [, written = '', own = ''] = /PostgreSQL version (\d+).* version (\d+)/.exec(output) ?? [];
    return `${what}: ${pgdata} was written by PostgreSQL ${written}, and this version of the program brings PostgreSQL ${own}, which cannot read it. Back up with the version of the program that you had, and restore with this one: docs/upgrading.md, A new major version of PostgreSQL.`;
  }
  const lines = output.trim().split('\n');
  const relevant = lines.filter((line) => /FATAL|PANIC|HINT|error:|could not/.test(line));
  return `${what} (${pgdata}): ${(relevant.length > 0 ? relevant : lines).slice(-3).join(' ')}`;
}

/** Stops the server: a fast shutdown first, and after `timeout` milliseconds an immediate one, which loses no committed data. */
export async function stopServer(pid: number, pgdata: string, timeout = 3000): Promise<void> {
  signal(pid, 'SIGINT');
  const started = Date.now();
  let escalated = false;
  while (runsOn(pid, pgdata)) {
    if (!escalated && Date.now() - started > timeout) {
      signal(pid, 'SIGQUIT');
      escalated = true;
    }
    if (Date.now() - started > timeout + 3000) throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the environment of every PostgreSQL program: messages in English, times in UTC, no variable of the caller. */
function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is a server on this data folder: PostgreSQL makes the folder its working directory. */
function runsOn(pid: number, pgdata: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(pgdata);
  } catch {
    return false;
  }
}

/** Whether a folder belongs to the account and is closed to others; in any other, somebody else could pose as the server. */
export function isPrivate(folder: string, uid: number): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}

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

const patience = 20_000;
const logEvery = 5000;

/**
 * Resolves when the server answers: true when it was running already, false when this call started it. Waits out a
 * recovery, a shutdown in progress, and another program that starts the same server.
 */
export async function ensureRunning(
  folders: ServerFolders,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<boolean> {
  const { pgdata, socketDir } = folders;
  const flags = { ...settings, unix_socket_directories: socketDir };
  const started = Date.now();
  let loggedAt = started;
  let launched: ReturnType<typeof launchServer> | undefined;
  for (;;) {
    const state = await getServerState(pgdata);
    const late = Date.now() - started > patience;
    if (state === 'ready') return launched?.child.pid !== findRecordedServer(pgdata)?.pid;
    if (state === 'busy' && Date.now() - loggedAt > logEvery) {
      log('The database is still starting: after a crash it replays its log first.');
      loggedAt = Date.now();
    }
    if (state === 'silent' && late)
      throw new Error(
        `A PostgreSQL server (process ${findRecordedServer(pgdata)?.pid}) uses ${pgdata} and does not answer. ` +
          'Stop that process and start again.',
      );
    if (state === 'absent' && (!launched || hasEnded(launched.child))) {
      if (launched) assertTransient(folders, launched.logOffset, late);
      removeReusedPid(pgdata, socketDir);
      launched = launchServer(folders, flags);
    }
    await pause(25);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Two causes of a failed start are transient: another program starts the server, or backends of a killed one still run. */
function assertTransient(folders: ServerFolders, logOffset: number, late: boolean): void {
  const output = readFileSync(folders.logFile).subarray(logOffset).toString();
  if (late || !/lock file|shared memory block/.test(output))
    throw new Error(explainFailure('The database did not start', output, folders));
}
