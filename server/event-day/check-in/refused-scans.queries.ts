import type { Db } from '../../platform/db/open.ts';

/** A refused scan; `userId` is the one that the pass named, `at` null means now. */
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

/** Returns the last `max` refused scans at a checkpoint, newest first. */
export function selectLastRefusedScans(db: Db, { checkpoint, max }: { checkpoint: string; max: number }) {
  return db
    .selectFrom('check_in_attempts as scan')
    .leftJoin('users as person', 'person.id', 'scan.user_id')
    .leftJoin('users as volunteer', 'volunteer.id', 'scan.by_user_id')
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
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('checked_in')
          .whereRef('checked_in.user_id', '=', 'scan.user_id')
          .whereRef('checked_in.checkpoint', '=', 'scan.checkpoint')
          .whereRef('checked_in.checked_in_at', '>', 'scan.at')
          .select('checked_in.id'),
      ).as('isSettled'),
    )
    .orderBy('scan.at', 'desc')
    .orderBy('scan.id', 'desc')
    .limit(max)
    .execute();
}
