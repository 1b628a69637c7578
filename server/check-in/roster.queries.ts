import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Everybody who may come in, by name, with the moments at which they came through each checkpoint. */
export function approvedPeople(db: Db) {
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
export function admissions(db: Db) {
  return db
    .selectFrom('check_ins')
    .where('state', '=', 'admitted')
    .select(['user_id as userId', 'checkpoint', 'checked_in_at as at'])
    .execute();
}

/** How many are in at each checkpoint where anybody is. */
export function countAdmitted(db: Db) {
  return db
    .selectFrom('check_ins')
    .where('state', '=', 'admitted')
    .groupBy('checkpoint')
    .select(['checkpoint', sql<number>`count(*)`.as('count')])
    .execute();
}

/** The last `max` scans that were turned away at a checkpoint, newest first. */
export function lastAttempts(db: Db, { checkpoint, max }: { checkpoint: string; max: number }) {
  return db
    .selectFrom('check_in_attempts as attempt')
    .leftJoin('users as person', 'person.id', 'attempt.user_id')
    .leftJoin('users as volunteer', 'volunteer.id', 'attempt.by_user_id')
    .where('attempt.checkpoint', '=', checkpoint)
    .select([
      'attempt.id',
      'attempt.at',
      'attempt.checkpoint',
      'attempt.reason',
      'person.id as userId',
      'person.name',
      'volunteer.name as by',
    ])
    .orderBy('attempt.id', 'desc')
    .limit(max)
    .execute();
}

/** Admissions that stations without a network made a second time, oldest first, each with the one that stands. */
export function openConflicts(db: Db) {
  return db
    .selectFrom('check_ins as second')
    .innerJoin('users as person', 'person.id', 'second.user_id')
    .leftJoin('users as volunteer', 'volunteer.id', 'second.checked_in_by')
    .leftJoin('check_ins as first', (join) =>
      join
        .onRef('first.user_id', '=', 'second.user_id')
        .onRef('first.checkpoint', '=', 'second.checkpoint')
        .on('first.state', '=', 'admitted'),
    )
    .leftJoin('users as firstVolunteer', 'firstVolunteer.id', 'first.checked_in_by')
    .where('second.state', '=', 'conflict')
    .select([
      'second.id as _id',
      'second.checkpoint',
      'person.id as userId',
      'person.name',
      'second.checked_in_at as at',
      'volunteer.name as by',
      'first.checked_in_at as firstAt',
      'firstVolunteer.name as firstBy',
    ])
    .orderBy('second.checked_in_at')
    .orderBy('second.id')
    .execute();
}
