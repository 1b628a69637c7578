import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../../packages/embedded-postgres/embedded.ts';
import type { Config } from '../config.ts';

export type DatabaseSettings = Pick<Config, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'databaseOwnerUrl' | 'databasePool' | 'migratesBesideInstances'>>;

export type DatabaseServer = {
  /** As the role of the running program. */
  connection: pg.ClientConfig;
  /** As the role that owns the tables. The same as `connection` if the site has only one role. */
  owner: pg.ClientConfig;
  restart?: () => Promise<void>;
  started: boolean;
  stop(): Promise<void>;
};

type Options = {
  log: (line: string) => void;
  /** How long to wait for an external server, in milliseconds. */
  timeout?: number;
};

/** Milliseconds within which a server answers at the start. */
const silenceLimit = 5000;

/** Starts the built-in server, or waits for the external one. Throws sentences for the operator. */
export async function startServer(
  { dataDir, databaseUrl, databaseOwnerUrl }: DatabaseSettings,
  { log, timeout = 30_000 }: Options,
): Promise<DatabaseServer> {
  if (databaseUrl) {
    const connection = { connectionString: databaseUrl };
    await waitForServer('DATABASE_URL', connection, log, timeout);
    const owner = databaseOwnerUrl ? { connectionString: databaseOwnerUrl } : connection;
    if (databaseOwnerUrl) await waitForServer('DATABASE_OWNER_URL', owner, log, timeout);
    return { connection, owner, started: false, stop: async () => undefined };
  }
  const { connection, owner, restart, adopted, stop } = await startEmbedded({ dataDir, log });
  return { connection, owner, restart, started: !adopted, stop };
}

/** Waits for a database that is still starting; a wrong password fails at once. */
async function waitForServer(
  variable: string,
  connection: pg.ClientConfig,
  log: (line: string) => void,
  timeout: number,
): Promise<void> {
  for (const end = Date.now() + timeout; ; ) {
    const client = createClient(variable, {
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
      if (major < 15)
        throw new Error(
          `PostgreSQL ${major} is too old: 15 or later is needed (docs/upgrading.md, PostgreSQL).`,
        );
      if (rows[0]?.readOnly) throw Object.assign(new Error('It is read-only.'), { code: 'EREADONLY' });
      return;
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      const transient = /^E[A-Z]+$|^57P03$|^53300$/.test(code) || /timeout|terminated/.test(message);
      if (!transient || Date.now() >= end)
        throw new Error(`The database of ${variable} cannot be used: ${message}`);
      log(`The database of ${variable} does not answer yet (${code || message}). Trying again.`);
      await pause(1000);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Reads the certificates named in the address. Throws a sentence when it cannot be used. */
function createClient(variable: string, connection: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(connection);
  } catch (error) {
    throw new Error(
      `${variable} cannot be used: ${(error as Error).message}. In a password, write special characters as %23 (#), %2F (/), %3F (?), %40 (@).`,
    );
  }
}
