import { sql } from 'kysely';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import type { Db } from '../platform/db/open.ts';

/** A judge's latest score of a table, one per judge, number and track; `prize` is the prize of a prize judge. */
export interface JudgeActivityRow {
  judgeId: string;
  judgeName: string;
  track: JudgingTrack;
  prize: string | null;
  teamNumber: number;
  teamName: string;
  at: Date;
}

/** Returns each judge's latest score of each number. */
export async function selectJudgeActivity(db: Db): Promise<JudgeActivityRow[]> {
  const { rows } = await sql<JudgeActivityRow>`
    select distinct on (s.team_number, s.track, s.judge_id) s.judge_id as "judgeId", j.name as "judgeName", s.track, s.prize,
      s.team_number as "teamNumber", s.team_name as "teamName", s.created_at as at
    from scores s join judges j on j.id = s.judge_id
    where s.id not in (select score_id from voided_scores)
    order by s.team_number, s.track, s.judge_id, s.id desc`.execute(db);
  return rows;
}

/** Returns the ids of the scores that are not voided, by number and track; those for prizes are under the table's track. */
export function selectScoreIds(db: Db) {
  return db
    .selectFrom('scores')
    .where('id', 'not in', (eb) => eb.selectFrom('voided_scores').select('score_id'))
    .select(['id', 'team_number as teamNumber', 'track'])
    .orderBy('id')
    .execute();
}

/**
 * Returns the judges who have a session or were at a table, with when they last signed in or skipped a table. A suggested
 * table does not count as activity, because open pages ask for it by themselves.
 */
export async function selectJudgeSigns(db: Db): Promise<{ judgeId: string; at: Date | null }[]> {
  const { rows } = await sql<{ judgeId: string; at: Date | null }>`
    select judge_id as "judgeId", max(at) as at from (
      select judge_id, created_at as at from judge_sessions
      union all
      select judge_id, case when state <> 'going' then at end from table_visits
    ) as signs group by judge_id`.execute(db);
  return rows;
}

/** Returns judges' conflicts of interest with tables, newest first. */
export function selectConflicts(db: Db) {
  return db
    .selectFrom('table_visits as v')
    .innerJoin('judges as j', 'j.id', 'v.judge_id')
    .leftJoin('demo_tables as d', 'd.number', 'v.team_number')
    .where('v.state', '=', 'conflict')
    .where('j.removed_at', 'is', null)
    .groupBy(['j.username', 'j.name', 'v.team_number', 'd.name'])
    .select((eb) => [
      'j.username',
      'j.name as judgeName',
      'v.team_number as teamNumber',
      'd.name as teamName',
      eb.fn.max('v.at').as('at'),
    ])
    .orderBy('at', 'desc')
    .execute();
}

export async function deleteConflict(trx: Db, username: string, teamNumber: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('table_visits')
    .where('judge_id', 'in', (eb) => eb.selectFrom('judges').where('username', '=', username).select('id'))
    .where('team_number', '=', teamNumber)
    .where('state', '=', 'conflict')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the judges on their way to a table since one time, and the tables found empty since another. */
export function selectRecentVisits(db: Db, { going, absent }: { going: Date; absent: Date }) {
  return db
    .selectFrom('table_visits')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'going'), eb('at', '>', going)]),
        eb.and([eb('state', '=', 'absent'), eb('at', '>', absent)]),
      ]),
    )
    .select(['judge_id as judgeId', 'team_number as teamNumber', 'track', 'state', 'at'])
    .orderBy('at')
    .execute();
}
