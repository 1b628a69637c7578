import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/**
 * Hands out again the jobs that a killed program still holds: those locked for longer than any job may take. The queue's
 * own function for it would let go of everything that the same program holds, what it is working on included.
 */
export async function releaseStaleJobs(db: Db, olderThanSeconds: number): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_at < now() - make_interval(secs => ${olderThanSeconds})`.execute(db);
}

/** Brings jobs that wait longer than this after a failure forward: the queue's own back-off grows to hours. */
export async function shortenBackOff(db: Db, longestSeconds: number): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
      where locked_at is null and attempts between 1 and max_attempts - 1
        and run_at > now() + make_interval(secs => ${longestSeconds})),
    run_at => now() + make_interval(secs => ${longestSeconds}))`.execute(db);
}
