import { type CronItem, Logger, parseCronItems, type Runner, run } from 'graphile-worker';
import type pg from 'pg';
import type { Services } from '../services.ts';
import { releaseStaleJobs, shortenBackOff } from './jobs.queries.ts';

/** Does one job. It is repeated when it throws, and after a kill, so it must be harmless to repeat. */
export type Task = (services: Services, payload: Record<string, unknown>) => Promise<void>;

/** Seconds: no job may take longer than this, and none waits longer for its next try. */
const longestJob = 120;
const longestBackOff = 240;
const sweepEvery = 30_000;
const restartAfter = 2000;

export interface Jobs {
  /** Takes no new jobs and resolves when the running ones are done. */
  stop: () => Promise<void>;
}

/**
 * Works the job queue with connections of this pool until stopped, and starts over by itself when the database was away.
 * `alone` says that no other program works this queue: then jobs left locked by a kill are taken up at once.
 */
export async function startJobs(
  services: Services,
  pool: pg.Pool,
  {
    alone = services.config.databaseUrl === undefined,
    concurrency = 4,
    tasks,
    schedule = [],
  }: { alone?: boolean; concurrency?: number; tasks: Record<string, Task>; schedule?: CronItem[] },
): Promise<Jobs> {
  let stopped = false;
  let runner: Runner | undefined;
  const sweep = async () => {
    await releaseStaleJobs(services.db, longestJob);
    await shortenBackOff(services.db, longestBackOff);
  };
  const start = async () => {
    // What a killed program, or the runner before this one, could not complete.
    if (alone) await releaseStaleJobs(services.db, 0);
    runner = await run({
      pgPool: pool,
      taskList: bind(services, tasks),
      concurrency,
      noHandleSignals: true,
      pollInterval: 2000,
      parsedCronItems: parseCronItems(schedule),
      logger: quiet(services),
      // Without a batch the runner drops the promise of completing a job: a database that is away then ended the program.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runner.promise.catch(() => undefined).then(again);
    if (stopped) await runner.stop();
  };
  const again = () => {
    if (!stopped) setTimeout(() => !stopped && start().catch(again), restartAfter).unref();
  };
  await start();
  const timer = setInterval(() => sweep().catch(() => undefined), sweepEvery).unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await runner?.stop().catch(() => undefined);
    },
  };
}

function bind(services: Services, list: Record<string, Task>) {
  return Object.fromEntries(
    Object.entries(list).map(([name, task]) => [
      name,
      (payload: unknown) => task(services, payload as Record<string, unknown>),
    ]),
  );
}

/** Failures only, by the job's number: what a job carries and what went wrong with it may name people. */
function quiet({ log }: Services): Logger {
  return new Logger((scope) => (level) => {
    if (level === 'error')
      log.warn({ job: scope.jobId, task: scope.taskIdentifier }, 'a job failed; it is tried again');
  });
}
