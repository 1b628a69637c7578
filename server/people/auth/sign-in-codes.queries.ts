import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/schema.ts';

/** Selects the codes that were emailed to a mailbox since a moment, newest first. Known devices are counted apart. */
export function selectEmailedCodes(
  db: Db,
  { mailbox, isKnownDevice, since }: { mailbox: string; isKnownDevice: boolean; since: Date },
) {
  return db
    .selectFrom('email_codes')
    .select(['created_at as at', 'flow_hash as flowHash', 'network'])
    .where('mailbox', '=', mailbox)
    .where('known_device', '=', isKnownDevice)
    .where('mailed', '=', true)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function insertCode(db: Db, code: Insertable<Tables['email_codes']>): Promise<string> {
  const { id } = await db.insertInto('email_codes').values(code).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Selects the codes of an address that have not expired, also those that were used or have no tries left. */
export function selectCodes(db: Db, email: string, now: Date) {
  return db
    .selectFrom('email_codes')
    .select([
      'id',
      'flow_hash as flowHash',
      'tries',
      'outside_tries as outsideTries',
      'outside_tried_at as outsideTriedAt',
      'used_at as usedAt',
    ])
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .execute();
}

export async function incrementTries(db: Db, ids: string[]): Promise<void> {
  await db.updateTable('email_codes').set({ tries: sql`tries + 1` }).where('id', 'in', ids).execute();
}

export async function incrementOutsideTries(db: Db, ids: string[], now: Date): Promise<void> {
  await db
    .updateTable('email_codes')
    .set({ outside_tries: sql`outside_tries + 1`, outside_tried_at: now })
    .where('id', 'in', ids)
    .execute();
}

export async function invalidateCodes(db: Db, ids: string[], now: Date): Promise<void> {
  await db.updateTable('email_codes').set({ used_at: now }).where('id', 'in', ids).execute();
}
