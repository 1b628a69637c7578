import { Socket } from 'node:net';
import pg from 'pg';

/** Any number that other programs on the server are unlikely to lock: "overnite" in ASCII. */
const KEY = 0x6f7665726e697465n.toString();

type LockOptions = {
  connection: pg.ClientConfig;
  /** Exclusive (the built-in database), or shared with other copies (an external one). */
  exclusive: boolean;
  /** Called before the lock is acquired again, when its connection was lost. */
  revive?: () => Promise<void>;
  /** Called when another program has acquired the lock meanwhile. */
  onLost: () => void;
  log: (line: string) => void;
  /** Milliseconds between two questions to the server, and within which it answers (10,000). */
  probeEvery?: number;
};

/** A session that holds the lock; `stream` is its connection. */
interface LockedSession {
  client: pg.Client;
  stream: Socket;
}

/**
 * Locks the database for a running site until `release`, or until the process ends. Acquires the lock again when its
 * connection is lost, or says nothing to a probe. Returns undefined when another program has it.
 */
export async function acquireSiteLock(
  options: LockOptions,
): Promise<{ release(): Promise<void> } | undefined> {
  let session = await tryLock(options, 2500);
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
  return {
    release: async () => {
      released = true;
      await session?.client.end().catch(() => undefined);
    },
  };
}

/** Whether a running site has locked the database. */
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
  for (let pause = 50; !released(); pause = Math.min(pause * 2, 2000)) {
    await new Promise((wake) => setTimeout(wake, pause));
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

async function tryLock(
  { connection, exclusive }: Pick<LockOptions, 'connection' | 'exclusive'>,
  patience: number,
): Promise<LockedSession | undefined> {
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
  const lock = exclusive ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  for (const end = Date.now() + patience; ; ) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [KEY]);
    if (rows[0]?.taken) return { client, stream };
    if (Date.now() >= end) break;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  await client.end();
  return undefined;
}
