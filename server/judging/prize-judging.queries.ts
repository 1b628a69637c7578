import { type Insertable, sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';
import type { Tables } from '../platform/db/schema.ts';

/** Returns the submitted projects that are entered for a prize, hidden ones left out: by table number, those without last. */
export async function selectEnteredProjects(db: Db, prize: string) {
  const { rows } = await sql<{
    id: string;
    teamNumber: number | null;
    title: string;
    tagline: string;
    team: string | null;
    repository: string;
    demo: string;
    video: string;
  }>`select p.id, d.number as "teamNumber", p.title, p.tagline, coalesce(t.name, p.team_name) as team,
      p.repository, p.demo, p.video
    from projects p left join teams t on t.id = p.team_id
    left join project_tables d on d.project_id = p.id
    where p.submitted_at is not null and p.hidden_at is null and ${prize} = any(p.prizes)
    order by d.number nulls last, lower(p.title), p.id`.execute(db);
  return rows;
}

/** Returns the scores of a prize in the order in which they were made. */
export function selectPrizeScores(db: Db, prize: string) {
  return db
    .selectFrom('prize_scores')
    .innerJoin('judges', 'judges.id', 'prize_scores.judge_id')
    .where('prize_scores.prize', '=', prize)
    .select([
      'judge_id as judgeId',
      'judges.name as judgeName',
      'project_id as project',
      'scores',
      'weighted_total as total',
      'prize_scores.created_at as at',
    ])
    .orderBy('prize_scores.id')
    .execute();
}

export function findPrizeScoreByKey(trx: Db, judgeId: string, key: string) {
  return trx
    .selectFrom('prize_scores')
    .where('judge_id', '=', judgeId)
    .where('idempotency_key', '=', key)
    .select(['project_id as project', 'scores', 'weighted_total as total', 'created_at as at'])
    .executeTakeFirst();
}

export async function insertPrizeScore(trx: Db, score: Insertable<Tables['prize_scores']>): Promise<void> {
  await trx.insertInto('prize_scores').values(score).execute();
}

/** Returns how many scores have been stored for prizes. */
export async function countPrizeScores(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(max(id), 0)::int as count from prize_scores`.execute(db);
  return rows[0]!.count;
}

/** Returns how many projects each judge of a prize has scored, and when last, by judge. */
export function selectPrizeActivity(db: Db) {
  return db
    .selectFrom('prize_scores')
    .groupBy('judge_id')
    .select((eb) => [
      'judge_id as judgeId',
      sql<number>`count(distinct project_id)::int`.as('scored'),
      eb.fn.max('created_at').as('lastAt'),
    ])
    .execute();
}
