import type { Db } from '../db/open.ts';

/** Returns these applications by name, with what a badge shows. */
export function selectBadgeHolders(db: Db, ids: string[]) {
  return db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .leftJoin('teams', 'teams.id', 'team_members.team_id')
    .where('applications.id', 'in', ids)
    .select([
      'applications.id as applicationId',
      'applications.status',
      'applications.track',
      'users.id',
      'users.name',
      'users.pass_version as passVersion',
      'teams.name as team',
    ])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}
