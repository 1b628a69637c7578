import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/**
 * Adds a job to the queue, in the transaction of what caused it; it is tried at most `attempts` times. Jobs
 * with a lower `priority` run first, and none before `delaySeconds` have passed.
 */
export async function addJob(
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  { attempts = 25, priority = 0, delaySeconds = 0 } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at => now() + make_interval(secs => ${delaySeconds}), max_attempts => ${attempts}, priority => ${priority})`.execute(
    db,
  );
}
