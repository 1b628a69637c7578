import { sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';

/** Locks the tables against every other change of their numbers, and against scores, until the transaction ends. */
export async function lockTables(trx: Db): Promise<void> {
  await sql`lock table demo_tables in share row exclusive mode`.execute(trx);
}
