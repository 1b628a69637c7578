import { sql } from 'kysely';
import { contains } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/open.ts';
import { usersWithStatus } from '../../platform/db/users-with-status.ts';

/**
 * Selects up to `max` users with a verified email address whose name and address contain every one of `words`: those who
 * can become volunteers first, then by name.
 */
export function selectUsersByWords(db: Db, { words, max }: { words: string[]; max: number }) {
  return words
    .reduce(
      (query, word) => query.where(contains(sql`users.name || ' ' || users.email`, word)),
      usersWithStatus(db).where('users.email_verified', '=', true).where('users.email', 'is not', null),
    )
    .orderBy(sql`users.role <> 'hacker' or applications.status is not null`)
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(max)
    .execute();
}
