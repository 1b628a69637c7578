import { sql } from 'kysely';
import type { Db } from './open.ts';

// In-memory indexes ask for the rows changed since the oldest transaction that was running when they last asked.

export const currentTransaction = sql<string>`pg_current_xact_id()::text::bigint`;

/** Returns the oldest running transaction: whatever commits later has this number or a higher one. */
export async function getOldestTransaction(db: Db): Promise<string> {
  const { rows } = await sql<{
    xmin: string;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(db);
  return rows[0]!.xmin;
}
