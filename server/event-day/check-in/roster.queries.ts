import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

/** Returns everybody with an approved application, and removed people who had an application, by name. */
export function selectApprovedPeople(db: Db) {
  return db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .where(({ eb, or }) =>
      or([eb('applications.status', '=', 'approved'), eb('users.removed_at', 'is not', null)]),
    )
    .select([
      'users.id as userId',
      'users.name',
      'users.pass_version as passVersion',
      'users.removed_at as removedAt',
      'applications.attendance_confirmed as attendanceConfirmed',
      'applications.dietary_restrictions as dietaryRestrictions',
      'applications.t_shirt_size as tShirtSize',
      'applications.approved_name as approvedName',
      'applications.renamed_at as renamedAt',
    ])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}

/** Returns the names of people on the waitlist. */
export function selectWaitingNames(db: Db) {
  return db
    .selectFrom('waitlist')
    .innerJoin('applications', 'applications.id', 'waitlist.application_id')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .select('users.name')
    .orderBy('users.name')
    .execute();
}

/** Returns when each admitted person was checked in at each checkpoint. */
export function selectCheckInTimes(db: Db) {
  return db
    .selectFrom('checked_in')
    .select(['user_id as userId', 'checkpoint', 'checked_in_at as at'])
    .execute();
}

/** Returns how many people are admitted at each checkpoint; checkpoints without anybody are left out. */
export function countCheckedIn(db: Db) {
  return db
    .selectFrom('checked_in')
    .groupBy('checkpoint')
    .select(['checkpoint', sql<number>`count(*)`.as('count')])
    .execute();
}
