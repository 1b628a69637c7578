import { staffRoles } from '../../../contract/platform/roles.ts';
import type { Db } from '../../platform/db/open.ts';

/** Selects the people who run the event: owners first, then organizers, then by role and name. */
export function selectStaff(db: Db) {
  return db
    .selectFrom('users')
    .where('role', 'in', staffRoles)
    .select(({ selectFrom }) => [
      'id',
      'name',
      'email',
      'role',
      'is_owner as isOwner',
      'last_seen_at as lastSeenAt',
      selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('sessions'),
    ])
    .orderBy('is_owner', 'desc')
    .orderBy(({ eb }) => eb('role', '<>', 'admin'))
    .orderBy('role')
    .orderBy('name')
    .orderBy('email')
    .execute();
}

/** Selects a person's role, whether they have ever signed in with it, and whether they have applied. */
export function findPerson(db: Db, id: string) {
  return db
    .selectFrom('users')
    .leftJoin('applications', 'applications.user_id', 'users.id')
    .where('users.id', '=', id)
    .select([
      'users.id',
      'users.name',
      'users.role',
      'users.is_owner as isOwner',
      'users.last_seen_at as lastSeenAt',
      'applications.id as applicationId',
    ])
    .executeTakeFirst();
}

/** Deletes the links that could still sign a person in. */
export async function deleteLinksOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_links').where('user_id', '=', userId).where('used_at', 'is', null).execute();
}

export async function hasLinkAfter(db: Db, userId: string, moment: Date): Promise<boolean> {
  const found = db
    .selectFrom('sign_in_links')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', moment)
    .select('token_hash');
  return (await found.executeTakeFirst()) !== undefined;
}
