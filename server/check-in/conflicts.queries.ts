import type { Db } from '../db/open.ts';
import type { NewCheckIn } from './check-in.queries.ts';

/** Inserts a second admission from an offline station, for an organizer to resolve. Returns false when the key is taken. */
export async function insertConflict(
  db: Db,
  { userId, checkpoint, key, passVerified, by, at }: Omit<NewCheckIn, 'passVersion'>,
): Promise<boolean> {
  const inserted = await db
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
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Returns whether this volunteer has reported a conflict about this person before, with another key. */
export async function hasConflictBy(
  db: Db,
  { userId, checkpoint, by, key }: { userId: string; checkpoint: string; by: string; key: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('check_ins')
    .where('user_id', '=', userId)
    .where('checkpoint', '=', checkpoint)
    .where('checked_in_by', '=', by)
    .where('key', '!=', key)
    .where('state', '=', 'conflict')
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns second admissions from offline stations, oldest first, each with the one in force. */
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

/** Returns the person of a check-in; undefined when there is none. */
export function findConflictUser(db: Db, id: string) {
  return db.selectFrom('check_ins').where('id', '=', id).select('user_id as userId').executeTakeFirst();
}

/** Makes a conflict the admission in force. */
export async function admitConflict(trx: Db, id: string): Promise<void> {
  await trx.updateTable('check_ins').set({ state: 'admitted' }).where('id', '=', id).execute();
}
