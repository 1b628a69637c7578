import type { Db } from '../../platform/db/open.ts';

export async function insertLink(
  db: Db,
  link: { token_hash: Buffer; user_id: string | null; expires_at: Date },
): Promise<void> {
  await db.insertInto('sign_in_links').values(link).execute();
}

/** Deletes the links for the first organizer. */
export async function deleteAdminLinks(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_links').where('user_id', 'is', null).execute();
}

/** Marks a link as used and returns its user (null: the first organizer); `undefined` when used, expired or unknown. */
export function consumeLink(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .updateTable('sign_in_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id as userId')
    .executeTakeFirst();
}
