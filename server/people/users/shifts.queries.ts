import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

/** Inserts the account of a volunteer who scanned a code, unless it exists, and starts or continues the shift. */
export async function upsertShift(
  trx: Db,
  shift: { id: string; name: string; checkpoint: string; now: Date; until: Date },
): Promise<void> {
  const { id, name, checkpoint, now, until } = shift;
  await trx
    .insertInto('users')
    .values({ id, name, role: 'volunteer' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await sql`insert into shifts (user_id, checkpoint, started_at, ends_at)
    values (${id}, ${checkpoint}, ${now}, ${until})
    on conflict (user_id) do update set checkpoint = excluded.checkpoint, ends_at = excluded.ends_at,
      started_at = case when shifts.ends_at > ${now} then shifts.started_at else excluded.started_at end`.execute(
    trx,
  );
}

/** Ends the running shifts of one volunteer or of all; returns the ids of the volunteers. */
export async function updateShiftEnds(trx: Db, now: Date, id?: string): Promise<string[]> {
  let ending = trx.updateTable('shifts').set({ ends_at: now }).where('ends_at', '>', now);
  if (id !== undefined) ending = ending.where('user_id', '=', id);
  const ended = await ending.returning('user_id as id').execute();
  return ended.map((shift) => shift.id);
}
