import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
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
export async function getServerState(pgdata: string): Promise<ServerState> {
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
export function removeReusedPid(pgdata: string, socketDir: string): void {
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
export function launchServer(
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
export function explainFailure(what: string, output: string, { pgdata }: ServerFolders): string {
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
export function serverEnv(): NodeJS.ProcessEnv {
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
