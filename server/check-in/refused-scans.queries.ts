import type { Db } from '../db/open.ts';

/** A refused scan; `userId` is the one that the pass named, `at` null means now. */
export interface NewAttempt {
  key?: string;
  userId: string | null;
  checkpoint: string;
  reason: string;
  by: string;
  at: Date | null;
}

/** Inserts a refused scan, once per key and reason; an unknown user id is stored as null. */
export async function insertCheckInAttempt(
  db: Db,
  { key = undefined, userId, checkpoint, reason, by, at }: NewAttempt,
): Promise<void> {
  await db
    .insertInto('check_in_attempts')
    .values(({ selectFrom }) => ({
      user_id: userId && selectFrom('users').where('id', '=', userId).select('id'),
      checkpoint,
      reason,
      by_user_id: by,
      ...(key && { key }),
      ...(at && { at }),
    }))
    .onConflict((conflict) => conflict.columns(['key', 'reason']).doNothing())
    .execute();
}

/** Returns the last `max` refused scans at a checkpoint, newest first. */
export function selectLastAttempts(db: Db, { checkpoint, max }: { checkpoint: string; max: number }) {
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
    .orderBy('attempt.at', 'desc')
    .orderBy('attempt.id', 'desc')
    .limit(max)
    .execute();
}
