import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { createPreparingDb } from './statements.ts';
import type { Tables } from './tables.ts';

/** A handle on the database: the pool's, or a transaction's. */
export type Db = Kysely<Tables>;

/** Counts and sums are small here, so PostgreSQL's bigint is read as a number. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How a read-only database answers a write: it is now a standby, and another one may be the primary. */
const readOnly = '25006';

/**
 * Opens a pool of at most `max` connections (10). Statements end after 5 s, waits for a lock after 3 s, idle transactions
 * after 10 s, and waiting for a connection after 4 s. A connection whose server says nothing for `silenceLimit`
 * milliseconds (6,000) during a query, or has become read-only, is destroyed, so that the next one reaches the current
 * server. A `maintenance` pool, for migrations and backups, has only the limit on waiting for a connection.
 */
export function openDatabase(
  connection: string | pg.PoolConfig,
  {
    max = 10,
    onError,
    maintenance = false,
    silenceLimit = 6000,
  }: { max?: number; onError?: (error: Error) => void; maintenance?: boolean; silenceLimit?: number } = {},
): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max,
    connectionTimeoutMillis: 4000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!maintenance && {
      statement_timeout: 5000,
      lock_timeout: 3000,
      idle_in_transaction_session_timeout: 10_000,
    }),
    application_name: 'overnight',
  });
  pool.on('error', (error) => onError?.(error));
  // A connection lost during a transaction must not end the program: its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (!maintenance) pool.on('connect', (client) => leaveLostServers(client as Connected, silenceLimit));
  return { db: createPreparingDb(pool), pool };
}

/** The parts of a client that its types omit. */
type Connected = pg.PoolClient & {
  readyForQuery: boolean;
  connection: EventEmitter & { stream: Socket };
};

/** The socket's own timer costs nothing per query: it fires when nothing was sent or received for this long. */
function leaveLostServers(client: Connected, silenceLimit: number): void {
  const { connection } = client;
  const { stream } = connection;
  stream.setTimeout(silenceLimit);
  stream.on('timeout', () => {
    if (client.readyForQuery) return;
    const { bytesRead } = stream;
    // If this program was blocked, an answer may have arrived and only be read now.
    setImmediate(() => {
      if (stream.bytesRead === bytesRead) stream.destroy();
    });
  });
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === readOnly) setImmediate(() => stream.destroy());
  });
}
