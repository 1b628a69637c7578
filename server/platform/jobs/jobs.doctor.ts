import type { Db } from '../db/open.ts';
import { selectStuckJobs } from './jobs.queries.ts';

/** After how many seconds a due job counts as stuck; the queue is polled every few seconds. */
const longestWait = 600;

/**
 * Finds jobs that were given up or have no runner (`problems`), and jobs that wait for their next try (`notes`): a line per
 * task and state, without naming what a job is about.
 */
export async function findStuckJobs(db: Db): Promise<{ problems: string[]; notes: string[] }> {
  const [problems, notes]: [string[], string[]] = [[], []];
  for (const { task, state, count, ids } of await selectStuckJobs(db, longestWait)) {
    const jobs = `${count} of ${task} (${ids.join(', ')}${count > ids.length ? ', …' : ''})`;
    if (state === 'given up') problems.push(`Jobs given up: ${jobs}. Look for their ids in the log.`);
    else if (state === 'failing')
      notes.push(
        `Jobs that failed and wait for their next try: ${jobs}. They are tried again by themselves.`,
      );
    else
      problems.push(
        `Jobs that have been due for more than ${longestWait / 60} minutes: ${jobs}. Does the site run?`,
      );
  }
  return { problems, notes };
}
