import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { type DatabaseServer, type DatabaseSettings, startServer } from './database-server.ts';
import { type Db, openDatabase } from './open.ts';
import { listPendingMigrations, upgradeSchema, withMaintenancePool } from './schema.ts';

/*
 * The lease of an instance on the database, which is an advisory lock of one connection:
 *
 *   starting ──▶ held ──▶ alone      starting: with the start lock, which one instance has at a time
 *      │         │  ▲       │        held:     shared with other instances; the built-in database is one instance's
 *      ▼         │  └───────┘        alone:    no other instance can begin; an older schema is migrated here
 *   refused      ▼
 *              lost ──▶ held         lost:     the connection ended, or did not answer; tried again until it is back
 *                │
 *                ▼
 *              taken                 taken:    another program got it meanwhile, and this instance stops
 *
 * `release` ends each of them. A command on a running site holds no lease, one that needs the database alone an exclusive one.
 */

/** Any number that other programs on the server are unlikely to lock: "overnite" in ASCII. */
const siteKey = 0x6f7665726e697465n;
const startKey = siteKey + 1n;

const exclusiveLock = 'select pg_try_advisory_lock($1) as taken';
const sharedLock = 'select pg_try_advisory_lock_shared($1) as taken';

/** How long to wait for a lock, in milliseconds: the connection of a killed instance stays open for a moment. */
const timeout = 2500;

/** A connection that holds locks. */
interface Session {
  client: pg.Client;
  stream: Socket;
}

async function connect(connection: pg.ClientConfig): Promise<Session> {
  const stream = new Socket();
  const client = new pg.Client({
    ...connection,
    stream: () => stream,
    application_name: 'overnight site',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return { client, stream };
}

/** Tries to take a lock for this many milliseconds; returns whether it succeeded. */
async function takeLock({ client }: Session, key: bigint, wait: number, lock = exclusiveLock) {
  for (const end = Date.now() + wait; ; ) {
    const { rows } = await client.query<{ taken: boolean }>(lock, [String(key)]);
    if (rows[0]?.taken) return true;
    if (Date.now() >= end) return false;
    await pause(100);
  }
}

/** Connects and takes the site's lock; undefined when another program has it. */
async function hold(connection: pg.ClientConfig, exclusive: boolean, wait: number) {
  const session = await connect(connection);
  if (await takeLock(session, siteKey, wait, exclusive ? exclusiveLock : sharedLock)) return session;
  await session.client.end();
  return undefined;
}

/**
 * Pings the server at intervals, and ends the connection when it does not answer: a server that lost its network or failed
 * over closes nothing. Returns a function that stops it.
 */
function probe({ client, stream }: Session, every: number): () => void {
  let asked = false;
  const timer = setInterval(() => {
    if (asked) stream.destroy();
    asked = true;
    client.query('select').then(
      () => {
        asked = false;
      },
      () => stream.destroy(),
    );
  }, every).unref();
  return () => clearInterval(timer);
}

interface LeaseOptions {
  connection: pg.ClientConfig;
  /** Exclusive (the built-in database), or shared with other instances (an external one). */
  exclusive: boolean;
  /** Called before a lost lease is acquired again. */
  restartServer?: (() => Promise<void>) | undefined;
  /** Called when another program took the lease in the meantime. */
  onTaken?: (() => void) | undefined;
  log: (line: string) => void;
  /** Milliseconds between two pings, and until an answer is due (10,000). */
  probeEvery?: number;
}

type Lease = NonNullable<Awaited<ReturnType<typeof acquireLease>>>;

/** Acquires the lease until `release`, or until the process ends. Returns undefined when another program has it. */
export async function acquireLease(options: LeaseOptions) {
  const { connection, exclusive, restartServer, onTaken, log, probeEvery = 10_000 } = options;
  let released = false;
  let session = await hold(connection, exclusive, timeout);
  if (!session) return undefined;

  const reacquire = async () => {
    for (let wait = 50; !released; wait = Math.min(wait * 2, 2000)) {
      await pause(wait);
      try {
        await restartServer?.();
        const next = await hold(connection, exclusive, 5000);
        if (next) log('The database is back.');
        return next;
      } catch (error) {
        log(`The database cannot be reached: ${(error as Error).message}`);
      }
    }
    return undefined;
  };
  const watch = (held: Session) => {
    const stopProbing = probe(held, probeEvery);
    held.client.once('end', async () => {
      stopProbing();
      if (released) return;
      log('The connection to the database was lost.');
      session = await reacquire();
      if (session) watch(session);
      else if (!released) onTaken?.();
    });
  };
  watch(session);

  /** Runs an action while no other instance can hold the lease. Returns false without running it if one does. */
  const runAlone = async (action: () => Promise<void>): Promise<boolean> => {
    const held = session;
    if (!held || !(await takeLock(held, siteKey, timeout))) return false;
    try {
      await action();
    } finally {
      await held.client.query('select pg_advisory_unlock($1)', [String(siteKey)]).catch(() => undefined);
    }
    return true;
  };
  return {
    runAlone,
    /** Returns whether another instance holds the lease, and still holds it a moment later. */
    hasOthers: async () => !(await runAlone(async () => undefined)),
    release: async () => {
      released = true;
      await session?.client.end().catch(() => undefined);
    },
  };
}

/** Runs an action while no other instance starts on the database; waits while one does. */
async function withStartLock<T>(
  connection: pg.ClientConfig,
  log: (line: string) => void,
  action: () => Promise<T>,
): Promise<T> {
  const session = await connect(connection);
  try {
    const isFree = await takeLock(session, startKey, timeout);
    if (!isFree) log('Another instance is starting on this database. Waiting until it has.');
    if (!isFree) await takeLock(session, startKey, Number.POSITIVE_INFINITY);
    return await action();
  } finally {
    await session.client.end().catch(() => undefined);
  }
}

/** Counts the instances that hold a lease on this database, as seen from another connection. */
export async function countRunningSites(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_locks
    where locktype = 'advisory' and (classid::bigint << 32) | objid::bigint = ${siteKey.toString()}::bigint
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length;
}

export async function isLeased(connection: pg.ClientConfig): Promise<boolean> {
  const session = await hold(connection, true, 0);
  await session?.client.end();
  return !session;
}

export type Site = {
  db: Db;
  pool: pg.Pool;
  connection: pg.ClientConfig;
  /** As the role that owns the tables. */
  owner: pg.ClientConfig;
  /** Closes the pool, and stops the built-in server unless another program uses it. */
  close(): Promise<void>;
};

type Options = {
  log: (line: string) => void;
  /** Called when the running site must stop, because another one took over the database. */
  onTaken?: () => void;
  /** How long to wait for an external server, in milliseconds. */
  timeout?: number;
  /** Compares the settings that all instances must share, and throws a sentence. */
  checkSettings?: (db: Db, hasOthers: () => Promise<boolean>) => Promise<void>;
  /** Writes a backup of the database before these migrations. */
  backUp?: (owner: pg.ClientConfig, pending: string[]) => Promise<void>;
};

/**
 * Opens the database for the running site: the server is started or reached, leased, backed up and migrated when its
 * schema is older. Throws sentences for the operator, for example when another site uses the data folder, or runs with
 * other settings.
 */
export async function openSite(settings: DatabaseSettings, options: Options): Promise<Site> {
  const { log, onTaken, checkSettings } = options;
  const server = await startServer(settings, options);
  const { connection, restart: restartServer } = server;
  let lease: Lease | undefined;
  const close = async () => {
    await lease?.release();
    await server.stop();
  };
  return withStartLock(connection, log, async () => {
    lease = await acquireLease({ connection, exclusive: !settings.databaseUrl, restartServer, onTaken, log });
    if (!lease)
      throw new Error(
        settings.databaseUrl
          ? 'This database is being restored from a backup, or upgraded. Start the site when that is done.'
          : `The data folder ${settings.dataDir} is in use by another running instance of the site. Stop that one first, or set DATA_DIR.`,
      );
    await upgradeAlone(server, lease, settings, options);
    const site = openPool(server, settings, log, close);
    await checkSettings?.(site.db, lease.hasOthers).catch(async (error) => {
      await site.db.destroy();
      throw error;
    });
    return site;
  }).catch(async (error) => {
    // Without the lease, the server belongs to another program.
    if (lease) await close().catch(() => undefined);
    throw error;
  });
}

/** Migrates an older schema after a backup, while no other instance runs. */
async function upgradeAlone(
  server: DatabaseServer,
  lease: Lease,
  { migratesBesideInstances }: DatabaseSettings,
  { log, backUp }: Options,
): Promise<void> {
  await upgradeSchema(server, log, async (pending, apply) => {
    const upgrade = async () => {
      await backUp?.(server.owner, pending);
      await apply();
    };
    if (migratesBesideInstances) return upgrade();
    if (!(await lease.runAlone(upgrade)))
      throw new Error(
        `Another instance of the site runs on this database with an older version, which would break when this one migrates it (${pending.join(', ')}). Stop the other instances first. To migrate beside them, set MIGRATE_BESIDE_RUNNING_COPIES=yes: they then say at /readyz that they are not ready.`,
      );
  });
}

/**
 * Opens the database for one command exclusively, as the role that owns the tables, without migrating it; no site can run
 * during that time. Throws sentences for the operator, for example when the site runs.
 */
export async function openSiteExclusively(
  settings: DatabaseSettings,
  options: Options,
): Promise<Pick<Site, 'connection' | 'close'>> {
  const { log } = options;
  const server = await startServer(settings, options);
  const onTaken = () => log('Another program has locked the database.');
  const lease = await acquireLease({ ...server, exclusive: true, onTaken, log });
  if (!lease) throw new Error('The site is running on this database. Stop it first.');
  const close = async () => {
    await lease.release();
    if (server.started) await server.stop();
  };
  return { connection: server.owner, close };
}

/**
 * Opens the database for a command, whether the site is running or not. A command never migrates a database that an older
 * version is using: it throws a sentence then, unless `anySchema` is set.
 */
export async function openRunningSite(
  settings: DatabaseSettings,
  options: Options & { anySchema?: boolean },
): Promise<Site> {
  const server = await startServer(settings, options);
  const close = async () => {
    if (server.started && !(await isLeased(server.connection))) await server.stop();
  };
  try {
    const pending = await withMaintenancePool(server.owner, ({ db }) => listPendingMigrations(db));
    if (pending.length === 0)
      await withStartLock(server.connection, options.log, () => upgradeSchema(server, options.log));
    else if (!options.anySchema)
      throw new Error(
        `This database belongs to an older version of the program (${pending.join(', ')} not applied). Start the site with this version first, or run the command with the older one.`,
      );
    return openPool(server, settings, options.log, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function openPool(
  { connection, owner }: DatabaseServer,
  { databasePool }: DatabaseSettings,
  log: Options['log'],
  close: () => Promise<void>,
): Site {
  let closing: Promise<void> | undefined;
  const { db, pool } = openDatabase(connection, {
    ...(databasePool && { max: databasePool }),
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
    owner,
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}
