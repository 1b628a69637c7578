import type { Db } from '../../platform/db/open.ts';
import type { NewCheckIn } from './check-in.queries.ts';

/**
 * Inserts a second admission from an offline station: a conflict for an organizer, or a duplicate. Returns false if the key
 * is taken.
 */
export async function insertSecond(
  db: Db,
  state: 'conflict' | 'duplicate',
  { userId, checkpoint, key, passVerified, by, at }: Omit<NewCheckIn, 'passVersion'>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('check_ins')
    .values({
      user_id: userId,
      checkpoint,
      key,
      state,
      pass_verified: passVerified,
      checked_in_by: by,
      ...(at && { checked_in_at: at }),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Returns whether this volunteer has already reported a conflict about this person, with another key. */
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

/** Returns a person's current admission; undefined when there is none. */
export function selectAdmission(db: Db, { userId, checkpoint }: { userId: string; checkpoint: string }) {
  return db
    .selectFrom('checked_in')
    .where('user_id', '=', userId)
    .where('checkpoint', '=', checkpoint)
    .select(['id', 'checked_in_at as at', 'pass_verified as passVerified'])
    .executeTakeFirst();
}

/** Selects second admissions from offline stations, each with the current one. */
export function selectSecondAdmissions(db: Db, state: 'conflict' | 'duplicate') {
  return db
    .selectFrom('check_ins as second')
    .innerJoin('users as person', 'person.id', 'second.user_id')
    .leftJoin('users as volunteer', 'volunteer.id', 'second.checked_in_by')
    .leftJoin('checked_in as admitted', (join) =>
      join
        .onRef('admitted.user_id', '=', 'second.user_id')
        .onRef('admitted.checkpoint', '=', 'second.checkpoint'),
    )
    .leftJoin('users as admittedVolunteer', 'admittedVolunteer.id', 'admitted.checked_in_by')
    .where('second.state', '=', state)
    .select([
      'second.id as _id',
      'second.checkpoint',
      'person.id as userId',
      'person.name',
      'second.checked_in_at as at',
      'volunteer.name as by',
      'admitted.checked_in_at as admittedAt',
      'admittedVolunteer.name as admittedBy',
    ]);
}

export function findConflictUser(db: Db, id: string) {
  return db.selectFrom('check_ins').where('id', '=', id).select('user_id as userId').executeTakeFirst();
}

/** Makes the current admission a duplicate of another, or a conflict the current admission. */
export async function updateState(trx: Db, id: string, state: 'duplicate' | 'admitted'): Promise<void> {
  await trx.updateTable('check_ins').set({ state }).where('id', '=', id).execute();
}
