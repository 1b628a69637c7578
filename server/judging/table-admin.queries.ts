import { type Insertable, sql } from 'kysely';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import type { TableParties } from '../../contract/judging/judging-admin.ts';
import type { Db } from '../platform/db/open.ts';
import type { Tables } from '../platform/db/tables.ts';

const isCheckedIn = (userId: string) =>
  sql<boolean>`exists (select from checked_in c where c.user_id = ${sql.ref(userId)})`;

/** Whether this team, or this person, has a submitted project that is not hidden. */
const hasProject = (owner: 'team_id' | 'user_id', id: string) =>
  sql<boolean>`exists (select from projects pr where ${sql.ref(`pr.${owner}`)} = ${sql.ref(id)}
    and pr.submitted_at is not null and pr.hidden_at is null)`;

/**
 * Every team with an approved member, every approved person without a team, and at an event with projects every imported
 * one, that has no table yet; `track` is the position of theirs in `tracks`, from 1; of several, the last.
 */
const unnumberedParties = (tracks: string[], hasProjects: boolean) => sql`
  select p.* from (
    select m.team_id, null::uuid as user_id, null::uuid as project_id, t.name, max(array_position(${tracks}::text[], a.track)) as track,
      bool_or(${isCheckedIn('m.user_id')}) as checked_in, ${hasProject('team_id', 'm.team_id')} as submitted
    from team_members m join teams t on t.id = m.team_id
    join applications a on a.user_id = m.user_id and a.status = 'approved'
    group by m.team_id, t.name
    union all
    select null, a.user_id, null, coalesce(nullif(u.name, ''), 'Unnamed'), array_position(${tracks}::text[], a.track),
      ${isCheckedIn('a.user_id')}, ${hasProject('user_id', 'a.user_id')}
    from applications a join users u on u.id = a.user_id
    where a.status = 'approved' and not exists (select from team_members m where m.user_id = a.user_id)
    union all
    select null, null, p.id, coalesce(p.team_name, p.title), array_position(${tracks}::text[], p.track), false, true
    from projects p
    where ${hasProjects} and p.source is not null and p.team_id is null and p.user_id is null and p.submitted_at is not null
      and p.hidden_at is null
  ) p
  where not exists (select from demo_tables d where d.team_id = p.team_id)
    and not exists (select from demo_tables d where d.user_id = p.user_id)
    and not exists (select from demo_tables d where d.project_id = p.project_id)`;

export async function countUnnumbered(db: Db, hasProjects: boolean) {
  const { rows } = await sql<{ approved: number; checkedIn: number; submitted: number }>`
    select count(*)::int as approved, count(*) filter (where checked_in)::int as "checkedIn",
      count(*) filter (where submitted)::int as submitted
    from (${unnumberedParties([], hasProjects)}) as parties`.execute(db);
  return rows[0]!;
}

interface UnnumberedParty {
  team_id: string | null;
  user_id: string | null;
  project_id: string | null;
  name: string;
  track: number | null;
  needsPower: boolean;
}

/**
 * Selects the teams, lone hackers and imported projects without a table, teams first, by name; only those with somebody
 * checked in, or with a submitted project, when `who` says so. `track` is the position in `tracks`, from 1, of the one that
 * they applied for; of several, the last.
 */
export async function selectUnnumbered(
  trx: Db,
  { tracks, hasProjects, who }: { tracks: string[]; hasProjects: boolean; who: TableParties },
): Promise<UnnumberedParty[]> {
  const { rows } = await sql<UnnumberedParty>`
    select p.team_id, p.user_id, p.project_id, p.name, p.track,
      exists (select from projects pr where pr.team_id = p.team_id and pr.needs_power)
        or exists (select from projects pr where pr.user_id = p.user_id and pr.needs_power) as "needsPower"
    from (${unnumberedParties(tracks, hasProjects)}) as p
    where ${who} = 'approved' or (${who} = 'checked-in' and p.checked_in) or (${who} = 'submitted' and p.submitted)
    order by p.user_id is not null, lower(p.name), p.team_id, p.user_id, p.project_id`.execute(trx);
  return rows;
}

export async function insertTables(trx: Db, tables: readonly Insertable<Tables['demo_tables']>[]) {
  // One statement takes at most 65,535 values.
  for (let at = 0; at < tables.length; at += 1000)
    await trx
      .insertInto('demo_tables')
      .values(tables.slice(at, at + 1000))
      .execute();
}

/** The current check-ins of the people at table `d`, in no order. */
const checkInsAt = sql`
  select c.checked_in_at from checked_in c join people_at_tables p using (user_id) where p.number = d.number`;

/** Restores retired tables whose people were checked in later, unless they are at their team's. Returns how many. */
export async function restoreArrivedTables(trx: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update demo_tables d set retired_at = null
    where d.retired_at is not null and not exists (select from team_members m where m.user_id = d.user_id)
      and exists (select from (${checkInsAt}) as arrivals where arrivals.checked_in_at > d.retired_at)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/** A table as organizers see it, retired ones included. */
export interface AdminTableRow {
  teamNumber: number;
  teamName: string;
  track: JudgingTrack;
  retired: boolean;
  present: boolean;
  emailed: boolean;
  area: string | null;
  /** From the submitted project. */
  title: string | null;
}

/** Returns every table by number, with its project at an event that has projects. */
export async function selectAdminTables(db: Db, hasProjects: boolean): Promise<AdminTableRow[]> {
  const { rows } = await sql<AdminTableRow>`
    select d.number as "teamNumber", d.name as "teamName", d.track, d.retired_at is not null as retired,
      exists (${checkInsAt}) as present, d.emailed_at is not null as emailed, d.area, (
        select p.title from projects p join project_tables t on t.project_id = p.id
        where ${hasProjects} and p.submitted_at is not null and t.number = d.number limit 1
      ) as title
    from demo_tables d order by d.number`.execute(db);
  return rows;
}

export async function hasCheckIns(db: Db): Promise<boolean> {
  return (await db.selectFrom('checked_in').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Retires or restores tables. Returns the numbers that changed. */
export async function updateRetired(trx: Db, numbers: readonly number[], at: Date | null): Promise<number[]> {
  const rows = await trx
    .updateTable('demo_tables')
    .set({ retired_at: at })
    .where('number', 'in', numbers)
    .where('retired_at', at ? 'is' : 'is not', null)
    .returning('number')
    .execute();
  return rows.map(({ number }) => number);
}

/** Returns the lowest of these numbers with a valid score; undefined if none has one. */
export async function findScoredNumber(trx: Db, numbers: readonly number[]): Promise<number | undefined> {
  const row = await trx
    .selectFrom('scores')
    .where('team_number', 'in', numbers)
    .where('id', 'not in', (eb) => eb.selectFrom('voided_scores').select('score_id'))
    .select('team_number')
    .orderBy('team_number')
    .limit(1)
    .executeTakeFirst();
  return row?.team_number;
}

/** Swaps two numbers with everything about their people; the second may be free. */
export async function swapNumbers(trx: Db, a: number, b: number): Promise<void> {
  const swapped = (number: number) => (number === a ? b : a);
  const tables = await trx.deleteFrom('demo_tables').where('number', 'in', [a, b]).returningAll().execute();
  await trx
    .insertInto('demo_tables')
    .values(
      tables.map(({ number, former_numbers, ...table }) => ({
        ...table,
        number: swapped(number),
        emailed_at: null,
        former_numbers: [...new Set([...former_numbers, number])],
      })),
    )
    .execute();
  const visits = await trx
    .deleteFrom('table_visits')
    .where('team_number', 'in', [a, b])
    .returningAll()
    .execute();
  const conflicts = visits.filter(({ state }) => state === 'conflict');
  if (conflicts.length > 0)
    await trx
      .insertInto('table_visits')
      .values(conflicts.map((visit) => ({ ...visit, team_number: swapped(visit.team_number) })))
      .execute();
}

/** Returns the people with a verified address who have not been emailed their table number. */
export async function selectUnemailed(trx: Db) {
  const { rows } = await sql<{ userId: string; name: string; email: string; number: number }>`
    select u.id as "userId", u.name, u.email, d.number
    from demo_tables d
    join people_at_tables p on p.number = d.number join users u on u.id = p.user_id
    join applications a on a.user_id = u.id and a.status = 'approved'
    where d.emailed_at is null and d.retired_at is null and u.email_verified and u.email is not null
    order by d.number, u.id`.execute(trx);
  return rows;
}

export async function markEmailed(trx: Db, at: Date): Promise<void> {
  await trx
    .updateTable('demo_tables')
    .set({ emailed_at: at })
    .where('emailed_at', 'is', null)
    .where('retired_at', 'is', null)
    .execute();
}
