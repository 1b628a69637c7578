import { sql } from 'kysely';
import type { Db } from './open.ts';

/** Resolves when the database accepts writes; a read-only one refuses even a write of no row. */
export async function assertWritable(db: Db): Promise<void> {
  await sql`update settings set value = value where false`.execute(db);
}
