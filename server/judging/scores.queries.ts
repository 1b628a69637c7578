import { type Insertable, sql } from 'kysely';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import type { Db } from '../platform/db/open.ts';
import type { Tables } from '../platform/db/schema.ts';

/** What a judge gives, from 0 to 10, by criterion. */
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

// A score stores the judge's name of its time; readers see the present one.
const withComments = (db: Db) =>
  db
    .selectFrom('scores')
    .innerJoin('judges', 'judges.id', 'scores.judge_id')
    .leftJoin('score_comments', 'score_comments.score_id', 'scores.id')
    .select([...columns, 'judges.name as judgeName', 'score_comments.comment']);

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
  { id, by, at, reason }: { id: number; by: string; at: Date; reason: string },
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
          sql<string>`${by}::uuid`.as('by'),
          sql<Date>`${at}::timestamptz`.as('at'),
          sql<string>`${reason}::text`.as('reason'),
        ]),
    )
    .onConflict((conflict) => conflict.column('score_id').doNothing())
    .returning('score_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function hasScore(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('scores').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;
}

/** Returns the comments in force on the table of a person: the last of each judge, unless it is voided. */
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
