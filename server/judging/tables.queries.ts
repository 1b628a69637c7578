import { sql } from 'kysely';
import type { JudgingTrack } from '../../contract/judging.ts';
import type { Db } from '../db/open.ts';

/** Returns the numbered tables in walking order. */
export function selectTables(db: Db) {
  return db
    .selectFrom('demo_tables')
    .select(['number as teamNumber', 'name as teamName', 'track'])
    .orderBy('number')
    .execute();
}

/** Locks the suggestions of a track, so that two judges are not sent to the same table at once. */
export async function lockTrack(trx: Db, track: JudgingTrack): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`judging ${track}`}))`.execute(trx);
}

/** Returns which judge has scored which table of a track, by the time of the latest score. */
export function selectScoredTables(db: Db, track: JudgingTrack) {
  return db
    .selectFrom('scores')
    .where('track', '=', track)
    .groupBy(['judge_id', 'team_number'])
    .select(['judge_id as judgeId', 'team_number as teamNumber', (eb) => eb.fn.max('id').as('last')])
    .orderBy('last')
    .execute();
}

/** Returns where judges were sent, and what they reported. */
export function selectVisits(db: Db, track: JudgingTrack) {
  return db
    .selectFrom('table_visits')
    .where('track', '=', track)
    .select(['judge_id as judgeId', 'team_number as teamNumber', 'state', 'at'])
    .execute();
}

interface Visit {
  judge_id: string;
  track: JudgingTrack;
  team_number: number;
  state: 'going' | 'absent' | 'busy' | 'conflict';
  at: Date;
}

/** Inserts a visit or replaces the judge's earlier one at this table. */
export async function insertVisit(trx: Db, visit: Visit): Promise<void> {
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

/** Deletes the judge's open visit in a track. */
export async function endOpenVisit(trx: Db, judgeId: string, track: JudgingTrack): Promise<void> {
  await trx
    .deleteFrom('table_visits')
    .where('judge_id', '=', judgeId)
    .where('track', '=', track)
    .where('state', '=', 'going')
    .execute();
}

/** Deletes the judge's visit at a table after its score. */
export async function endVisit(trx: Db, judgeId: string, track: JudgingTrack, teamNumber: number) {
  await trx
    .deleteFrom('table_visits')
    .where('judge_id', '=', judgeId)
    .where('track', '=', track)
    .where('team_number', '=', teamNumber)
    .where('state', '<>', 'conflict')
    .execute();
}

/**
 * Numbers every team with an approved member, and every approved person without a team, that has no table yet: after
 * the highest number, by name. Startup tables are those whose members applied for a track of `startupTracks`. Returns
 * how many were new.
 */
export async function numberTables(trx: Db, startupTracks: string[]): Promise<number> {
  await sql`lock table demo_tables in share row exclusive mode`.execute(trx);
  const { numAffectedRows } = await sql`
    with parties as (
      select m.team_id, null::uuid as user_id, t.name, bool_or(a.track = any(${startupTracks})) as startup
      from team_members m join teams t on t.id = m.team_id
      join applications a on a.user_id = m.user_id and a.status = 'approved'
      group by m.team_id, t.name
      union all
      select null, a.user_id, coalesce(nullif(u.name, ''), 'Unnamed'), a.track = any(${startupTracks})
      from applications a join users u on u.id = a.user_id
      where a.status = 'approved' and not exists (select from team_members m where m.user_id = a.user_id)
    )
    insert into demo_tables (number, name, track, team_id, user_id)
    select coalesce((select max(number) from demo_tables), 0)
        + row_number() over (order by p.startup, p.user_id is not null, lower(p.name), p.team_id, p.user_id),
      p.name, case when p.startup then 'startup' else 'hacker' end, p.team_id, p.user_id
    from parties p
    where not exists (
      select from demo_tables d where d.team_id = p.team_id or d.user_id = p.user_id
    )`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
