import pg from 'pg';

/** Any number that other programs on the server are unlikely to lock: the letters "overnite" in ASCII. */
const KEY = 0x6f7665726e697465n.toString();

type Hold = {
  connection: pg.ClientConfig;
  /** Alone on the database (the built-in one), or beside other copies (an external one). */
  alone: boolean;
  /** Called before the hold is taken again, when its connection broke. */
  revive?: () => Promise<void>;
  /** Somebody else holds the database now. */
  onLost: () => void;
  log: (line: string) => void;
};

/**
 * Marks the database as in use by a running site until `release`, or until the process ends however it ends. Taken again
 * by itself when its connection breaks. Returns undefined when another program has it.
 */
export async function acquireSiteLock(hold: Hold): Promise<{ release(): Promise<void> } | undefined> {
  let client = await take(hold, 2500);
  let released = false;
  if (!client) return undefined;

  const watch = (held: pg.Client) =>
    held.once('end', async () => {
      if (released) return;
      hold.log('The connection to the database broke.');
      client = await takeAgain(hold, () => released);
      if (client) watch(client);
      else if (!released) hold.onLost();
    });
  watch(client);
  return {
    release: async () => {
      released = true;
      await client?.end().catch(() => undefined);
    },
  };
}

/** Whether a running site holds the database. */
export async function isSiteLocked(connection: pg.ClientConfig): Promise<boolean> {
  const client = await take({ connection, alone: true }, 0);
  await client?.end();
  return !client;
}

async function takeAgain(hold: Hold, released: () => boolean): Promise<pg.Client | undefined> {
  for (let pause = 50; !released(); pause = Math.min(pause * 2, 2000)) {
    await new Promise((wake) => setTimeout(wake, pause));
    try {
      await hold.revive?.();
      const client = await take(hold, 5000);
      if (client) hold.log('The database is back.');
      return client;
    } catch (error) {
      hold.log(`The database is away: ${(error as Error).message}`);
    }
  }
  return undefined;
}

async function take({ connection, alone }: Pick<Hold, 'connection' | 'alone'>, patience: number) {
  const client = new pg.Client({
    ...connection,
    application_name: 'overnight site',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  await client.connect();
  const lock = alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  for (const end = Date.now() + patience; ; ) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [KEY]);
    if (rows[0]?.taken) return client;
    if (Date.now() >= end) break;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  await client.end();
  return undefined;
}
