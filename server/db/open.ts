import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparing-client.ts';
import type { Tables } from './tables.ts';

/** A handle on the database: the pool's, or a transaction's. */
export type Db = Kysely<Tables>;

/** Counts and sums are small here: read PostgreSQL's bigint as a number. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Opens a pool of at most `max` connections (10). Statements end after 5 s, waits for a lock after 3 s, idle
 * transactions after 10 s, and waiting for a free connection after 5 s. A `patient` pool, for migrations and backups, has
 * only the last of these limits.
 */
export function openDatabase(
  connection: string | pg.PoolConfig,
  {
    max = 10,
    onError,
    patient = false,
  }: { max?: number; onError?: (error: Error) => void; patient?: boolean } = {},
): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max,
    Client: PreparingClient,
    connectionTimeoutMillis: 5000,
    ...(!patient && {
      statement_timeout: 5000,
      lock_timeout: 3000,
      idle_in_transaction_session_timeout: 10_000,
    }),
    application_name: 'overnight',
  });
  pool.on('error', (error) => onError?.(error));
  // A connection that is lost during a transaction must not end the program: its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool };
}
