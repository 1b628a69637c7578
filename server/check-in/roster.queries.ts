import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Everybody who may come in, by name, with the moments at which they came through each checkpoint. */
export function selectApprovedPeople(db: Db) {
  return db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .where('applications.status', '=', 'approved')
    .select([
      'applications.id as _id',
      'users.id as userId',
      'users.name',
      'users.email',
      'users.pass_version as passVersion',
      'applications.major',
      'applications.attendance_confirmed as attendanceConfirmed',
      'applications.dietary_restrictions as dietaryRestrictions',
      'applications.t_shirt_size as tShirtSize',
    ])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}

/** Every admission that stands. */
export function selectCheckInTimes(db: Db) {
  return db
    .selectFrom('check_ins')
    .where('state', '=', 'admitted')
    .select(['user_id as userId', 'checkpoint', 'checked_in_at as at'])
    .execute();
}

/** How many are in at each checkpoint where anybody is. */
export function countCheckedIn(db: Db) {
  return db
    .selectFrom('check_ins')
    .where('state', '=', 'admitted')
    .groupBy('checkpoint')
    .select(['checkpoint', sql<number>`count(*)`.as('count')])
    .execute();
}
