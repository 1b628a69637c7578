import type { Db } from '../db/open.ts';
import type { NewCheckIn } from './check-in.queries.ts';

/** Keeps a second admission that a station made offline, for an organiser to settle. False when the key is taken. */
export async function insertConflict(
  db: Db,
  { userId, checkpoint, key, passVerified, by, at }: Omit<NewCheckIn, 'passVersion'>,
): Promise<boolean> {
  const kept = await db
    .insertInto('check_ins')
    .values({
      user_id: userId,
      checkpoint,
      key,
      state: 'conflict',
      pass_verified: passVerified,
      checked_in_by: by,
      ...(at && { checked_in_at: at }),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return kept.numInsertedOrUpdatedRows === 1n;
}

/** Whether this volunteer has handed in a conflict about this person before. */
export async function hasConflictBy(
  db: Db,
  { userId, checkpoint, by }: { userId: string; checkpoint: string; by: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('check_ins')
    .where('user_id', '=', userId)
    .where('checkpoint', '=', checkpoint)
    .where('checked_in_by', '=', by)
    .where('state', '=', 'conflict')
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Admissions that stations without a network made a second time, oldest first, each with the one that stands. */
export function selectOpenConflicts(db: Db) {
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

/** Whose conflict this is; undefined when there is no such check-in. */
export function findConflictUser(db: Db, id: string) {
  return db.selectFrom('check_ins').where('id', '=', id).select('user_id as userId').executeTakeFirst();
}

/**
 * Holds an application's row, as an admission does, so that nobody is let in while a conflict is settled; whether it is
 * approved.
 */
export async function lockApproval(trx: Db, userId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('applications')
    .where('user_id', '=', userId)
    .select('status')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found?.status === 'approved';
}

/** Takes back the admission that stands, where one does. */
export async function undoAdmittedCheckIn(
  trx: Db,
  {
    userId,
    checkpoint,
    by,
    reason,
    at,
  }: { userId: string; checkpoint: string; by: string; reason: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('check_ins')
    .set({ state: 'undone', undone_at: at, undone_by: by, undo_reason: reason })
    .where('user_id', '=', userId)
    .where('checkpoint', '=', checkpoint)
    .where('state', '=', 'admitted')
    .execute();
}

/** Makes a conflict the admission that stands. */
export async function admitConflict(trx: Db, id: string): Promise<void> {
  await trx.updateTable('check_ins').set({ state: 'admitted' }).where('id', '=', id).execute();
}
