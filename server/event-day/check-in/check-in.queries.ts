import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import { precompileFirst } from '../../platform/db/statements.ts';
import type { StationColumns } from './station-view.ts';

/** What a station needs to know about a person at a checkpoint, and about an idempotency key. */
export interface ParticipantRow extends StationColumns {
  applicationId: string;
  name: string;
  email: string | null;
  major: string;
  status: 'pending' | 'approved' | 'rejected';
  attendanceConfirmed: boolean;
  passVersion: number;
  removedAt: Date | null;
  /** The current admission at the checkpoint, and the key that it was made with. */
  admittedId: string | null;
  admittedAt: Date | null;
  admittedKey: string | null;
  admittedVerified: boolean | null;
  /** What the key was used for before. */
  keyUserId: string | null;
  keyCheckpoint: string | null;
  keyState: 'admitted' | 'conflict' | 'undone' | 'duplicate' | null;
}

/** Returns a person with an application at a checkpoint, and what an idempotency key was used for. */
export const findParticipant = precompileFirst(
  (_db, userId: string, checkpoint: string, key: string | null) => sql<ParticipantRow>`
    select u.id as "userId", a.id as "applicationId", u.name, u.email, a.major, a.status,
      a.attendance_confirmed as "attendanceConfirmed", u.pass_version as "passVersion", u.removed_at as "removedAt",
      a.dietary_restrictions as "dietaryRestrictions", a.t_shirt_size as "tShirtSize",
      a.approved_name as "approvedName", a.renamed_at as "renamedAt",
      c.id as "admittedId", c.checked_in_at as "admittedAt", c.key as "admittedKey", c.pass_verified as "admittedVerified",
      k.user_id as "keyUserId", k.checkpoint as "keyCheckpoint", k.state as "keyState"
    from applications a
    join users u on u.id = a.user_id
    left join checked_in c on c.user_id = a.user_id and c.checkpoint = ${checkpoint}
    left join check_ins k on k.key = ${key}
    where a.user_id = ${userId}`,
);

export interface NewCheckIn {
  userId: string;
  passVersion: number;
  checkpoint: string;
  key: string;
  passVerified: boolean;
  by: string;
  /** When the person was checked in; null for now. */
  at: Date | null;
}

const checkInStatement = precompileFirst(
  (
    _db,
    userId: string,
    passVersion: number,
    checkpoint: string,
    key: string,
    passVerified: boolean,
    by: string,
    at: Date | null,
  ) => sql<{ id: string; at: Date }>`
    with person as (
      select a.user_id from applications a join users u on u.id = a.user_id
      where a.user_id = ${userId} and a.status = 'approved' and u.pass_version = ${passVersion}
      for no key update of a
    ), admitted as (
      insert into check_ins (user_id, checkpoint, key, state, pass_verified, checked_in_by, checked_in_at)
      select user_id, ${checkpoint}, ${key}, 'admitted', ${passVerified}, ${by},
        coalesce(${at}::timestamptz, clock_timestamp())
      from person
      on conflict do nothing
      returning id, user_id, checkpoint, checked_in_by, checked_in_at
    ), audited as (
      insert into audit (actor_id, action, subject, detail)
      select checked_in_by, 'check-in.admitted', user_id, jsonb_build_object('checkIn', id, 'checkpoint', checkpoint)
      from admitted
    )
    select id, checked_in_at as at from admitted`,
);

/**
 * Checks in an approved person and audits it in one statement: it locks the application, so that no rejection intervenes,
 * and two unique indexes refuse a second admission. Undefined if the person is not approved, the pass is void, or an index
 * refused.
 */
export function insertCheckIn(
  db: Db,
  { userId, passVersion, checkpoint, key, passVerified, by, at }: NewCheckIn,
): Promise<{ id: string; at: Date } | undefined> {
  return checkInStatement(db, userId, passVersion, checkpoint, key, passVerified, by, at);
}

export async function findCheckInId(db: Db, key: string): Promise<string | undefined> {
  return (await db.selectFrom('check_ins').where('key', '=', key).select('id').executeTakeFirst())?.id;
}

/** Returns the name of the person who made a check-in; undefined if their account was deleted. */
export async function findAdmitterName(db: Db, id: string): Promise<string | undefined> {
  const by = db.selectFrom('check_ins').innerJoin('users', 'users.id', 'check_ins.checked_in_by');
  return (await by.where('check_ins.id', '=', id).select('users.name').executeTakeFirst())?.name;
}

/** Returns everybody checked in at a checkpoint, newest first. */
export function selectCheckedIn(db: Db, checkpoint: string) {
  return db
    .selectFrom('checked_in')
    .innerJoin('users', 'users.id', 'checked_in.user_id')
    .innerJoin('applications', 'applications.user_id', 'checked_in.user_id')
    .where('checked_in.checkpoint', '=', checkpoint)
    .select([
      'checked_in.id as _id',
      'checked_in.user_id as userId',
      'users.name',
      'users.email',
      'applications.major',
      'checked_in.checkpoint',
      'checked_in.checked_in_at as checkedInAt',
      'applications.attendance_confirmed as attendanceConfirmed',
      'checked_in.pass_verified as passVerified',
    ])
    .orderBy('checked_in.checked_in_at', 'desc')
    .orderBy('checked_in.id', 'desc')
    .execute();
}

interface Undoing {
  by: string;
  reason: string;
  at: Date;
}

function undoCheckIns(trx: Db, { by, reason, at }: Undoing) {
  return trx
    .updateTable('check_ins')
    .set({ state: 'undone', undone_at: at, undone_by: by, undo_reason: reason });
}

export async function markUndone(trx: Db, { id, ...undoing }: Undoing & { id: string }): Promise<void> {
  await undoCheckIns(trx, undoing).where('id', '=', id).execute();
}

/** Marks the current admission as undone, if there is one. */
export async function markAdmittedUndone(
  trx: Db,
  { userId, checkpoint, ...undoing }: Undoing & { userId: string; checkpoint: string },
): Promise<void> {
  await undoCheckIns(trx, undoing)
    .where('user_id', '=', userId)
    .where('checkpoint', '=', checkpoint)
    .where('state', '=', 'admitted')
    .execute();
}

export function selectPassSubject(db: Db, userId: string) {
  return db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .where('users.id', '=', userId)
    .select([
      'users.id',
      'users.name',
      'users.pass_version as passVersion',
      'applications.status',
      'applications.track',
    ])
    .executeTakeFirst();
}

/** Voids all of a person's passes and returns what a new one needs. */
export function raisePassVersion(trx: Db, userId: string) {
  return trx
    .updateTable('users')
    .where('id', '=', userId)
    .set((eb) => ({ pass_version: eb('pass_version', '+', 1) }))
    .returning(['id', 'name', 'pass_version as passVersion', 'email', 'email_verified as emailVerified'])
    .executeTakeFirstOrThrow();
}
