import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

export type FeedbackAnswers = Record<string, number | string>;

export async function hasMark(db: Db, mark: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('feedback_given')
    .where('mark', '=', mark)
    .select('mark')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Inserts a mark, and all others anew, in their own order and by one transaction: neither their place in the table nor the
 * ids of their transactions say who came when. Under the lock of feedback.
 */
export async function insertMark(trx: Db, mark: Buffer): Promise<void> {
  const before = await trx.deleteFrom('feedback_given').returning('mark').execute();
  const marks = [...before.map((row) => row.mark), mark].sort(Buffer.compare);
  await sql`insert into feedback_given (mark) select unnest(${marks}::bytea[])`.execute(trx);
}

/** Inserts answers, and all others anew, ordered by their random ids, for the same reason. */
export async function insertAnswers(trx: Db, answers: FeedbackAnswers): Promise<void> {
  await sql`with before as (delete from feedback_answers returning id, answers)
    insert into feedback_answers (id, answers)
    select id, answers from before union all select gen_random_uuid(), ${JSON.stringify(answers)}::jsonb order by 1`.execute(
    trx,
  );
}

/** Selects everybody's answers, by their random ids. */
export async function selectAnswers(db: Db): Promise<FeedbackAnswers[]> {
  const rows = await db.selectFrom('feedback_answers').select('answers').orderBy('id').execute();
  return rows.map(({ answers }) => answers);
}
