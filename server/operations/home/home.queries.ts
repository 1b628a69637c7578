import { sql } from 'kysely';
import type { Home } from '../../../contract/operations/home.ts';
import { seesApplicant } from '../../platform/db/blind-review.ts';
import { contains } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/open.ts';
import { judgingPausedKey } from '../../platform/db/schema.ts';

type Counts = Omit<
  Home,
  | 'applications'
  | 'pending'
  | 'held'
  | 'mentions'
  | 'resultsPublished'
  | 'projectsDueAt'
  | 'sendsMail'
  | 'oldestAt'
  | 'firstEndsAt'
>;

/** Counts what is on the organizers' home page in one statement; offers are those that end until `soon`. */
export async function selectHomeCounts(
  db: Db,
  { entrance, now, soon }: { entrance: string; now: Date; soon: Date },
) {
  const { rows } = await sql<Counts & { oldestAt: Date | null; firstEndsAt: Date | null; waiting: number }>`
    with offers as (
      select p.held_until from places p join applications a on a.id = p.application_id
      where p.lapsed_at is null and p.held_until > ${now} and p.held_until <= ${soon}
        and a.status = 'approved' and not a.attendance_confirmed and not a.attendance_declined
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
      (select count(*)::int from checked_in where checkpoint = ${entrance}) as arrived,
      (select count::int from application_counts where status = 'approved') as expected,
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

/** Selects teams whose name contains a text, with the leader's application where blind review shows it to the reader. */
export async function selectTeamsWithLeaders(db: Db, text: string, reader: string, most: number) {
  const { rows } = await sql<{ _id: string; name: string; detail: string; application: string }>`
    select t.id as "_id", t.name, u.name as detail, a.id as application
    from teams t join users u on u.id = t.creator_id join applications a on a.user_id = u.id
    where ${contains(sql.ref('t.name'), text)} and ${seesApplicant('a.id', reader)}
    order by t.name, t.id limit ${most}`.execute(db);
  return rows;
}

/** Selects projects whose title or team contains a text. */
export async function selectProjectsByTitle(db: Db, text: string, most: number) {
  const { rows } = await sql<{ _id: string; name: string; detail: string }>`
    select p.id as "_id", p.title as name, coalesce(t.name, p.team_name, '') as detail
    from projects p left join teams t on t.id = p.team_id
    where p.title <> '' and (${contains(sql.ref('p.title'), text)}
      or ${contains(sql`coalesce(t.name, p.team_name, '')`, text)})
    order by p.title, p.id limit ${most}`.execute(db);
  return rows;
}
