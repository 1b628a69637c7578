import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/**
 * Releases the jobs of killed programs or of some worker pools: those locked for longer than any job may take, except the
 * `except` ones. The queue's own function would release every job of a pool, including those in progress.
 */
export async function releaseStaleJobs(
  db: Db,
  olderThanSeconds: number,
  pools?: { lockedBy: string[]; except: string[] },
): Promise<void> {
  const ofPools = pools
    ? sql`and locked_by = any(${pools.lockedBy}) and id <> all(${pools.except}::bigint[])`
    : sql``;
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_at < now() - make_interval(secs => ${olderThanSeconds}) ${ofPools}`.execute(db);
}

/** Limits how long a failed job waits for its next try: the queue's own backoff grows to hours. */
export async function shortenBackoff(db: Db, longestSeconds: number): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
      where locked_at is null and attempts between 1 and max_attempts - 1
        and run_at > now() + make_interval(secs => ${longestSeconds})),
    run_at => now() + make_interval(secs => ${longestSeconds}))`.execute(db);
}

/** Selects by task the jobs that were given up, failed, or have been due for longer, with at most ten ids. */
export async function selectStuckJobs(db: Db, longestWaitSeconds: number) {
  const { rows } = await sql<{
    task: string;
    state: 'given up' | 'failing' | 'due';
    count: number;
    ids: number[];
  }>`
    select task_identifier as task, state, count(*) as count, (array_agg(id order by id))[1:10] as ids
    from graphile_worker.jobs cross join lateral (select case
      when attempts >= max_attempts and locked_at is null then 'given up'
      when run_at < now() - make_interval(secs => ${longestWaitSeconds}) then 'due'
      when attempts > 0 and locked_at is null then 'failing' end as state) as judged
    where state is not null group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
