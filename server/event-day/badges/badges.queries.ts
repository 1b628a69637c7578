import type { Db } from '../../platform/db/open.ts';

/** Returns these applications by name, with the data of a badge. */
export function selectBadgeHolders(db: Db, ids: string[]) {
  return db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .leftJoin('teams', 'teams.id', 'team_members.team_id')
    .leftJoin('person_tables', 'person_tables.user_id', 'users.id')
    .where('applications.id', 'in', ids)
    .select([
      'applications.id as applicationId',
      'applications.status',
      'applications.track',
      'users.id',
      'users.name',
      'users.email',
      'users.pass_version as passVersion',
      'teams.name as team',
      'person_tables.number as tableNumber',
    ])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}
