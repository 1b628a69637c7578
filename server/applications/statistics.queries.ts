import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Returns how many applications were submitted on each day in this time zone, by their present status. */
export async function countApplicationsByDay(db: Db, timeZone: string) {
  const { rows } = await sql<{ day: string; pending: number; approved: number; rejected: number }>`
    select to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      count(*) filter (where decided = 'pending') as pending,
      count(*) filter (where decided = 'approved') as approved,
      count(*) filter (where decided = 'rejected') as rejected
    from applications a left join held_decisions h on h.application_id = a.id
      cross join lateral (select coalesce(h.status, a.status)) as each (decided)
    group by 1 order by 1`.execute(db);
  return rows;
}

/** Returns how many people were admitted at a checkpoint in each ten minutes; empty intervals are left out. */
export async function countArrivalsByTenMinutes(db: Db, checkpoint: string) {
  const { rows } = await sql<{ at: Date; count: number }>`
    select date_bin('10 minutes', checked_in_at, timestamptz '2000-01-01') as at, count(*) as count
    from check_ins where checkpoint = ${checkpoint} and state = 'admitted' group by 1 order by 1`.execute(db);
  return rows;
}
