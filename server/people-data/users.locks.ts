import { anyOf } from '../platform/db/any-of.ts';
import type { Db } from '../platform/db/open.ts';

export const userColumns = [
  'id',
  'name',
  'email',
  'email_verified as emailVerified',
  'email_trusted as emailTrusted',
  'role',
] as const;

/** Locks a person against every other change of their role, team, track and requests; undefined when there is none. */
export function lockUser(trx: Db, id: string) {
  return trx.selectFrom('users').select(userColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
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
