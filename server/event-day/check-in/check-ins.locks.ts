import type { Db } from '../../platform/db/open.ts';

/** Locks a check-in against other decisions; undefined when there is none. */
export function lockCheckIn(trx: Db, id: string) {
  return trx
    .selectFrom('check_ins')
    .select(['id', 'user_id as userId', 'checkpoint', 'state', 'checked_in_at as at', 'checked_in_by as by'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
