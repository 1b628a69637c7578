import { sql } from 'kysely';
import type { Db } from './open.ts';

/** Waits until no other transaction holds this key, and holds it until the transaction ends. */
export async function lockKey(trx: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}
