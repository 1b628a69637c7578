import { type Insertable, sql } from 'kysely';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import { lockKey } from '../platform/db/locks.ts';
import type { Db } from '../platform/db/open.ts';
import type { Tables } from '../platform/db/tables.ts';

/** What judges score by: a rubric of tracks, or the key of a prize with its own judges. */
export interface Rubric {
  track: JudgingTrack;
  prize: string | null;
}

const isOfRubric = ({ track, prize }: Rubric) =>
  prize === null ? sql<boolean>`prize is null and track = ${track}` : sql<boolean>`prize = ${prize}`;

/** Returns the numbered tables in walking order, without retired ones. */
export function selectTables(db: Db) {
  return db
    .selectFrom('demo_tables')
    .where('retired_at', 'is', null)
    .select(['number as teamNumber', 'name as teamName', 'track'])
    .orderBy('number')
    .execute();
}

/** Returns every numbered table, retired ones included. */
export function selectAllTables(db: Db) {
  return db.selectFrom('demo_tables').select(['number', 'name', 'track']).execute();
}

/** Returns the tables for a rubric: those of its tracks, or those whose projects are entered for the prize. */
export async function selectTablesOfRubric(db: Db, { track, prize }: Rubric) {
  const tables = await selectTables(db);
  if (prize === null) return tables.filter((table) => table.track === track);
  const projects = new Map((await selectTableProjects(db)).map((row) => [row.number, row]));
  return tables.filter(({ teamNumber }) => projects.get(teamNumber)?.prizes.includes(prize));
}

/**
 * Waits until no tables are being moved or numbered, and blocks that until the transaction ends. Scores do not wait for
 * each other.
 */
export async function lockTableNumbers(trx: Db): Promise<void> {
  await sql`lock table demo_tables in row exclusive mode`.execute(trx);
}

/** Returns the current number of the team of this name that used to be at this number; undefined when there is none. */
export async function findMovedNumber(trx: Db, name: string, number: number): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select d.number from demo_tables d
    where lower(d.name) = lower(${name}) and d.number <> ${number}
      and not exists (select from demo_tables o where o.number = ${number} and lower(o.name) = lower(${name}))
      and ${number} = any(d.former_numbers)
    order by d.number limit 1`.execute(trx);
  return rows[0]?.number;
}

/** Returns the submitted projects of the tables, hidden ones left out. */
export function selectTableProjects(db: Db) {
  return (
    db
      .selectFrom('project_tables as d')
      .innerJoin('projects as p', 'p.id', 'd.project_id')
      .leftJoin('teams as t', 't.id', 'p.team_id')
      .where('p.submitted_at', 'is not', null)
      .where('p.hidden_at', 'is', null)
      .select(['d.number', 'p.id', 'p.title', 'p.tagline', 'p.repository', 'p.demo', 'p.video', 'p.prizes'])
      .select(({ fn }) => fn.coalesce('t.name', 'p.team_name').as('team'))
      // Its author has since joined a team that has submitted another one.
      .select(
        sql<boolean>`exists (select from team_members m join projects o on o.team_id = m.team_id
        where m.user_id = p.user_id and o.submitted_at is not null)`.as('hasOther'),
      )
      .execute()
  );
}

/** Returns the titles of the submitted projects that no table in use has, hidden ones left out. */
export async function selectProjectsWithoutTable(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .where('submitted_at', 'is not', null)
    .where('hidden_at', 'is', null)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('project_tables').where('retired_at', 'is', null).select('project_id'),
    )
    .select('title')
    .orderBy('title')
    .execute();
  return rows.map(({ title }) => title);
}

/** Returns each table's track: its project's, or else the one that its people applied for. */
export async function selectTableTracks(db: Db): Promise<{ number: number; track: string }[]> {
  const { rows } = await sql<{ number: number; track: string }>`
    select d.number, coalesce(p.track, (
      select min(a.track) from applications a join people_at_tables o using (user_id) where o.number = d.number
    )) as track
    from demo_tables d left join project_tables t using (number) left join projects p on p.id = t.project_id`.execute(
    db,
  );
  return rows.filter(({ track }) => track !== null);
}

/** Locks the suggestions of a rubric, so that two judges are not sent to the same table at once. */
export async function lockRubric(trx: Db, { track, prize }: Rubric): Promise<void> {
  await lockKey(trx, `judging ${prize === null ? track : `prize ${prize}`}`);
}

/** Returns which judge has scored which table by a rubric, by time of the latest score. */
export function selectScoredTables(db: Db, rubric: Rubric) {
  return db
    .selectFrom('scores')
    .where(isOfRubric(rubric))
    .where('id', 'not in', (eb) => eb.selectFrom('voided_scores').select('score_id'))
    .groupBy(['judge_id', 'team_number'])
    .select(['judge_id as judgeId', 'team_number as teamNumber', (eb) => eb.fn.max('id').as('last')])
    .orderBy('last')
    .execute();
}

/** Returns where judges were sent, and what they reported, latest first. */
export function selectVisits(db: Db, rubric: Rubric) {
  return db
    .selectFrom('table_visits')
    .where(isOfRubric(rubric))
    .select(['judge_id as judgeId', 'team_number as teamNumber', 'state', 'at'])
    .orderBy('at', 'desc')
    .execute();
}

/** Inserts a visit or replaces the judge's earlier one at this table. */
export async function insertVisit(trx: Db, visit: Insertable<Tables['table_visits']>): Promise<void> {
  await trx
    .insertInto('table_visits')
    .values(visit)
    .onConflict((conflict) =>
      conflict
        .columns(['judge_id', 'track', 'team_number'])
        .doUpdateSet({ state: visit.state, at: visit.at }),
    )
    .execute();
}

/** Returns the numbers of the tables with which a judge has a conflict of interest. */
export async function selectConflictsOfJudge(db: Db, judgeId: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('table_visits')
    .where('judge_id', '=', judgeId)
    .where('state', '=', 'conflict')
    .select('team_number')
    .execute();
  return new Set(rows.map(({ team_number }) => team_number));
}

export async function endOpenVisit(trx: Db, judgeId: string, rubric: Rubric): Promise<void> {
  await trx
    .deleteFrom('table_visits')
    .where('judge_id', '=', judgeId)
    .where(isOfRubric(rubric))
    .where('state', '=', 'going')
    .execute();
}

/** Deletes the judge's visit at a table after its score. */
export async function endVisit(trx: Db, judgeId: string, rubric: Rubric, teamNumber: number) {
  await trx
    .deleteFrom('table_visits')
    .where('judge_id', '=', judgeId)
    .where(isOfRubric(rubric))
    .where('team_number', '=', teamNumber)
    .where('state', '<>', 'conflict')
    .execute();
}
