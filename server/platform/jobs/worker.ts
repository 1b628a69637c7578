import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CronItem,
  type Job,
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Services } from '../services.ts';
import { releaseStaleJobs, shortenBackoff } from './jobs.queries.ts';

/** Runs one job. It is repeated when it throws, and after a kill, so it must be idempotent; `add-job.ts` says how often. */
export type JobHandler = (services: Services, payload: Record<string, unknown>) => Promise<void>;

/** After how many seconds a job's lock is released to another instance; also the longest wait for its next try. */
const releaseLockAfter = 120;
/**
 * After how many seconds a job is released that this instance has locked but does not run, because the answer with it was
 * lost.
 */
const releaseLostAfter = 30;
const longestBackoff = 240;
/** After how many milliseconds a job counts as failed, before its lock is released. */
const defaultTimeLimit = 100_000;
const urgentConcurrency = 2;
const sweepEvery = 30_000;
const restartAfter = 2000;
/** How often a runner is checked, and after how long without a successful look for jobs it is replaced, in milliseconds. */
const checkEvery = 5000;
const longestSilence = 4;
/** After how many seconds no statement of a stopped runner can still be running: connections and statements have limits. */
const longestStatement = 12;

export interface Jobs {
  /** Starts no new jobs and resolves when the running ones have ended. */
  stop: () => Promise<void>;
}

/** Jobs that share a number of slots. */
interface Lane {
  handlers: Record<string, JobHandler>;
  concurrency: number;
  schedule: CronItem[];
  /** Its runners lock jobs under these ids. */
  pools: string[];
}

interface WorkerOptions {
  /** Whether no other program works on this queue; if so, jobs locked by a killed program run at once. */
  alone?: boolean;
  concurrency?: number;
  timeLimit?: number;
  handlers: Record<string, JobHandler>;
  /** Jobs with slots of their own, which never wait for others. */
  urgentHandlers?: Record<string, JobHandler>;
  /** Jobs that wait for external servers: one at a time, separate from all others, so that no other job waits for them. */
  slowHandlers?: Record<string, JobHandler>;
  slowSchedule?: CronItem[];
  schedule?: CronItem[];
}

/** Runs the queue's jobs with connections of this pool until stopped, and resumes by itself after database outages. */
export async function startJobs(services: Services, pool: pg.Pool, options: WorkerOptions): Promise<Jobs> {
  const { alone = services.config.databaseUrl === undefined, timeLimit = defaultTimeLimit } = options;
  const { handlers, concurrency = 4, schedule = [] } = options;
  const { urgentHandlers = {}, slowHandlers = {}, slowSchedule = [] } = options;
  let stopped = false;
  const runners = new Map<Lane, { runner: Runner; ended: Promise<number> }>();
  const running: RunningJobs = new Map();
  const lanes = [
    { handlers, concurrency, schedule },
    { handlers: urgentHandlers, concurrency: urgentConcurrency, schedule: [] },
    { handlers: slowHandlers, concurrency: 1, schedule: slowSchedule },
  ].map((lane): Lane => ({ ...lane, pools: [] }));
  const release = (seconds: number, ...ended: Lane[]) =>
    releaseStaleJobs(services.db, seconds, {
      lockedBy: ended.flatMap(({ pools }) => pools),
      except: [...running.keys()],
    });
  const sweep = async () => {
    await releaseStaleJobs(services.db, releaseLockAfter);
    await release(releaseLostAfter, ...lanes);
    await shortenBackoff(services.db, longestBackoff);
  };
  const start = async (lane: Lane, lockedFor = 0): Promise<void> => {
    // Jobs that the previous runner left unfinished.
    await release(lockedFor, lane);
    const events: WorkerEvents = new EventEmitter();
    events.once('pool:create', ({ workerPool }) => lane.pools.push(workerPool.id));
    const runner = await run({
      pgPool: allowSecondRelease(pool),
      events,
      taskList: bindHandlers(services, lane.handlers, timeLimit, running),
      concurrency: lane.concurrency,
      noHandleSignals: true,
      pollInterval: 2000,
      parsedCronItems: parseCronItems(lane.schedule),
      logger: createLogger(services),
      // Without a batch, the runner drops the promise of completing a job, and an unavailable database would end the
      // program.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    const ended = waitForEnd(runner, lane.concurrency, services);
    runners.set(lane, { runner, ended });
    ended.then((seconds) => restart(lane, seconds));
    if (stopped) stopRunner(runner);
  };
  const restart = (lane: Lane, lockedFor: number) => {
    if (stopped) return;
    const again = () => stopped || start(lane, lockedFor).catch(() => restart(lane, lockedFor));
    setTimeout(again, restartAfter).unref();
  };
  // Jobs that a killed program left unfinished.
  if (alone) await releaseStaleJobs(services.db, 0);
  for (const lane of lanes) if (Object.keys(lane.handlers).length > 0) await start(lane);
  const timer = setInterval(() => sweep().catch(() => undefined), sweepEvery).unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      for (const { runner } of runners.values()) stopRunner(runner);
      await Promise.all([...runners.values()].map(({ ended }) => ended));
      await Promise.allSettled(running.values());
    },
  };
}

/** Stops a runner, without waiting for its scheduler, which can pause for 90 s after a database outage. */
function stopRunner(runner: Runner): void {
  runner.stop().catch(() => undefined);
}

/**
 * Returns the pool for the queue's library, which releases its listening connection twice if that is lost while a runner
 * stops. The pool would throw and end the program.
 */
function allowSecondRelease(pool: pg.Pool): pg.Pool {
  const connect = (done?: Parameters<pg.Pool['connect']>[0]) => {
    if (!done) return pool.connect();
    return pool.connect((error, client, release) => {
      let released = false;
      done(error, client, (reason) => {
        if (!released) release(reason);
        released = true;
      });
    });
  };
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)),
  });
}

/**
 * Resolves when a runner takes no more jobs, with the least number of seconds that its abandoned jobs have been locked. The
 * queue's library does not report this: after a job's end failed, a runner can wait forever for the other jobs, and after a
 * failed first look it never takes one. Jobs that still run continue beside the next runner.
 */
async function waitForEnd(runner: Runner, slots: number, { log }: Services): Promise<number> {
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  let [busy, silence, hasLooked] = [0, 0, false];
  const count = (change: number) => () => {
    busy += change;
    [silence, hasLooked] = [0, true];
  };
  runner.events
    .on('worker:getJob:empty', count(0))
    .on('job:start', count(1))
    .on('job:complete', count(-1))
    .on('worker:getJob:error', () => hasLooked || setImmediate(stopRunner, runner))
    .once('pool:gracefulShutdown', () => setTimeout(resolve, longestStatement * 1000, 0).unref())
    .once('pool:release', () => resolve(0));
  // Counts checks instead of time: when the program was blocked, so were its runners.
  const timer = setInterval(() => {
    silence += 1;
    if (silence < longestSilence || busy >= slots) return;
    log.warn('the job queue stands still and will be restarted');
    resolve(longestStatement);
  }, checkEvery).unref();
  const seconds = await ended;
  clearInterval(timer);
  stopRunner(runner);
  return seconds;
}

/** Running jobs, by id. */
type RunningJobs = Map<string, Promise<void>>;

/** A job that takes too long fails, so that its slot is free for others. */
function bindHandlers(
  services: Services,
  list: Record<string, JobHandler>,
  timeLimit: number,
  running: RunningJobs,
) {
  return Object.fromEntries(
    Object.entries(list).map(([name, handle]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        const timer = new AbortController();
        const tooLong = sleep(timeLimit, undefined, { signal: timer.signal, ref: false }).then(() => {
          throw Object.assign(new Error(`took longer than ${timeLimit} ms`), { code: 'JOB_TIMEOUT' });
        });
        tooLong.catch(() => undefined);
        const done = Promise.race([handle(services, payload as Record<string, unknown>), tooLong]);
        running.set(job.id, done);
        await done.finally(() => {
          timer.abort();
          running.delete(job.id);
        });
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
