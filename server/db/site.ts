import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { startEmbedded } from './embedded.ts';
import { listPendingMigrations, migrate } from './migrate.ts';
import { type Db, openDatabase } from './open.ts';
import { acquireSiteLock, isSiteLocked } from './site-lock.ts';

export type Site = {
  db: Db;
  pool: pg.Pool;
  connection: pg.ClientConfig;
  /** Closes the pool, and stops the built-in server when no other program uses it. */
  close(): Promise<void>;
};

type Options = {
  log: (line: string) => void;
  /** Called when the running site must stop: another one has locked the database. */
  onLost?: () => void;
  /** How long to wait for an external server, in milliseconds. */
  patience?: number;
};

/** Milliseconds within which a server answers at the start. */
const silenceLimit = 5000;

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>;
type Server = {
  connection: pg.ClientConfig;
  revive?: () => Promise<void>;
  started: boolean;
  stop(): Promise<void>;
};

/**
 * Opens the database for the running site: the server is started or reached, locked, and migrated. Throws sentences for
 * the operator, for example when another site uses the data folder.
 */
export async function openSite(settings: Settings, options: Options): Promise<Site> {
  const server = await startServer(settings, options);
  const lock = await acquireSiteLock({
    connection: server.connection,
    exclusive: !settings.databaseUrl,
    revive: server.revive,
    onLost: options.onLost ?? (() => undefined),
    log: options.log,
  });
  if (!lock)
    throw new Error(
      settings.databaseUrl
        ? 'A backup is being restored into this database. Start the site when it is done.'
        : `The data folder ${settings.dataDir} is in use by another running copy of the site. Stop that one first, or set DATA_DIR.`,
    );
  const close = async () => {
    await lock.release();
    await server.stop();
  };
  return openMigrated(server.connection, options, close).catch(async (error) => {
    await close();
    throw error;
  });
}

/**
 * Opens the database for one command alone, without migrating it: no site can run meanwhile. Throws sentences for the
 * operator, for example when the site runs.
 */
export async function openSiteExclusively(
  settings: Settings,
  { log, patience }: Options,
): Promise<Pick<Site, 'connection' | 'close'>> {
  const server = await startServer(settings, { log, patience });
  const lost = () => log('Another program has locked the database.');
  const { connection, revive } = server;
  const lock = await acquireSiteLock({ connection, exclusive: true, revive, onLost: lost, log });
  const close = async () => {
    await lock?.release();
    if (server.started) await server.stop();
  };
  if (lock) return { connection, close };
  throw new Error('The site is running on this database. Stop it first.');
}

/**
 * Opens the database for a command, whether the site runs or not. A command never migrates a database that is in use by an
 * older version: without `anySchema`, it throws a sentence then.
 */
export async function openRunningSite(
  settings: Settings,
  options: Options & { anySchema?: boolean },
): Promise<Site> {
  const server = await startServer(settings, options);
  const close = async () => {
    if (server.started && !(await isSiteLocked(server.connection))) await server.stop();
  };
  return openCurrent(server.connection, options, close).catch(async (error) => {
    await close();
    throw error;
  });
}

async function openMigrated(
  connection: pg.ClientConfig,
  { log }: Options,
  close: () => Promise<void>,
): Promise<Site> {
  await withPatientPool(connection, async (patient) => {
    for (const name of await migrate(patient)) log(`Migrated: ${name}.`);
  });
  return openPool(connection, log, close);
}

async function openCurrent(
  connection: pg.ClientConfig,
  { log, anySchema }: Options & { anySchema?: boolean },
  close: () => Promise<void>,
): Promise<Site> {
  await withPatientPool(connection, async (patient) => {
    const pending = await listPendingMigrations(patient.db);
    if (pending.length === 0) await migrate(patient);
    else if (!anySchema)
      throw new Error(
        `This database belongs to an older version of the program (${pending.join(', ')} not applied). Start the site with this version first, or run the command with the older one.`,
      );
  });
  return openPool(connection, log, close);
}

async function withPatientPool(
  connection: pg.ClientConfig,
  use: (patient: ReturnType<typeof openDatabase>) => Promise<void>,
): Promise<void> {
  const patient = openDatabase(connection, { max: 1, patient: true });
  try {
    await use(patient);
  } finally {
    await patient.db.destroy();
  }
}

function openPool(connection: pg.ClientConfig, log: Options['log'], close: () => Promise<void>): Site {
  let closing: Promise<void> | undefined;
  const { db, pool } = openDatabase(connection, {
    onError: (error) => closing ?? log(`A database connection was lost: ${error.message}`),
  });
  const closeAll = async () => {
    await Promise.race([db.destroy(), pause(1000)]);
    await close();
  };
  return {
    db,
    pool,
    connection,
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

async function startServer(
  { dataDir, databaseUrl }: Settings,
  { log, patience = 30_000 }: Options,
): Promise<Server> {
  if (databaseUrl) {
    const connection = { connectionString: databaseUrl };
    await waitForServer(connection, log, patience);
    return { connection, started: false, stop: async () => undefined };
  }
  const { connection, adopted, revive, stop } = await startEmbedded({ dataDir, log });
  return { connection, revive, started: !adopted, stop };
}

/** Waits for a database that is still starting; a wrong password fails at once. */
async function waitForServer(
  connection: pg.ClientConfig,
  log: (line: string) => void,
  patience: number,
): Promise<void> {
  for (const end = Date.now() + patience; ; ) {
    const client = createClient({
      ...connection,
      connectionTimeoutMillis: silenceLimit,
      query_timeout: silenceLimit,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version_num: string; readOnly: boolean }>(
        `select current_setting('server_version_num') as server_version_num,
          current_setting('transaction_read_only') = 'on' as "readOnly"`,
      );
      const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
      if (major < 15) throw new Error(`PostgreSQL ${major} is too old: 15 or later is needed.`);
      if (rows[0]?.readOnly) throw Object.assign(new Error('It is read-only.'), { code: 'EREADONLY' });
      return;
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const transient = /^E[A-Z]+$|^57P03$|^53300$/.test(code) || /timeout|terminated/.test(message);
      if (!transient || Date.now() >= end)
        throw new Error(`The database of DATABASE_URL cannot be used: ${message}`);
      log(`The database of DATABASE_URL does not answer yet (${code || message}). Trying again.`);
      await pause(1000);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Reads the certificates that the address names. Throws a sentence when it cannot be used. */
function createClient(connection: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(connection);
  } catch (error) {
    throw new Error(
      `DATABASE_URL cannot be used: ${(error as Error).message}. In a password, write special characters as %23 (#), %2F (/), %3F (?), %40 (@).`,
    );
  }
}
