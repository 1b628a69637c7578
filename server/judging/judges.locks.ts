import type { Db } from '../platform/db/open.ts';

/** Locks a judge, so that the scores of one judge are saved one after the other. Returns whether they may still score. */
export async function lockJudge(trx: Db, id: string): Promise<boolean> {
  const judge = trx.selectFrom('judges').select('removed_at').where('id', '=', id).forNoKeyUpdate();
  return (await judge.executeTakeFirst())?.removed_at === null;
}
