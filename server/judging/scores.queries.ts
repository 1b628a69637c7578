import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import type { Db } from '../platform/db/open.ts';
import { findSetting } from '../platform/db/settings.ts';
import type { Tables } from '../platform/db/tables.ts';
import { judgingPausedKey } from './judging.tables.ts';

/** A judge's marks from 0 to 10, by criterion. */
export type Marks = Record<string, number>;

export interface StoredScore {
  id: number;
  judgeName: string;
  teamName: string;
  teamNumber: number;
  track: JudgingTrack;
  prize: string | null;
  scores: Marks;
  total: number | string;
  specialCategories: Marks | null;
  at: Date;
  comment?: string | null;
  /** A boolean if an organizer entered it for the judge. */
  isPaper?: boolean | null;
  enteredBy?: string | null;
  movedFrom?: number | null;
  voidedAt?: Date | null;
  voidedBy?: string | null;
  voidReason?: string | null;
}

const columns = [
  'scores.id',
  'team_name as teamName',
  'team_number as teamNumber',
  'scores.track',
  'scores.prize',
  'scores.scores',
  'weighted_total as total',
  'special_categories as specialCategories',
  'scores.created_at as at',
] as const;

// A score stores the judge's name at the time; readers see the current one.
const withComments = (db: Db) =>
  db
    .selectFrom('scores')
    .innerJoin('judges', 'judges.id', 'scores.judge_id')
    .leftJoin('score_comments', 'score_comments.score_id', 'scores.id')
    .leftJoin('entered_scores as e', 'e.score_id', 'scores.id')
    .leftJoin('users as entering', 'entering.id', 'e.entered_by')
    .select([...columns, 'judges.name as judgeName', 'score_comments.comment'])
    .select(['e.is_paper as isPaper', 'entering.name as enteredBy', 'e.moved_from as movedFrom']);

/** Returns a judge's score by its idempotency key, with the hash of the body. */
export function findScoreByKey(trx: Db, judgeId: string, key: string) {
  return withComments(trx)
    .where('judge_id', '=', judgeId)
    .where('idempotency_key', '=', key)
    .select('body_hash as bodyHash')
    .executeTakeFirst();
}

export function findRepeatedScore(trx: Db, judgeId: string, bodyHash: Buffer, since: Date) {
  return withComments(trx)
    .where('judge_id', '=', judgeId)
    .where('body_hash', '=', bodyHash)
    .where('scores.created_at', '>', since)
    .orderBy('scores.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function insertScore(trx: Db, score: Insertable<Tables['scores']>) {
  return trx
    .insertInto('scores')
    .values(score)
    .returning([...columns, 'judge_name as judgeName'])
    .executeTakeFirstOrThrow();
}

export async function insertComment(trx: Db, scoreId: number, comment: string): Promise<void> {
  await trx.insertInto('score_comments').values({ score_id: scoreId, comment }).execute();
}

/** Whether a score is for this prize, or for a track if `prize` is null. */
// The database misestimates how many rows "is not distinct from" leaves.
const isFor = (prize: string | null) =>
  prize === null ? sql<boolean>`prize is null` : sql<boolean>`prize = ${prize}`;

/** Marks a score as entered by an organizer. */
export async function insertEntry(trx: Db, entry: Insertable<Tables['entered_scores']>): Promise<void> {
  await trx.insertInto('entered_scores').values(entry).execute();
}

const inForce = (eb: ExpressionBuilder<Tables, 'scores'>) =>
  eb('scores.id', 'not in', eb.selectFrom('voided_scores').select('score_id'));

/** Returns these scores with their judges, without voided ones, in the order in which they were stored. */
export function selectScoresToMove(trx: Db, ids: readonly number[]) {
  return trx
    .selectFrom('scores')
    .innerJoin('judges', 'judges.id', 'scores.judge_id')
    .where('scores.id', 'in', ids)
    .where(inForce)
    .select(['scores.id', 'judge_id as judgeId', 'judges.name as judgeName', 'judges.username'])
    .select(['team_number as teamNumber', 'scores.track', 'scores.prize'])
    .orderBy('scores.id')
    .execute();
}

/** Returns whether a judge has a valid score at a table, for this prize or for a track. */
export async function hasScored(
  trx: Db,
  { judgeId, prize }: { judgeId: string; prize: string | null },
  number: number,
): Promise<boolean> {
  const found = await trx
    .selectFrom('scores')
    .where('judge_id', '=', judgeId)
    .where('team_number', '=', number)
    .where(isFor(prize))
    .where(inForce)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Copies a score with its comment to another table, marked as moved. Without `name` the team's name stays. */
export async function insertMovedScore(
  trx: Db,
  { id, to, name, by }: { id: number; to: number; name: string | undefined; by: string },
): Promise<void> {
  await sql`
    with moved as (
      insert into scores (judge_id, judge_name, idempotency_key, body_hash, team_name, team_number, track, prize, scores,
        weights, weighted_total, special_categories, created_at)
      select judge_id, judge_name, gen_random_uuid(), sha256(id::text::bytea), coalesce(left(${name ?? null}::text, 100), team_name),
        ${to}::int, track, prize, scores, weights, weighted_total, special_categories, created_at
      from scores where id = ${id}
      returning id
    ), comments as (
      insert into score_comments (score_id, comment)
      select moved.id, c.comment from moved, score_comments c where c.score_id = ${id}
    )
    insert into entered_scores (score_id, entered_by, is_paper, moved_from)
    select moved.id, ${by}::uuid, exists (select from entered_scores where score_id = s.id and is_paper), s.team_number
    from moved, scores s where s.id = ${id}`.execute(trx);
}

/** Returns a judge's scores that are not voided, newest first. */
export function selectScoresOfJudge(db: Db, judgeId: string) {
  return withComments(db)
    .where('judge_id', '=', judgeId)
    .where('scores.id', 'not in', (eb) => eb.selectFrom('voided_scores').select('score_id'))
    .orderBy('scores.id', 'desc')
    .execute();
}

/** Voids a score. Returns whether that changed anything. */
export async function insertVoid(
  trx: Db,
  { id, by, at, reason }: { id: number; by: string | null; at: Date; reason: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('voided_scores')
    .columns(['score_id', 'voided_by', 'voided_at', 'reason'])
    .expression((eb) =>
      eb
        .selectFrom('scores')
        .where('id', '=', id)
        .select([
          'id',
          sql<string | null>`${by}::uuid`.as('by'),
          sql<Date>`${at}::timestamptz`.as('at'),
          sql<string>`${reason}::text`.as('reason'),
        ]),
    )
    .onConflict((conflict) => conflict.column('score_id').doNothing())
    .returning('score_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Voids all scores of a judge that are not voided yet. Returns how many. */
export async function insertVoids(
  trx: Db,
  { judgeId, by, at }: { judgeId: string; by: string | null; at: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into voided_scores (score_id, voided_by, voided_at, reason)
    select id, ${by}::uuid, ${at}::timestamptz, 'All scores of this judge were voided' from scores
    where judge_id = ${judgeId} on conflict (score_id) do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export async function findJudgeOfScore(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom('scores').where('id', '=', id).select('judge_id').executeTakeFirst())?.judge_id;
}

/** Returns the valid comments on a person's table: each judge's last one, unless voided. */
export async function selectCommentsForUser(db: Db, userId: string) {
  const { rows } = await sql<{ _id: number; comment: string }>`
    with own as (
      select number from people_at_tables where user_id = ${userId} order by team_id nulls last limit 1
    ), latest as (
      select distinct on (judge_id) id from scores
      where team_number in (select number from own) and id not in (select score_id from voided_scores)
      order by judge_id, id desc
    )
    select c.score_id as "_id", c.comment from score_comments c where c.score_id in (select id from latest)
    order by c.score_id`.execute(db);
  return rows;
}

/** A score with the results of its team, in one snapshot. */
export interface ReviewedScore extends StoredScore {
  total: number;
  /** Whether it is the judge's latest valid score for this team. */
  counts: boolean;
  /** The team's average of counting scores, rounded half away from zero to one and to two decimals; null when all are voided. */
  average: number | null;
  average2: string | null;
  specials: Record<string, number> | null;
}

const changes = sql<number>`((select count(*) from scores) + (select count(*) from voided_scores)
  + (select coalesce(sum(renames), 0) from judges))::int`;

/** Returns how often scores were stored or voided, and judges renamed: while that is equal, so are the results. */
export async function countScoreChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${changes} as count`.execute(db);
  return rows[0]!.count;
}

/** Returns all scores of tracks, or those of a prize, oldest first, and the number of all changes: one statement, so one snapshot. */
export async function selectReviewedScores(
  db: Db,
  prize: string | null = null,
): Promise<{ count: number; scores: ReviewedScore[] }> {
  const { rows } = await sql<ReviewedScore & { all: number }>`
    with of_rubric as (
      select * from scores where ${isFor(prize)}
    ), latest as (
      select distinct on (team_number, judge_id) id, team_number, weighted_total, special_categories
      from of_rubric where id not in (select score_id from voided_scores)
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
      c.comment, e.is_paper as "isPaper", e.moved_from as "movedFrom",
      entering.name as "enteredBy", v.voided_at as "voidedAt", u.name as "voidedBy", v.reason as "voidReason",
      latest.id is not null as counts, t.average, t.average2, p.averages as specials, ${changes} as all
    from of_rubric s
    join judges j on j.id = s.judge_id
    left join score_comments c on c.score_id = s.id
    left join entered_scores e on e.score_id = s.id
    left join users entering on entering.id = e.entered_by
    left join voided_scores v on v.score_id = s.id
    left join users u on u.id = v.voided_by
    left join teams t on t.team_number = s.team_number
    left join latest on latest.id = s.id
    left join specials p on p.team_number = s.team_number
    order by s.id`.execute(db);
  return { count: rows[0]?.all ?? 0, scores: rows };
}

export async function isPaused(db: Db): Promise<boolean> {
  return (await findSetting(db, judgingPausedKey)) === true;
}

/** Pauses or resumes judging. Returns whether that changed anything. */
export async function upsertPaused(trx: Db, paused: boolean): Promise<boolean> {
  const value = JSON.stringify(paused);
  const { numAffectedRows } = await sql`
    insert into settings (key, value) values (${judgingPausedKey}, ${value}::jsonb)
    on conflict (key) do update set value = excluded.value where settings.value <> excluded.value`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}
