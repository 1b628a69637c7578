import type { Db } from '../db/open.ts';
import { selectStuckJobs } from './jobs.queries.ts';

/** Seconds after which a job that is due counts as stuck; the queue is polled every few seconds. */
const longestWait = 600;

/** Finds jobs that failed or that nobody runs, a line for each task and state. What a job is about is not named. */
export async function findStuckJobs(db: Db): Promise<string[]> {
  const stuck = await selectStuckJobs(db, longestWait);
  return stuck.map(({ task, state, count, ids }) => {
    const jobs = `${count} of ${task} (${ids.join(', ')}${count > ids.length ? ', …' : ''})`;
    if (state === 'given up') return `Jobs given up: ${jobs}. Look for their ids in the log.`;
    if (state === 'failing')
      return `Jobs that failed and wait for their next try: ${jobs}. Look for their ids in the log.`;
    return `Jobs that have been due for more than ${longestWait / 60} minutes: ${jobs}. Does the site run?`;
  });
}
