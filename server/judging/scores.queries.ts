import type { JudgingTrack } from '../../contract/judging.ts';
import type { Db } from '../db/open.ts';

const columns = [
  'id',
  'judge_name as judgeName',
  'team_name as teamName',
  'team_number as teamNumber',
  'track',
  'scores',
  'weighted_total as total',
  'special_categories as specialCategories',
  'created_at as at',
] as const;

/** Returns a judge's score by its idempotency key, with the hash of the body. */
export function findScoreByKey(trx: Db, judgeId: string, key: string) {
  return trx
    .selectFrom('scores')
    .where('judge_id', '=', judgeId)
    .where('idempotency_key', '=', key)
    .select([...columns, 'body_hash as bodyHash'])
    .executeTakeFirst();
}

/** Returns a judge's latest score since a time with the same body. */
export function findRepeatedScore(trx: Db, judgeId: string, bodyHash: Buffer, since: Date) {
  return trx
    .selectFrom('scores')
    .where('judge_id', '=', judgeId)
    .where('body_hash', '=', bodyHash)
    .where('created_at', '>', since)
    .select(columns)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

interface NewScore {
  judge_id: string;
  judge_name: string;
  idempotency_key: string;
  body_hash: Buffer;
  team_name: string;
  team_number: number;
  track: JudgingTrack;
  scores: string;
  weights: string;
  weighted_total: number;
  special_categories: string | null;
  created_at: Date;
}

export function insertScore(trx: Db, score: NewScore) {
  return trx.insertInto('scores').values(score).returning(columns).executeTakeFirstOrThrow();
}

/** Returns a judge's scores, newest first. */
export function selectScoresOfJudge(db: Db, judgeId: string) {
  return db
    .selectFrom('scores')
    .where('judge_id', '=', judgeId)
    .select(columns)
    .orderBy('id', 'desc')
    .execute();
}
