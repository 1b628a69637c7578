import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { DefinedJob } from './define-job.ts';

/**
 * Adds a job to the queue, in the transaction of its cause. Jobs with a lower `priority` run first, and none before
 * `delaySeconds` have passed.
 */
export function addJob<Payload extends object>(
  db: Db,
  job: DefinedJob<Payload>,
  payload: Payload,
  options?: JobOptions,
): Promise<void> {
  return addJobs(db, job, [payload], options);
}

export interface JobOptions {
  priority?: number;
  delaySeconds?: number;
  /** Jobs of one queue run one after another. */
  queue?: string;
}

/** Adds a job for each payload, in one statement. */
export async function addJobs<Payload extends object>(
  db: Db,
  job: DefinedJob<Payload>,
  payloads: readonly Payload[],
  options?: JobOptions,
): Promise<void> {
  const json = payloads.map((payload) => JSON.stringify(payload));
  await sql`select ${callAddJob(job, sql`unnest(${json}::json[])`, options)}`.execute(db);
}

export type QueuedJob = Pick<DefinedJob<object>, 'name' | 'attempts'>;

/** Returns a call that adds a job with this payload, as an expression in the surrounding statement. */
export function callAddJob(
  { name, attempts }: QueuedJob,
  payload: RawBuilder<unknown>,
  { priority = 0, delaySeconds = 0, queue }: JobOptions = {},
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${name}, ${payload},
      run_at => now() + make_interval(secs => ${delaySeconds}), max_attempts => ${attempts}, priority => ${priority},
      queue_name => ${queue ?? null})`;
}
