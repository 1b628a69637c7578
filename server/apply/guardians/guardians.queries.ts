import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/tables.ts';

const columns = [
  'email',
  'sent_at as sentAt',
  'confirmed_at as confirmedAt',
  'declined_at as declinedAt',
] as const;

/** Stores the guardian to ask, with a new link; the previous link ends. */
export async function upsertGuardian(trx: Db, row: Insertable<Tables['guardians']>): Promise<void> {
  await trx
    .insertInto('guardians')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ ...row, confirmed_at: null, declined_at: null }),
    )
    .execute();
}

export function findGuardian(db: Db, userId: string) {
  return db.selectFrom('guardians').select(columns).where('user_id', '=', userId).executeTakeFirst();
}

export function findGuardianByLink(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('guardians')
    .select([...columns, 'user_id as userId'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Records a guardian's answer; returns whose guardian it is, or undefined if they already answered or the link is no longer
 * valid.
 */
export async function markAnswered(
  trx: Db,
  tokenHash: Buffer,
  { answer, now }: { answer: 'yes' | 'no'; now: Date },
): Promise<string | undefined> {
  const row = await trx
    .updateTable('guardians')
    .set(answer === 'yes' ? { confirmed_at: now } : { declined_at: now })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('confirmed_at', 'is', null)
    .where('declined_at', 'is', null)
    .returning('user_id as userId')
    .executeTakeFirst();
  return row?.userId;
}

export async function deleteGuardian(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('guardians').where('user_id', '=', userId).execute();
}

/** Selects which of these users have a guardian, with the answer. */
export function selectGuardians(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('guardians')
    .select(['user_id as userId', 'confirmed_at as confirmedAt', 'declined_at as declinedAt'])
    .where('user_id', 'in', userIds)
    .execute();
}

/** Selects the users whose guardian has not agreed, with the time of a refusal; only one user, with `userId`. */
export function selectUnconfirmed(db: Db, userId?: string) {
  const query = db
    .selectFrom('guardians')
    .select(['user_id as userId', 'declined_at as declinedAt'])
    .where('confirmed_at', 'is', null);
  return (userId ? query.where('user_id', '=', userId) : query).execute();
}
