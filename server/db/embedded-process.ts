import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Account } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';

/** One data folder, and all that is needed to run a server on it. */
export type ServerFolders = {
  pgdata: string;
  socketDir: string;
  logFile: string;
  account: Account;
  binaries: Binaries;
};

export type EmbeddedServer = { pid: number; socketDir: string };
export type ServerState = 'ready' | 'busy' | 'silent' | 'absent';

/** PostgreSQL's name for the port in the socket's file name. Nothing listens on TCP. */
export const PORT = 5432;
export const SUPERUSER = 'postgres';

/** The server that says it runs on the data in `pgdata`, as noted in its `postmaster.pid`. It may be long dead. */
export function findNotedServer(pgdata: string): EmbeddedServer | undefined {
  try {
    const lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, socketDir: lines[4] || pgdata } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What the noted server does: `ready` answers, `busy` is starting, recovering or stopping, `silent` lives without
 * answering, `absent` is not there (or its number now belongs to another program).
 */
export async function getServerState(pgdata: string): Promise<ServerState> {
  const server = findNotedServer(pgdata);
  if (!server) return 'absent';
  const client = new pg.Client({
    host: server.socketDir,
    port: PORT,
    user: SUPERUSER,
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
    return worksIn(server.pid, pgdata) ? 'silent' : 'absent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * A dead server's lock files stop PostgreSQL when their process number has meanwhile gone to another program. They are
 * made to name this program: PostgreSQL takes its parent's number for stale, and still checks for left-over backends.
 */
export function removeReusedPid(pgdata: string, socketDir: string): void {
  for (const file of [join(pgdata, 'postmaster.pid'), join(socketDir, `.s.PGSQL.${PORT}.lock`)]) {
    if (!existsSync(file)) continue;
    const lines = readFileSync(file, 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (pid > 0 && isAlive(pid) && !worksIn(pid, pgdata))
      writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'));
  }
}

/** Starts the server in a session of its own, so that Ctrl-C in a terminal reaches the program alone. */
export function launchServer(
  { pgdata, logFile, account, binaries }: ServerFolders,
  settings: Record<string, string>,
): ChildProcess {
  writeFileSync(logFile, '', { mode: 0o600 });
  const log = openSync(logFile, 'a');
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', pgdata, '-p', String(PORT), ...flags], {
    ...account.ids,
    cwd: '/',
    env: serverEnv(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.on('error', () => undefined);
  child.unref();
  return child;
}

/** A failure in a sentence, with the telling lines of what PostgreSQL said. */
export function explainFailure(what: string, said: string, { pgdata }: ServerFolders): string {
  const { bavail, bsize } = statfsSync(dirname(pgdata));
  if (/No space left on device/.test(said) || bavail * bsize < 65_536)
    return `${what}: the disk that holds ${pgdata} is full.`;
  const lines = said.trim().split('\n');
  const telling = lines.filter((line) => /FATAL|PANIC|HINT|error:|could not/.test(line));
  return `${what} (${pgdata}): ${(telling.length > 0 ? telling : lines).slice(-3).join(' ')}`;
}

/** Ends the server: a fast shutdown first, and after `patience` milliseconds an immediate one (nothing answered is lost by it). */
export async function stopServer(pid: number, pgdata: string, patience = 3000): Promise<void> {
  signal(pid, 'SIGINT');
  const started = Date.now();
  let pressed = false;
  while (worksIn(pid, pgdata)) {
    if (!pressed && Date.now() - started > patience) {
      signal(pid, 'SIGQUIT');
      pressed = true;
    }
    if (Date.now() - started > patience + 3000) throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What every program of PostgreSQL is started with: messages in English, times in UTC, nothing of the caller's. */
export function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
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

/** Whether the process is a server of this data folder: PostgreSQL makes the folder its working directory. */
function worksIn(pid: number, pgdata: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(pgdata);
  } catch {
    return false;
  }
}

/** A folder for the socket must be the account's own and closed to others, or somebody else could pose as the server. */
export function isPrivate(folder: string, uid: number): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}
