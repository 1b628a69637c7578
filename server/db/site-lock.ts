import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './open.ts';

/** Any number that other programs on the server are unlikely to lock: "overnite" in ASCII. */
const siteKey = 0x6f7665726e697465n;
const startKey = siteKey + 1n;

/** Milliseconds that a lock is waited for: the connection of a copy that was just killed lives on a little. */
const patience = 2500;

type LockOptions = {
  connection: pg.ClientConfig;
  /** Exclusive (the built-in database), or shared with other copies (an external one). */
  exclusive: boolean;
  /** Called before the lock is acquired again, when its connection was lost. */
  revive?: () => Promise<void>;
  /** Called when another program has acquired the lock meanwhile. */
  onLost: () => void;
  log: (line: string) => void;
};

/** A running site's lock on its database. */
export interface SiteLock {
  /** Returns whether another copy has locked the database, and still has after a moment. */
  hasOthers: () => Promise<boolean>;
  /** Runs an action while no other copy can lock the database. Returns false, without running it, when one has. */
  runAlone: (action: () => Promise<void>) => Promise<boolean>;
  release: () => Promise<void>;
}

/**
 * Locks the database for a running site until `release`, or until the process ends. Acquires the lock again when its
 * connection is lost. Returns undefined when another program has it.
 */
export async function acquireSiteLock(options: LockOptions): Promise<SiteLock | undefined> {
  let client = await tryLock(options, patience);
  let released = false;
  if (!client) return undefined;

  const watch = (locked: pg.Client) =>
    locked.once('end', async () => {
      if (released) return;
      options.log('The connection to the database was lost.');
      client = await reacquire(options, () => released);
      if (client) watch(client);
      else if (!released) options.onLost();
    });
  watch(client);
  const runAlone: SiteLock['runAlone'] = async (action) => {
    const at = client;
    if (!at || !(await isTaken(at, 'pg_try_advisory_lock', siteKey, patience))) return false;
    try {
      await action();
    } finally {
      await at.query('select pg_advisory_unlock($1)', [siteKey.toString()]).catch(() => undefined);
    }
    return true;
  };
  return {
    runAlone,
    hasOthers: async () => !(await runAlone(async () => undefined)),
    release: async () => {
      released = true;
      await client?.end().catch(() => undefined);
    },
  };
}

/** Runs an action while no other copy starts on the database; waits as long as one does. */
export async function withStartLock<T>(
  connection: pg.ClientConfig,
  log: (line: string) => void,
  action: () => Promise<T>,
): Promise<T> {
  const client = await connect(connection);
  try {
    const isFree = await isTaken(client, 'pg_try_advisory_lock', startKey, patience);
    if (!isFree) log('Another copy is starting on this database. Waiting until it has.');
    if (!isFree) await isTaken(client, 'pg_try_advisory_lock', startKey, Number.POSITIVE_INFINITY);
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

/** Whether a running site has locked the database. */
export async function isSiteLocked(connection: pg.ClientConfig): Promise<boolean> {
  const client = await tryLock({ connection, exclusive: true }, 0);
  await client?.end();
  return !client;
}

async function reacquire(options: LockOptions, released: () => boolean): Promise<pg.Client | undefined> {
  for (let wait = 50; !released(); wait = Math.min(wait * 2, 2000)) {
    await pause(wait);
    try {
      await options.revive?.();
      const client = await tryLock(options, 5000);
      if (client) options.log('The database is back.');
      return client;
    } catch (error) {
      options.log(`The database cannot be reached: ${(error as Error).message}`);
    }
  }
  return undefined;
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: 'overnight site',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function tryLock(
  { connection, exclusive }: Pick<LockOptions, 'connection' | 'exclusive'>,
  wait: number,
): Promise<pg.Client | undefined> {
  const client = await connect(connection);
  const lock = exclusive ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  if (await isTaken(client, lock, siteKey, wait)) return client;
  await client.end();
  return undefined;
}

/** Tries to take a lock for so many milliseconds. */
async function isTaken(client: pg.Client, lock: string, key: bigint, wait: number): Promise<boolean> {
  for (const end = Date.now() + wait; ; ) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [key.toString()]);
    if (rows[0]?.taken) return true;
    if (Date.now() >= end) return false;
    await pause(100);
  }
}
