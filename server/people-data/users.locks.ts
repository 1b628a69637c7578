import { anyOf } from '../platform/db/any-of.ts';
import type { Db } from '../platform/db/open.ts';

export const userColumns = [
  'id',
  'name',
  'email',
  'email_verified as emailVerified',
  'email_trusted as emailTrusted',
  'role',
  'is_owner as isOwner',
  'created_at as createdAt',
  'named_in_gallery as isNamed',
  'invite_code as inviteCode',
  'removed_at as removedAt',
] as const;

/** Locks a person against every other change of their role, team, track and requests; undefined when there is none. */
export function lockUser(trx: Db, id: string) {
  return trx.selectFrom('users').select(userColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Locks a session, so that signing out waits and deletes what refers to it; returns whether there is one. */
export async function lockSession(trx: Db, tokenHash: Buffer): Promise<boolean> {
  const rows = await trx
    .selectFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .select('user_id')
    .forKeyShare()
    .execute();
  return rows.length > 0;
}

/** Locks people, by id. */
export function lockUsers(trx: Db, ids: readonly string[]) {
  return trx
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
