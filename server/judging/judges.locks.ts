import type { Db } from '../platform/db/open.ts';

/** Locks a judge, so that their scores are saved one after another. Returns whether they may still score. */
export async function lockJudge(trx: Db, id: string): Promise<boolean> {
  const judge = trx.selectFrom('judges').select('removed_at').where('id', '=', id).forNoKeyUpdate();
  return (await judge.executeTakeFirst())?.removed_at === null;
}
