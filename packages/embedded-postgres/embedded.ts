import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type Account, canEnterFolder, findClosedFolder, selectAccount, sharedHome } from './account.ts';
import { type Binaries, prepareBinaries } from './binaries.ts';
import {
  createDataFolder,
  createPrivateFolder,
  ensureRunning,
  findRecordedServer,
  isPrivate,
  type ServerFolders,
  socketPort,
  stopServer,
  superuser,
} from './process.ts';

type Connection = { host: string; port: number; user: string; database: string };

export type Embedded = {
  connection: Connection;
  /** As the role that owns the tables. */
  owner: Connection;
  /** True when the server was running already, left behind by a killed program or in use by another one. */
  adopted: boolean;
  /** Starts the server again when it has ended. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: (line: string) => void;
  /** More settings for the server, for example without fsync for tests. */
  settings?: Record<string, string>;
  /** The programs of another PostgreSQL than that of the npm package. */
  binaries?: Binaries;
};

const databaseName = 'overnight';
const ownerRole = 'overnight_owner';
const longestSocketPath = 103;

const serverSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // An ERROR line quotes the row that violated a constraint, and rows hold personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/**
 * Starts the program's own PostgreSQL on `DATA_DIR/postgres`: created when there is none, adopted when it still runs. It
 * listens on a Unix socket in a private folder. Throws sentences for the operator.
 */
export async function startEmbedded({ dataDir, log, settings, binaries }: Options): Promise<Embedded> {
  if (process.platform === 'win32')
    throw new Error(
      'The built-in PostgreSQL runs on Linux and macOS. Set DATABASE_URL to use a server of your own.',
    );
  const folders = prepareFolders(resolve(dataDir), log, binaries);
  const run = () => ensureRunning(folders, { ...serverSettings, ...settings }, log);

  if (!existsSync(folders.pgdata)) await createDataFolder(folders);
  const adopted = await run();
  const connection = {
    host: findRecordedServer(folders.pgdata)!.socketDir,
    port: socketPort,
    user: databaseName,
    database: databaseName,
  };
  await ensureDatabase(connection);
  return {
    connection,
    owner: { ...connection, user: ownerRole },
    adopted,
    restart: async () => void (await run()),
    stop: async () => {
      const server = findRecordedServer(folders.pgdata);
      if (server) await stopServer(server.pid, folders.pgdata);
    },
  };
}

function prepareFolders(dataDir: string, log: (line: string) => void, given?: Binaries): ServerFolders {
  const pgdata = join(dataDir, 'postgres');
  const asRoot = process.getuid?.() === 0;
  mkdirSync(dataDir, { recursive: true, mode: asRoot ? 0o711 : 0o700 });
  const account = selectAccount(pgdata);
  if (!canEnterFolder(account, dataDir))
    throw new Error(
      `The database runs as the user ${account.name}, who may not enter ${findClosedFolder(account, dataDir)}. ` +
        `Open it (chmod o+x) or set DATA_DIR to a folder that ${account.name} can reach.`,
    );
  const binaries = given ?? prepareBinaries(account, asRoot ? sharedHome : dataDir, log);
  return {
    pgdata,
    socketDir: chooseSocketDir(pgdata, account),
    logFile: join(dataDir, 'postgres.log'),
    account,
    binaries,
  };
}

/** The socket is in the data folder, or, when that path is too long for one, in a private folder in /tmp. */
function chooseSocketDir(pgdata: string, account: Account): string {
  if (Buffer.byteLength(`${pgdata}/.s.PGSQL.${socketPort}`) <= longestSocketPath) return pgdata;
  const folder = `/tmp/overnight-${createHash('sha256').update(pgdata).digest('hex').slice(0, 16)}`;
  if (!existsSync(folder)) createPrivateFolder(folder, account);
  if (!isPrivate(folder, account.ids?.uid ?? process.getuid!()))
    throw new Error(
      `${folder} is for the database's socket, but other users can open it. Remove it and start again.`,
    );
  return folder;
}

/** Creates the database, the role that owns it and the role of the running program; neither is a superuser. */
async function ensureDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, user: superuser, database: 'postgres' });
  await client.connect();
  try {
    // Programs that start at the same time wait for each other; the lock ends with the connection.
    await client.query('select pg_advisory_lock(1)');
    const { rows } = await client.query<{ roles: string[]; exists: boolean }>(
      `select array(select rolname::text from pg_roles) as roles,
        exists (select from pg_database where datname = $1) as exists`,
      [databaseName],
    );
    const { roles, exists } = rows[0]!;
    for (const role of [databaseName, ownerRole])
      if (!roles.includes(role)) await client.query(`create role ${role} login`);
    if (!exists) await client.query(`create database ${databaseName} owner ${ownerRole}`);
  } finally {
    await client.end();
  }
}
