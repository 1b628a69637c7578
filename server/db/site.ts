import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { type Db, openDatabase } from './open.ts';
import { acquireSiteLock, isSiteLocked } from './site-lock.ts';

export type Site = {
  db: Db;
  pool: pg.Pool;
  connection: pg.ClientConfig;
  /** Closes the pool, and stops the built-in server when nobody else uses it. */
  close(): Promise<void>;
};

type Options = {
  log: (line: string) => void;
  /** Called when the running site has to give up: another one has taken the database over. */
  onLost?: () => void;
  /** How long to wait for an external server, in milliseconds. */
  patience?: number;
};

type Wanted = Pick<Config, 'dataDir' | 'databaseUrl'>;
type Server = {
  connection: pg.ClientConfig;
  revive?: () => Promise<void>;
  started: boolean;
  stop(): Promise<void>;
};

/**
 * The database for the running site: server started or reached, marked as in use, schema up to date. Throws sentences
 * for people, among them that the data folder is in use by another site.
 */
export async function openSite(wanted: Wanted, options: Options): Promise<Site> {
  const server = await startServer(wanted, options);
  const hold = await acquireSiteLock({
    connection: server.connection,
    alone: !wanted.databaseUrl,
    revive: server.revive,
    onLost: options.onLost ?? (() => undefined),
    log: options.log,
  });
  if (!hold)
    throw new Error(
      wanted.databaseUrl
        ? 'A backup is being restored into this database. Start the site when it is done.'
        : `The data folder ${wanted.dataDir} is in use by another running copy of the site. Stop that one first, or set DATA_DIR.`,
    );
  const close = async () => {
    await hold.release();
    await server.stop();
  };
  return opened(server.connection, options, close).catch(async (error) => {
    await close();
    throw error;
  });
}

/**
 * The bare database for one command alone, its schema as it is found: no site runs on it meanwhile, and none can start.
 * Throws sentences for people, among them that the site runs.
 */
export async function openSiteExclusively(
  wanted: Wanted,
  { log, patience }: Options,
): Promise<Pick<Site, 'connection' | 'close'>> {
  const server = await startServer(wanted, { log, patience });
  const lost = () => log('Somebody else has taken the database over.');
  const { connection, revive } = server;
  const hold = await acquireSiteLock({ connection, alone: true, revive, onLost: lost, log });
  const close = async () => {
    await hold?.release();
    if (server.started) await server.stop();
  };
  if (hold) return { connection, close };
  throw new Error('The site is running on this database. Stop it first.');
}

/** The same database for a command, while the site runs or not. */
export async function openRunningSite(wanted: Wanted, options: Options): Promise<Site> {
  const server = await startServer(wanted, options);
  const close = async () => {
    if (server.started && !(await isSiteLocked(server.connection))) await server.stop();
  };
  return opened(server.connection, options, close).catch(async (error) => {
    await close();
    throw error;
  });
}

async function opened(
  connection: pg.ClientConfig,
  { log }: Options,
  close: () => Promise<void>,
): Promise<Site> {
  const patient = openDatabase(connection, { max: 1, patient: true });
  try {
    for (const name of await migrate(patient)) log(`Migrated: ${name}.`);
  } finally {
    await patient.db.destroy();
  }
  let closing: Promise<void> | undefined;
  const { db, pool } = openDatabase(connection, {
    onError: (error) => closing ?? log(`A database connection broke: ${error.message}`),
  });
  const end = async () => {
    await Promise.race([db.destroy(), pause(1000)]);
    await close();
  };
  return {
    db,
    pool,
    connection,
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}

async function startServer(
  { dataDir, databaseUrl }: Wanted,
  { log, patience = 30_000 }: Options,
): Promise<Server> {
  if (databaseUrl) {
    const connection = { connectionString: databaseUrl };
    await reach(connection, log, patience);
    return { connection, started: false, stop: async () => undefined };
  }
  const { connection, adopted, revive, stop } = await startEmbedded({ dataDir, log });
  return { connection, revive, started: !adopted, stop };
}

/** A database that starts at the same time as the program may take its time; a wrong password will not get better. */
async function reach(
  connection: pg.ClientConfig,
  log: (line: string) => void,
  patience: number,
): Promise<void> {
  for (const end = Date.now() + patience; ; ) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
      const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
      if (major < 15) throw new Error(`PostgreSQL ${major} is too old: 15 or later is needed.`);
      return;
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const passing = /^E[A-Z]+$|^57P03$|^53300$/.test(code);
      if (!passing || Date.now() >= end)
        throw new Error(`The database of DATABASE_URL cannot be used: ${message}`);
      log(`The database of DATABASE_URL does not answer yet (${code}). Trying again.`);
      await pause(1000);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
