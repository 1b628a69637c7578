import { sql } from 'kysely';
import type { z } from 'zod';
import type { Found, FoundKind, homeCounts } from '../../../contract/operations/home.ts';
import { helperRoles, staffRoles } from '../../../contract/platform/roles.ts';
import { judgingPausedKey } from '../../judging/judging.tables.ts';
import { seesApplicant } from '../../people-data/blind-review.ts';
import { contains } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/open.ts';

/** Counts what is on the organizers' home page in one statement; offers are those that end until `soon`. */
export async function selectHomeCounts(
  db: Db,
  { entrance, now, soon }: { entrance: string; now: Date; soon: Date },
) {
  const { rows } = await sql<
    z.infer<typeof homeCounts> &
      Record<'oldestAt' | 'firstEndsAt' | 'jobsDueSince', Date | null> & { waiting: number }
  >`
    with offers as (
      select p.held_until from places p join applications a on a.id = p.application_id
      where p.lapsed_at is null and p.held_until > ${now} and p.held_until <= ${soon}
        and a.status = 'approved' and not a.attendance_confirmed and not a.attendance_declined
        and not exists (select from checked_in c where c.user_id = a.user_id)
    ), tables as (
      select exists (select from scores s where s.team_number = d.number and s.track = d.track
        and s.id not in (select score_id from voided_scores)) as scored
      from demo_tables d where d.retired_at is null
    )
    select
      (select min(created_at) from applications a where status = 'pending'
        and not exists (select from held_decisions h where h.application_id = a.id)
        and not exists (select from waitlist w where w.application_id = a.id)) as "oldestAt",
      (select count(*)::int from offers) as "endingOffers",
      (select min(held_until) from offers) as "firstEndsAt",
      (select count(*)::int from waitlist) as waiting,
      (select count(*)::int from mails where failed_at is not null and code_id is null) as "failedMails",
      (select min(run_at) from graphile_worker.jobs where locked_at is null and attempts < max_attempts
        and run_at < now() - interval '2 minutes') as "jobsDueSince",
      (select count(*)::int from checked_in where checkpoint = ${entrance}) as arrived,
      (select coalesce(sum(count), 0)::int from application_counts where status = 'approved') as expected,
      (select count(*)::int from walk_ins where user_id is null) as "waitingWalkIns",
      (select count(*)::int from check_ins where state = 'conflict') as "doubleCheckIns",
      (select count(*)::int from tables) as tables,
      (select count(*)::int from tables where not scored) as unscored,
      exists (select from settings where key = ${judgingPausedKey} and value = 'true'::jsonb) as "judgingPaused",
      (select count(*)::int from projects where submitted_at is not null) as submitted,
      (select count(*)::int from projects where submitted_at is null) as drafts,
      (select count(distinct project_id)::int from project_reports) as reported,
      (select count(*)::int from users where role = 'admin') as organizers,
      (select count(*)::int from stations) as stations`.execute(db);
  return rows[0]!;
}

/** Selects what is of these kinds and has each of the words in its name or detail, up to `most` of each; applicants are not here. */
export async function selectByName(
  db: Db,
  words: readonly string[],
  { kinds, reader, now, most }: { kinds: readonly FoundKind[]; reader: string; now: Date; most: number },
) {
  const { rows } = await sql<Found>`
    select kind, key, name, detail from (
      select *, row_number() over (partition by kind order by name, key) as nth from (
        select 'staff' as kind, id::text as key, coalesce(nullif(name, ''), email) as name, email as detail
          from users where role in (${sql.join(staffRoles)})
        union all select 'helper', u.id::text, coalesce(nullif(u.name, ''), u.email), coalesce(u.email, '')
          from users u left join shifts s on s.user_id = u.id
          where u.role in (${sql.join(helperRoles)}) and (s.ends_at is null or s.ends_at > ${now})
        union all select 'judge', username, name, username from judges where removed_at is null
        union all select 'team', a.id::text, t.name, u.name
          from teams t join users u on u.id = t.creator_id join applications a on a.user_id = u.id
          where ${seesApplicant('a.id', reader)}
        union all select 'project', p.title, p.title, concat_ws(' · ', coalesce(t.name, p.team_name), 'table ' || d.number)
          from projects p left join teams t on t.id = p.team_id
            left join project_tables d on d.project_id = p.id and d.retired_at is null
          where p.title <> ''
      ) everything
      where kind = any(${kinds}) and ${sql.join(
        words.map((word) => contains(sql`name || ' ' || detail`, word)),
        sql` and `,
      )}
    ) matching
    where nth <= ${most}
    order by name, key`.execute(db);
  return rows;
}
