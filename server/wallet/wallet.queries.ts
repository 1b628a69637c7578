import type { Db } from '../db/open.ts';

/** Returns what the pass of an approved person shows; undefined when there is no such person. */
export function findApprovedPassHolder(db: Db, userId: string) {
  return db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .where('users.id', '=', userId)
    .where('applications.status', '=', 'approved')
    .select(['users.id', 'users.name', 'users.pass_version as passVersion', 'applications.track'])
    .executeTakeFirst();
}
