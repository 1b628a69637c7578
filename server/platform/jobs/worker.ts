import { setTimeout as sleep } from 'node:timers/promises';
import { type CronItem, type Job, Logger, parseCronItems, type Runner, run } from 'graphile-worker';
import type pg from 'pg';
import type { Services } from '../services.ts';
import { releaseStaleJobs, shortenBackoff } from './jobs.queries.ts';

/** Runs one job. It is repeated when it throws, and after a kill, so it must be idempotent; `add-job.ts` says how often. */
export type JobHandler = (services: Services, payload: Record<string, unknown>) => Promise<void>;

/** Seconds after which the lock of a job is released to another copy, and that it waits at most for its next try. */
const releaseLockAfter = 120;
const longestBackoff = 240;
/** Milliseconds after which a job counts as failed, before its lock is released. */
const defaultTimeLimit = 100_000;
const urgentConcurrency = 2;
const sweepEvery = 30_000;
const restartAfter = 2000;

export interface Jobs {
  /** Starts no new jobs and resolves when the running ones have ended. */
  stop: () => Promise<void>;
}

/** Jobs that share a number of slots. */
interface Lane {
  handlers: Record<string, JobHandler>;
  concurrency: number;
  schedule: CronItem[];
}

interface WorkerOptions {
  /** Whether no other program works on this queue: then jobs locked by a killed program run at once. */
  alone?: boolean;
  concurrency?: number;
  timeLimit?: number;
  handlers: Record<string, JobHandler>;
  /** Jobs with slots of their own, which never wait for others. */
  urgentHandlers?: Record<string, JobHandler>;
  /** Jobs that wait for servers elsewhere: one at a time, beside all others, so that no other job waits for them. */
  slowHandlers?: Record<string, JobHandler>;
  slowSchedule?: CronItem[];
  schedule?: CronItem[];
}

/**
 * Runs jobs of the queue with connections of this pool until stopped, and restarts by itself after the database was
 * unreachable.
 */
export async function startJobs(
  services: Services,
  pool: pg.Pool,
  {
    alone = services.config.databaseUrl === undefined,
    concurrency = 4,
    timeLimit = defaultTimeLimit,
    handlers,
    urgentHandlers = {},
    slowHandlers = {},
    slowSchedule = [],
    schedule = [],
  }: WorkerOptions,
): Promise<Jobs> {
  let stopped = false;
  const runners = new Map<Lane, Runner>();
  const sweep = async () => {
    await releaseStaleJobs(services.db, releaseLockAfter);
    await shortenBackoff(services.db, longestBackoff);
  };
  const start = async (lane: Lane): Promise<void> => {
    // What a killed program, or the runner before this one, could not complete.
    if (alone) await releaseStaleJobs(services.db, 0, Object.keys(lane.handlers));
    const runner = await run({
      pgPool: pool,
      taskList: bindHandlers(services, lane.handlers, timeLimit),
      concurrency: lane.concurrency,
      noHandleSignals: true,
      pollInterval: 2000,
      parsedCronItems: parseCronItems(lane.schedule),
      logger: createLogger(services),
      // Without a batch the runner drops the promise of completing a job: a database that is away then ended the program.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runners.set(lane, runner);
    runner.promise.catch(() => undefined).then(() => restart(lane));
    if (stopped) await runner.stop();
  };
  const restart = (lane: Lane) => {
    if (!stopped) setTimeout(() => !stopped && start(lane).catch(() => restart(lane)), restartAfter).unref();
  };
  await start({ handlers, concurrency, schedule });
  if (Object.keys(urgentHandlers).length > 0)
    await start({ handlers: urgentHandlers, concurrency: urgentConcurrency, schedule: [] });
  if (Object.keys(slowHandlers).length > 0)
    await start({ handlers: slowHandlers, concurrency: 1, schedule: slowSchedule });
  const timer = setInterval(() => sweep().catch(() => undefined), sweepEvery).unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await Promise.allSettled([...runners.values()].map((runner) => runner.stop()));
    },
  };
}

/** A job that takes too long fails, so that its slot is free for others. */
function bindHandlers(services: Services, list: Record<string, JobHandler>, timeLimit: number) {
  return Object.fromEntries(
    Object.entries(list).map(([name, handle]) => [
      name,
      async (payload: unknown) => {
        const timer = new AbortController();
        const tooLong = sleep(timeLimit, undefined, { signal: timer.signal, ref: false }).then(() => {
          throw Object.assign(new Error(`took longer than ${timeLimit} ms`), { code: 'JOB_TIMEOUT' });
        });
        tooLong.catch(() => undefined);
        await Promise.race([handle(services, payload as Record<string, unknown>), tooLong]).finally(() =>
          timer.abort(),
        );
      },
    ]),
  );
}

/** Logs failures only, by the job's id and the error: payloads and messages may contain personal data. */
function createLogger({ log }: Services): Logger {
  return new Logger(() => (level, _message, meta) => {
    if (level !== 'error') return;
    const { job, error: err } = (meta ?? {}) as { job?: Job; error?: unknown };
    if (!job) return log.warn({ err }, 'the job queue failed and will be restarted');
    const { id, task_identifier: task, attempts, max_attempts: maxAttempts } = job;
    const outcome =
      attempts < maxAttempts ? 'a job failed and will be retried' : 'a job failed for the last time';
    log.warn({ job: id, task, attempts, err }, outcome);
  });
}
