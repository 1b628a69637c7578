import { sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';
import { reviewPasswordKey } from '../platform/db/schema.ts';
import { findSetting, upsertSetting } from '../platform/db/settings.ts';
import type { StoredScore } from './scores.queries.ts';

/** Returns the hash of the shared password; undefined when there is none. */
export const findReviewPassword = (db: Db) => findSetting<string>(db, reviewPasswordKey);

export const upsertReviewPassword = (db: Db, hash: string) => upsertSetting(db, reviewPasswordKey, hash);

/** A score with the results of its team, in one snapshot. */
export interface ReviewedScore extends StoredScore {
  total: number;
  /** Whether it is the judge's latest for this team that is not voided. */
  counts: boolean;
  /** The team's average of counting scores, rounded half away from zero to one and to two decimals; null when all are voided. */
  average: number | null;
  average2: string | null;
  specials: Record<string, number> | null;
}

/** Whether a score is for this prize, or for a track where `prize` is null. */
const isFor = (prize: string | null) => sql<boolean>`prize is not distinct from ${prize}`;

const changes = (prize: string | null) => sql<number>`((select count(*) from scores where ${isFor(prize)})
  + (select count(*) from voided_scores) + (select coalesce(sum(renames), 0) from judges))::int`;

/** Returns how often scores of tracks were stored, scores voided and judges renamed: while it is the same, so are the results. */
export async function countScoreChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${changes(null)} as count`.execute(db);
  return rows[0]!.count;
}

/** Returns how many scores are stored for prizes. */
export async function countPrizeScores(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from scores where prize is not null`.execute(db);
  return rows[0]!.count;
}

/**
 * Returns all scores of tracks, or those of a prize, oldest first, of the teams that have one with an id above `lastId`, and
 * the number of all changes: one statement, so one snapshot.
 */
export async function selectReviewedScores(
  db: Db,
  lastId: number,
  prize: string | null = null,
): Promise<{ count: number; scores: ReviewedScore[] }> {
  const { rows } = await sql<ReviewedScore & { all: number }>`
    with of_teams as (
      select * from scores where ${isFor(prize)} and team_number in (
        select team_number from scores where id > ${lastId} and ${isFor(prize)})
    ), latest as (
      select distinct on (team_number, judge_id) id, team_number, weighted_total, special_categories
      from of_teams where id not in (select score_id from voided_scores)
      order by team_number, judge_id, id desc
    ), teams as (
      select team_number, round(avg(weighted_total), 1)::float8 as average, round(avg(weighted_total), 2)::text as average2
      from latest group by team_number
    ), specials as (
      select team_number, jsonb_object_agg(key, average) as averages
      from (
        select team_number, key, round(avg(value::int), 1) as average
        from latest, jsonb_each_text(special_categories) group by team_number, key
      ) as averages
      group by team_number
    )
    select s.id, j.name as "judgeName", s.team_name as "teamName", s.team_number as "teamNumber", s.track, s.prize, s.scores,
      s.weighted_total::float8 as total, s.special_categories as "specialCategories", s.created_at as at,
      c.comment, v.voided_at as "voidedAt", u.name as "voidedBy", v.reason as "voidReason",
      latest.id is not null as counts, t.average, t.average2, p.averages as specials, ${changes(prize)} as all
    from of_teams s
    join judges j on j.id = s.judge_id
    left join score_comments c on c.score_id = s.id
    left join voided_scores v on v.score_id = s.id
    left join users u on u.id = v.voided_by
    left join teams t on t.team_number = s.team_number
    left join latest on latest.id = s.id
    left join specials p on p.team_number = s.team_number
    order by s.id`.execute(db);
  return { count: rows[0]?.all ?? 0, scores: rows };
}
