import type { Db } from '../platform/db/open.ts';

/** Selects users with their team and the status of their application, as sessions and the session call need them. */
export function usersWithStatus(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .leftJoin('applications', 'applications.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'users.photo',
      'users.role',
      'users.is_owner as isOwner',
      'users.team_preference as teamPreference',
      'users.pass_version as passVersion',
      'team_members.team_id as teamId',
      'applications.status as applicationStatus',
      'applications.attendance_confirmed as attendanceConfirmed',
    ]);
}

export type UserRow = Awaited<ReturnType<ReturnType<typeof usersWithStatus>['executeTakeFirstOrThrow']>>;
