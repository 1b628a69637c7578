import { sql } from 'kysely';
import { seesApplicant } from '../../people-data/blind-review.ts';
import { wasCheckedIn } from '../../people-data/people-filter.ts';
import type { Db } from '../../platform/db/open.ts';
import { precompile } from '../../platform/db/statements.ts';

// The data of `web/apply/applications/application-charts.tsx`, and the details of the exported list.

/** Counts the applications submitted on each day in this time zone, by their current status. */
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

/** Counts the people admitted at a checkpoint in each ten minutes; empty intervals are left out. */
export async function countArrivalsByTenMinutes(db: Db, checkpoint: string) {
  const { rows } = await sql<{ at: Date; count: number }>`
    select date_bin('10 minutes', checked_in_at, timestamptz '2000-01-01') as at, count(*) as count
    from checked_in where checkpoint = ${checkpoint} group by 1 order by 1`.execute(db);
  return rows;
}

/** Counts approved people by T-shirt size, by diet, and by their answer about coming: yes, too, once they have come. */
export async function countApprovedTotals(db: Db) {
  const { rows } = await sql<{ what: 'shirt' | 'diet' | 'coming'; value: string; count: number }>`
    select what, value, count(*)::int as count
    from applications a left join held_decisions h on h.application_id = a.id
      cross join lateral (values
        ('shirt', a.t_shirt_size), ('diet', a.dietary_restrictions),
        ('coming', case when attendance_confirmed or ${wasCheckedIn('a.user_id')} then 'yes'
          when attendance_declined then 'no' else 'silent' end)
      ) as each (what, value)
    where coalesce(h.status, a.status) = 'approved'
    group by what, value
    order by what, array_position(array['S', 'M', 'L', 'XL', 'XXL'], value), count(*) desc, value`.execute(
    db,
  );
  return rows;
}

/** Selects the team and admissions of applications, but neither where blind review hides the applicant. */
export async function selectApplicationDetails(db: Db, ids: readonly string[], readerId: string) {
  const { rows } = await sql<{
    _id: string;
    userId: string;
    /** Blind review hides the applicant from the reader. */
    hidden: boolean;
    team: string | null;
    checkIns: { checkpoint: string; at: string }[];
    reviews: { by: string; rating: number | null; note: string }[] | null;
    notes: { by: string; text: string }[] | null;
  }>`
    select a.id as "_id", a.user_id as "userId",
      not ${seesApplicant('a.id', readerId)} as hidden,
      case when ${seesApplicant('a.id', readerId)} then t.name end as team,
      coalesce((select case when ${seesApplicant('a.id', readerId)} then jsonb_agg(jsonb_build_object('checkpoint', checkpoint,
          'at', to_char(checked_in_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by checked_in_at) end
        from checked_in c where c.user_id = a.user_id), '[]') as "checkIns",
      (select jsonb_agg(jsonb_build_object('by', coalesce(u.name, ''), 'rating', rating, 'note', note) order by updated_at)
        from reviews r left join users u on u.id = r.user_id
        where r.application_id = a.id and ${seesApplicant('a.id', readerId)}) as reviews,
      (select jsonb_agg(jsonb_build_object('by', coalesce(u.name, ''), 'text', text) order by at)
        from application_notes n left join users u on u.id = n.user_id
        where n.application_id = a.id and ${seesApplicant('a.id', readerId)}) as notes
    from applications a left join team_members m on m.user_id = a.user_id left join teams t on t.id = m.team_id
    where a.id = any(${ids})`.execute(db);
  return rows;
}

/** Counts applications by the status that applicants see, and those with a `held` decision also by the decided status. */
export const countApplicationsByStatus = precompile((db) =>
  db
    .selectFrom('application_counts')
    .select(['status as shown', 'status as decided', sql<number>`sum(count)::int`.as('count')])
    .select(sql.lit(false).as('held'))
    .groupBy('status')
    .unionAll((eb) =>
      eb
        .selectFrom('held_decisions')
        .innerJoin('applications', 'applications.id', 'held_decisions.application_id')
        .select(['applications.status as shown', 'held_decisions.status as decided'])
        .select(({ fn }) => [fn.countAll<number>().as('count'), sql.lit(true).as('held')])
        .groupBy(['applications.status', 'held_decisions.status']),
    ),
);
