import type { MadeAgreement } from '../../../contract/apply/agreements.ts';
import type { Db } from '../../platform/db/open.ts';

/** Inserts a person's agreements, or makes revoked ones valid again; returns the ids of those that changed. */
export async function insertAgreements(
  trx: Db,
  userId: string,
  agreements: readonly Omit<MadeAgreement, 'at' | 'revokedAt'>[],
  at: Date,
): Promise<string[]> {
  if (agreements.length === 0) return [];
  const rows = await trx
    .insertInto('agreements')
    .values(agreements.map(({ id, ...text }) => ({ user_id: userId, agreement: id, ...text, at })))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'agreement', 'version'])
        .doUpdateSet(({ ref }) => ({
          title: ref('excluded.title'),
          text: ref('excluded.text'),
          at,
          revoked_at: null,
        }))
        .where('agreements.revoked_at', 'is not', null),
    )
    .returning('agreement')
    .execute();
  return rows.map(({ agreement }) => agreement);
}

/** Revokes every version of an agreement; returns whether there was one. */
export async function revokeAgreements(trx: Db, userId: string, agreement: string, at: Date) {
  const rows = await trx
    .updateTable('agreements')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('agreement', '=', agreement)
    .where('revoked_at', 'is', null)
    .returning('version')
    .execute();
  return rows.length > 0;
}

/** Selects users' agreements, oldest first, including revoked ones. */
export function selectAgreements(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('agreements')
    .select([
      'user_id as userId',
      'agreement as id',
      'version',
      'title',
      'text',
      'at',
      'revoked_at as revokedAt',
    ])
    .where('user_id', 'in', userIds)
    .orderBy('at')
    .orderBy('agreement')
    .execute();
}

export async function selectUsersWhoAgreed(db: Db, { id, version }: { id: string; version: string }) {
  const rows = await db
    .selectFrom('agreements')
    .select('user_id as userId')
    .where('agreement', '=', id)
    .where('version', '=', version)
    .where('revoked_at', 'is', null)
    .execute();
  return rows.map((row) => row.userId);
}
