import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';

/**
 * Adds a job to the queue, in the transaction of what caused it; it is tried at most `attempts` times. Jobs
 * with a lower `priority` run first, and none before `delaySeconds` have passed.
 */
export function addJob(
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  options?: JobOptions,
): Promise<void> {
  return addJobs(db, name, [payload], options);
}

export interface JobOptions {
  attempts?: number;
  priority?: number;
  delaySeconds?: number;
  /** Jobs of one queue run one after another. */
  queue?: string;
}

/** Adds a job for each payload, in one statement. */
export async function addJobs(
  db: Db,
  name: string,
  payloads: readonly Record<string, unknown>[],
  options?: JobOptions,
): Promise<void> {
  const json = payloads.map((payload) => JSON.stringify(payload));
  await sql`select ${callAddJob(name, sql`unnest(${json}::json[])`, options)}`.execute(db);
}

/** Returns the call that adds a job with this payload, which is an expression of the statement around it. */
export function callAddJob(
  name: string,
  payload: RawBuilder<unknown>,
  { attempts = 25, priority = 0, delaySeconds = 0, queue }: JobOptions = {},
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${name}, ${payload},
      run_at => now() + make_interval(secs => ${delaySeconds}), max_attempts => ${attempts}, priority => ${priority},
      queue_name => ${queue ?? null})`;
}
