import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './open.ts';

/** Any number that other programs on the server are unlikely to lock: "overnite" in ASCII. */
const siteKey = 0x6f7665726e697465n;
const startKey = siteKey + 1n;

/** Milliseconds that a lock is waited for: the connection of an instance that was just killed lives on a little. */
const timeout = 2500;

type LockOptions = {
  connection: pg.ClientConfig;
  /** Exclusive (the built-in database), or shared with other instances (an external one). */
  exclusive: boolean;
  /** Called before the lock is acquired again, when its connection was lost. */
  revive?: () => Promise<void>;
  /** Called when another program has acquired the lock meanwhile. */
  onLost: () => void;
  log: (line: string) => void;
  /** Milliseconds between two questions to the server, and within which it answers (10,000). */
  probeEvery?: number;
};

export interface SiteLock {
  /** Returns whether another instance has locked the database, and still has after a moment. */
  hasOthers: () => Promise<boolean>;
  /** Runs an action while no other instance can lock the database. Returns false, without running it, when one has. */
  runAlone: (action: () => Promise<void>) => Promise<boolean>;
  release: () => Promise<void>;
}

/** A session that holds the lock; `stream` is its connection. */
interface LockedSession {
  client: pg.Client;
  stream: Socket;
}

/**
 * Locks the database for a running site until `release`, or until the process ends. Acquires the lock again when its
 * connection is lost, or says nothing to a probe. Returns undefined when another program has it.
 */
export async function acquireSiteLock(options: LockOptions): Promise<SiteLock | undefined> {
  let session = await tryLock(options, timeout);
  let released = false;
  if (!session) return undefined;

  const watch = (locked: LockedSession) => {
    const stopProbing = probe(locked, options.probeEvery);
    locked.client.once('end', async () => {
      stopProbing();
      if (released) return;
      options.log('The connection to the database was lost.');
      session = await reacquire(options, () => released);
      if (session) watch(session);
      else if (!released) options.onLost();
    });
  };
  watch(session);
  const runAlone: SiteLock['runAlone'] = async (action) => {
    const holder = session?.client;
    if (!holder || !(await takeLock(holder, 'pg_try_advisory_lock', siteKey, timeout))) return false;
    try {
      await action();
    } finally {
      await holder.query('select pg_advisory_unlock($1)', [siteKey.toString()]).catch(() => undefined);
    }
    return true;
  };
  return {
    runAlone,
    hasOthers: async () => !(await runAlone(async () => undefined)),
    release: async () => {
      released = true;
      await session?.client.end().catch(() => undefined);
    },
  };
}

/** Runs an action while no other instance starts on the database; waits as long as one does. */
export async function withStartLock<T>(
  connection: pg.ClientConfig,
  log: (line: string) => void,
  action: () => Promise<T>,
): Promise<T> {
  const { client } = await connect(connection);
  try {
    const isFree = await takeLock(client, 'pg_try_advisory_lock', startKey, timeout);
    if (!isFree) log('Another instance is starting on this database. Waiting until it has.');
    if (!isFree) await takeLock(client, 'pg_try_advisory_lock', startKey, Number.POSITIVE_INFINITY);
    return await action();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a site runs on this database, as another connection of it sees. */
export async function hasRunningSite(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks
    where locktype = 'advisory' and (classid::bigint << 32) | objid::bigint = ${siteKey.toString()}::bigint
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length > 0;
}

export async function isSiteLocked(connection: pg.ClientConfig): Promise<boolean> {
  const session = await tryLock({ connection, exclusive: true }, 0);
  await session?.client.end();
  return !session;
}

/**
 * Asks the server in intervals, and ends the connection when it does not answer: a server that lost its network, or failed
 * over, closes nothing. Returns a function that stops asking.
 */
function probe({ client, stream }: LockedSession, every = 10_000): () => void {
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

async function reacquire(options: LockOptions, released: () => boolean): Promise<LockedSession | undefined> {
  for (let wait = 50; !released(); wait = Math.min(wait * 2, 2000)) {
    await pause(wait);
    try {
      await options.revive?.();
      const session = await tryLock(options, 5000);
      if (session) options.log('The database is back.');
      return session;
    } catch (error) {
      options.log(`The database cannot be reached: ${(error as Error).message}`);
    }
  }
  return undefined;
}

async function connect(connection: pg.ClientConfig): Promise<LockedSession> {
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

async function tryLock(
  { connection, exclusive }: Pick<LockOptions, 'connection' | 'exclusive'>,
  wait: number,
): Promise<LockedSession | undefined> {
  const session = await connect(connection);
  const lock = exclusive ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  if (await takeLock(session.client, lock, siteKey, wait)) return session;
  await session.client.end();
  return undefined;
}

/** Tries to take a lock for so many milliseconds; returns whether it did. */
async function takeLock(client: pg.Client, lock: string, key: bigint, wait: number): Promise<boolean> {
  for (const end = Date.now() + wait; ; ) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [key.toString()]);
    if (rows[0]?.taken) return true;
    if (Date.now() >= end) return false;
    await pause(100);
  }
}
