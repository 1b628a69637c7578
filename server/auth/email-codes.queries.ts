import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Counts the codes that were emailed to an address since a moment. */
export async function countEmailedCodes(db: Db, email: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('email_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('mailed', '=', true)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCode(
  db: Db,
  code: { email: string; code_hash: Buffer; mailed: boolean; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('email_codes').values(code).execute();
}

/** Selects the codes of an address that are unused, unexpired and have tries left. */
export function selectLiveCodes(db: Db, email: string, now: Date, tries: number) {
  return db
    .selectFrom('email_codes')
    .select(['id', 'code_hash as hash'])
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', tries)
    .execute();
}

export async function incrementTries(db: Db, ids: string[]): Promise<void> {
  await db.updateTable('email_codes').set({ tries: sql`tries + 1` }).where('id', 'in', ids).execute();
}

export async function invalidateCodes(db: Db, ids: string[], now: Date): Promise<void> {
  await db.updateTable('email_codes').set({ used_at: now }).where('id', 'in', ids).execute();
}
