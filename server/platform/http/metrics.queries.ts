import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Selects, for each task, the number of due or failing jobs and how many seconds the oldest has been due. */
export async function selectQueuedJobs(db: Db) {
  const { rows } = await sql<{ task: string; count: number; age: number }>`
    select task_identifier as task, count(*) as count,
      greatest(0, extract(epoch from now() - min(run_at)))::float8 as age
    from graphile_worker.jobs where attempts < max_attempts group by 1`.execute(db);
  return rows;
}

export async function countUnsentMails(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .where('sent_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
