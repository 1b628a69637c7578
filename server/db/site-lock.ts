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
};

/**
 * Locks the database for a running site until `release`, or until the process ends. Acquires the lock again when its
 * connection is lost. Returns undefined when another program has it.
 */
export async function acquireSiteLock(
  options: LockOptions,
): Promise<{ release(): Promise<void> } | undefined> {
  let client = await tryLock(options, 2500);
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
  return {
    release: async () => {
      released = true;
      await client?.end().catch(() => undefined);
    },
  };
}

/** Whether a running site has locked the database. */
export async function isSiteLocked(connection: pg.ClientConfig): Promise<boolean> {
  const client = await tryLock({ connection, exclusive: true }, 0);
  await client?.end();
  return !client;
}

async function reacquire(options: LockOptions, released: () => boolean): Promise<pg.Client | undefined> {
  for (let pause = 50; !released(); pause = Math.min(pause * 2, 2000)) {
    await new Promise((wake) => setTimeout(wake, pause));
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

async function tryLock(
  { connection, exclusive }: Pick<LockOptions, 'connection' | 'exclusive'>,
  patience: number,
) {
  const client = new pg.Client({
    ...connection,
    application_name: 'overnight site',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  await client.connect();
  const lock = exclusive ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  for (const end = Date.now() + patience; ; ) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [KEY]);
    if (rows[0]?.taken) return client;
    if (Date.now() >= end) break;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  await client.end();
  return undefined;
}
