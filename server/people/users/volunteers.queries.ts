import { sql } from 'kysely';
import { type HelperRole, helperRoles } from '../../../contract/platform/roles.ts';
import { usersWithStatus } from '../../people-data/users-with-status.ts';
import { contains } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/open.ts';

/**
 * Selects up to `max` users with a verified email address whose name and address contain all of `words`: first those who
 * can become volunteers, then by name.
 */
export function selectUsersByWords(db: Db, { words, max }: { words: string[]; max: number }) {
  return words
    .reduce(
      (query, word) => query.where(contains(sql`users.name || ' ' || users.email`, word)),
      usersWithStatus(db).where('users.email_verified', '=', true).where('users.email', 'is not', null),
    )
    .orderBy(sql`users.role <> 'hacker' or applications.status is not null`)
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(max)
    .execute();
}

/**
 * Selects the volunteers and mentors by name, each with their last scan and their shift, except those whose shift is over.
 */
export function selectVolunteers(db: Db, now: Date) {
  return db
    .selectFrom('users')
    .leftJoin('shifts', 'shifts.user_id', 'users.id')
    .where('role', 'in', helperRoles)
    .where(({ eb, or }) => or([eb('shifts.ends_at', 'is', null), eb('shifts.ends_at', '>', now)]))
    .select([
      'users.id as _id',
      'users.name',
      'users.email',
      sql<HelperRole>`users.role`.as('role'),
      'shifts.checkpoint',
      'shifts.started_at as since',
      'shifts.ends_at as until',
      sql<Date | null>`(select max(checked_in_at) from check_ins where checked_in_by = users.id)`.as(
        'lastScanAt',
      ),
    ])
    .orderBy('users.name')
    .orderBy('users.email')
    .orderBy('users.id')
    .execute();
}

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
