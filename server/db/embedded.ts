import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
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
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type Account, accountFor, canEnter, closedFolder } from './embedded-account.ts';
import { type Binaries, binariesFor } from './embedded-binaries.ts';
import { SHARED_HOME } from './embedded-home.ts';
import {
  disownReusedPids,
  isPrivate,
  launch,
  notedServer,
  PORT,
  SUPERUSER,
  serverEnv,
  stateOf,
  stopServer,
} from './embedded-process.ts';

export type Connection = { host: string; port: number; user: string; database: string };

export type Embedded = {
  connection: Connection;
  /** True when the server was running already, left behind by a killed program or kept by another one. */
  adopted: boolean;
  /** Starts the server again if it is gone. */
  revive(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: (line: string) => void;
  /** More settings for the server, for example without fsync for tests. */
  settings?: Record<string, string>;
};

type Place = { pgdata: string; socketDir: string; logFile: string; account: Account; binaries: Binaries };

const NAME = 'overnight';
const LONGEST_SOCKET_PATH = 103;

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // An ERROR line quotes the row that broke a rule, and rows are about people.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/**
 * The program's own PostgreSQL on `DATA_DIR/postgres`: made when there is none, adopted when it still runs, else started.
 * It listens on a unix socket in a closed folder. Throws sentences for people.
 */
export async function startEmbedded({ dataDir, log, settings }: Options): Promise<Embedded> {
  if (process.platform === 'win32')
    throw new Error(
      'The built-in PostgreSQL runs on Linux and macOS. Set DATABASE_URL to use a server of your own.',
    );
  const place = prepare(resolve(dataDir), log);
  const run = () => ensureRunning(place, { ...SETTINGS, ...settings }, log);

  if (!existsSync(place.pgdata)) await create(place);
  const adopted = await run();
  const connection = { host: notedServer(place.pgdata)!.socketDir, port: PORT, user: NAME, database: NAME };
  await ensureDatabase(connection);
  return {
    connection,
    adopted,
    revive: async () => void (await run()),
    stop: async () => {
      const server = notedServer(place.pgdata);
      if (server) await stopServer(server.pid, place.pgdata);
    },
  };
}

function prepare(dataDir: string, log: (line: string) => void): Place {
  const pgdata = join(dataDir, 'postgres');
  const asRoot = process.getuid?.() === 0;
  mkdirSync(dataDir, { recursive: true, mode: asRoot ? 0o711 : 0o700 });
  const account = accountFor(pgdata);
  if (!canEnter(account, dataDir))
    throw new Error(
      `The database runs as the user ${account.name}, who may not enter ${closedFolder(account, dataDir)}. ` +
        `Open it (chmod o+x) or set DATA_DIR to a folder that ${account.name} can reach.`,
    );
  const binaries = binariesFor(account, asRoot ? SHARED_HOME : dataDir, log);
  return {
    pgdata,
    socketDir: socketDirFor(pgdata, account),
    logFile: join(dataDir, 'postgres.log'),
    account,
    binaries,
  };
}

/** The socket lies with the data, unless that path is too long for one: then in a closed folder in /tmp. */
function socketDirFor(pgdata: string, account: Account): string {
  if (Buffer.byteLength(`${pgdata}/.s.PGSQL.${PORT}`) <= LONGEST_SOCKET_PATH) return pgdata;
  const folder = `/tmp/overnight-${createHash('sha256').update(pgdata).digest('hex').slice(0, 16)}`;
  if (!existsSync(folder)) makeOwn(folder, account);
  if (!isPrivate(folder, account.ids?.uid ?? process.getuid!()))
    throw new Error(
      `${folder} is meant for the database's socket, but it is not ours alone. Remove it and start again.`,
    );
  return folder;
}

function makeOwn(folder: string, account: Account): void {
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
  if (account.ids) chownSync(folder, account.ids.uid, account.ids.gid);
}

/** Makes the data folder aside and moves it into place whole: a kill or a full disk leaves nothing half-made behind. */
async function create(place: Place): Promise<void> {
  sweepHalfMade(place.pgdata);
  const half = `${place.pgdata}.new-${process.pid}`;
  makeOwn(half, place.account);
  const flags = [
    '-U',
    SUPERUSER,
    '-E',
    'UTF8',
    '--locale=C',
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
    if (failed) throw new Error(explain('The database could not be created', said, place));
    if (!existsSync(place.pgdata)) renameSync(half, place.pgdata);
    syncFolder(join(place.pgdata, '..'));
  } finally {
    rmSync(half, { recursive: true, force: true });
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

/** Resolves when the server answers: true when it was there already. Waits out recoveries and shutdowns in progress. */
async function ensureRunning(
  place: Place,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<boolean> {
  const { pgdata, socketDir, logFile, account, binaries } = place;
  let child: ReturnType<typeof launch> | undefined;
  const started = Date.now();
  let told = started;
  for (;;) {
    const state = await stateOf(pgdata);
    if (state === 'ready') return child?.pid !== notedServer(pgdata)?.pid;
    if (state === 'busy' && Date.now() - told > 5000) {
      log('The database is still starting: after a crash it first reads its journal.');
      told = Date.now();
    }
    const late = Date.now() - started > 20_000;
    if (state === 'silent' && late)
      throw new Error(
        `A PostgreSQL server (process ${notedServer(pgdata)?.pid}) holds ${pgdata} and does not answer. Stop that process and start again.`,
      );
    if (state === 'absent') {
      const said = child && child.exitCode !== null ? readFileSync(logFile, 'utf8') : '';
      // Somebody else's start or the last backends of a killed server: both pass.
      const passing = /lock file|shared memory block/.test(said);
      if (child && child.pid === undefined)
        throw new Error(explain('The database did not start', 'its program cannot be run', place));
      if (said && (late || !passing)) throw new Error(explain('The database did not start', said, place));
      if (!child || said || child.signalCode) {
        disownReusedPids(pgdata, socketDir);
        child = launch(
          binaries.postgres,
          pgdata,
          { ...settings, unix_socket_directories: socketDir },
          account.ids,
          logFile,
        );
      }
    }
    await new Promise((wake) => setTimeout(wake, 25));
  }
}

function explain(what: string, said: string, place: Place): string {
  if (/No space left on device/.test(said)) return `${what}: the disk that holds ${place.pgdata} is full.`;
  const telling = said.split('\n').filter((line) => /FATAL|PANIC|HINT|error:|could not/.test(line));
  return `${what} (${place.pgdata}): ${(telling.length ? telling : said.trim().split('\n')).slice(-3).join(' ')}`;
}

/** The program's own role and database. The role owns the database and is not a superuser. */
async function ensureDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; base: boolean }>(
      'select exists(select from pg_roles where rolname = $1) as role, exists(select from pg_database where datname = $1) as base',
      [NAME],
    );
    if (!rows[0]?.role) await client.query(`create role ${NAME} login`);
    if (!rows[0]?.base) await client.query(`create database ${NAME} owner ${NAME}`);
  } finally {
    await client.end();
  }
}
