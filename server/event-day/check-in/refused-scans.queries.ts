import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Db } from '../../platform/db/open.ts';

/** A refused scan; `userId` is the one named by the pass, `at` null means now. */
interface NewRefusedScan {
  key?: string;
  userId: string | null;
  checkpoint: string;
  reason: string;
  by: string;
  at: Date | null;
  note?: string | undefined;
}

/** Inserts a refused scan, once per key and reason; an unknown user id is stored as null. */
export async function insertRefusedScan(
  db: Db,
  { key = undefined, userId, checkpoint, reason, by, at, note }: NewRefusedScan,
): Promise<void> {
  await db
    .insertInto('check_in_attempts')
    .values(({ selectFrom }) => ({
      user_id: userId && selectFrom('users').where('id', '=', userId).select('id'),
      checkpoint,
      reason,
      by_user_id: by,
      ...(note && { note }),
      ...(key && { key }),
      ...(at && { at }),
    }))
    .onConflict((conflict) => conflict.columns(['key', 'reason']).doNothing())
    .execute();
}

/**
 * Whether the `person` of a `scan` was checked in there afterwards, is in and no longer removed, or an organizer marked it as
 * done.
 */
const isSettled = sql<boolean>`(scan.done_at is not null or exists (select from checked_in c
  where c.user_id = scan.user_id and c.checkpoint = scan.checkpoint
  and (c.checked_in_at > scan.at or scan.reason = 'person_removed' and person.removed_at is null)))`;

export async function markProblemDone(db: Db, id: string, at: Date): Promise<boolean> {
  const problem = db
    .updateTable('check_in_attempts')
    .where('id', '=', id)
    .where('reason', 'like', 'problem_%');
  const { numUpdatedRows } = await problem
    .set(({ fn, ref }) => ({ done_at: fn.coalesce(ref('done_at'), sql<Date>`${at}`) }))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns the problems that need an organizer, oldest first. */
export function selectOpenProblems(db: Db) {
  return db
    .selectFrom('check_in_attempts as scan')
    .leftJoin('users as person', 'person.id', 'scan.user_id')
    .where('scan.reason', 'like', 'problem_%')
    .where(({ not }) => not(isSettled))
    .select(['scan.id', 'scan.checkpoint', 'scan.reason', 'scan.note', 'person.name'])
    .orderBy('scan.id')
    .limit(limits.find.perKind)
    .execute();
}

/** Returns the last `max` refused scans at a checkpoint, newest first. */
export function selectLastRefusedScans(db: Db, { checkpoint, max }: { checkpoint: string; max: number }) {
  return db
    .selectFrom('check_in_attempts as scan')
    .leftJoin('users as person', 'person.id', 'scan.user_id')
    .leftJoin('users as volunteer', 'volunteer.id', 'scan.by_user_id')
    .leftJoin('applications as application', 'application.user_id', 'scan.user_id')
    .where('scan.checkpoint', '=', checkpoint)
    .select([
      'scan.id',
      'scan.at',
      'scan.checkpoint',
      'scan.reason',
      'scan.note',
      'person.id as userId',
      'person.name',
      'volunteer.name as by',
      'application.id as application',
    ])
    .select(isSettled.as('isSettled'))
    .orderBy('scan.at', 'desc')
    .orderBy('scan.id', 'desc')
    .limit(max)
    .execute();
}
