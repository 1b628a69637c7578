import type pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { jobNamed } from '../../testing/jobs.ts';
import { addJob } from './add-job.ts';
import { type Jobs, startJobs } from './worker.ts';

let site: TestApp;
let jobs: Jobs | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await jobs?.stop();
  await site.close();
});

const within30Seconds = { timeout: 30_000, interval: 50 };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Statement {
  name?: string;
  text?: string;
}

/** The queue's statements that tests answer, by a part of their name or text. */
const statements = {
  look: 'get_job/',
  firstLook: '_private_tasks as tasks',
  complete: 'complete_job/',
  fail: 'fail_job/',
  schedule: '_private_known_crontabs',
  listen: 'LISTEN "jobs:insert"; LISTEN',
};

/** Answers statements in place of the server where `answer` returns a promise. Returns how many it answered. */
function intercept(
  pool: pg.Pool,
  kind: keyof typeof statements,
  answer: (count: number) => Promise<never> | undefined,
) {
  const known = new WeakSet<pg.PoolClient>();
  const seen = { count: 0 };
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((statement: Statement | string, ...rest: unknown[]) => {
      const { name = '', text = '' } = typeof statement === 'string' ? { text: statement } : statement;
      const answered = (name + text).includes(statements[kind]) ? answer(seen.count + 1) : undefined;
      if (!answered) return query(statement, ...rest);
      seen.count += 1;
      const callback = rest.at(-1);
      if (typeof callback !== 'function') return answered;
      return answered.catch((error) => callback(error));
    }) as pg.PoolClient['query'];
  });
  return seen;
}

const refuse = () => Promise.reject(new Error('timeout exceeded when trying to connect'));

/** A job that counts its runs, and how many ran at the same time at most. */
function countRuns() {
  const runs = new Map<unknown, number>();
  const now = new Map<unknown, number>();
  const together = { most: 0 };
  const wait = async (_: unknown, { each, milliseconds = 0, fails }: Record<string, unknown>) => {
    runs.set(each, (runs.get(each) ?? 0) + 1);
    now.set(each, (now.get(each) ?? 0) + 1);
    together.most = Math.max(together.most, now.get(each)!);
    await pause(Number(milliseconds));
    now.set(each, now.get(each)! - 1);
    if (fails && runs.get(each) === 1) throw new Error('a failure of the job');
  };
  return { runs, together, wait };
}

const expectEmptyQueue = async () => {
  const { rows } = await site.database.pool.query('select id, locked_at from graphile_worker.jobs');
  expect(rows).toEqual([]);
};

test.each(['complete', 'fail'] as const)(
  'the queue goes on after one statement to %s one of four jobs failed, and what still runs does not run beside itself',
  async (kind) => {
    site = await createTestApp();
    const { pool } = site.database;
    const failing = intercept(pool, kind, (count) => (count === 1 ? refuse() : undefined));
    const { runs, together, wait } = countRuns();
    for (const each of [1, 2, 3])
      await addJob(site.services.db, jobNamed('wait'), {
        each,
        milliseconds: each * 300,
        fails: kind === 'fail',
      });
    await addJob(site.services.db, jobNamed('wait'), { each: 'long', milliseconds: 25_000 });
    jobs = await startJobs(site.services, pool, { handlers: { wait }, alone: true });
    await vi.waitFor(() => expect(failing.count).toBe(1), within30Seconds);
    await addJob(site.services.db, jobNamed('wait'), { each: 'next' });
    await vi.waitFor(() => expect(runs.get('next')).toBe(1), within30Seconds);
    await vi.waitFor(expectEmptyQueue, within30Seconds);
    expect([...runs.keys()].sort()).toEqual([1, 2, 3, 'long', 'next']);
    expect([runs.get('long'), together.most]).toEqual([1, 1]);
  },
);

test('the queue goes on after the first look for jobs failed', async () => {
  site = await createTestApp();
  const { pool } = site.database;
  const failing = intercept(pool, 'firstLook', (count) => (count === 1 ? refuse() : undefined));
  const { runs, wait } = countRuns();
  jobs = await startJobs(site.services, pool, { handlers: { wait } });
  await vi.waitFor(() => expect(failing.count).toBe(1), within30Seconds);
  await addJob(site.services.db, jobNamed('wait'), { each: 'next' });
  await vi.waitFor(() => expect(runs.get('next')).toBe(1), within30Seconds);
});

test('the queue goes on after all its looks for jobs began to hang, beside a job that still runs', async () => {
  site = await createTestApp();
  const { pool } = site.database;
  const { runs, together, wait } = countRuns();
  let hangs = false;
  const answer = Promise.withResolvers<never>();
  const hanging = intercept(pool, 'look', () => (hangs ? answer.promise : undefined));
  jobs = await startJobs(site.services, pool, { handlers: { wait }, concurrency: 3, alone: true });
  await addJob(site.services.db, jobNamed('wait'), { each: 'long', milliseconds: 40_000 });
  await vi.waitFor(() => expect(runs.get('long')).toBe(1), within30Seconds);
  hangs = true;
  await vi.waitFor(() => expect(hanging.count).toBe(2), within30Seconds);
  hangs = false;
  await addJob(site.services.db, jobNamed('wait'), { each: 'next' });
  try {
    await vi.waitFor(() => expect(runs.get('next')).toBe(1), within30Seconds);
    await vi.waitFor(expectEmptyQueue, within30Seconds);
  } finally {
    // The database could not be dropped while a query waits for an answer.
    answer.reject(new Error('Connection terminated unexpectedly'));
  }
  expect([Object.fromEntries(runs), together.most]).toEqual([{ long: 1, next: 1 }, 1]);
});

test('stopping waits for a job that runs, and not for the schedule, which tries again in a minute and a half', async () => {
  site = await createTestApp();
  const { pool } = site.database;
  const warned = vi.spyOn(site.services.log, 'warn');
  const failing = intercept(pool, 'schedule', (count) => (count === 1 ? refuse() : undefined));
  // The library's first delay is 0.2 s, multiplied by this plus a half.
  vi.spyOn(Math, 'random').mockReturnValue(450);
  const { runs, wait } = countRuns();
  const ended = vi.fn();
  const handlers = { wait: async (...given: Parameters<typeof wait>) => wait(...given).then(ended) };
  jobs = await startJobs(site.services, pool, { handlers, schedule: [{ task: 'wait', match: '* * * * *' }] });
  await vi.waitFor(() => expect(failing.count).toBe(1), within30Seconds);
  await vi.waitFor(() => expect(warned).toHaveBeenCalled(), within30Seconds);
  vi.restoreAllMocks();
  await addJob(site.services.db, jobNamed('wait'), { each: 'long', milliseconds: 3000 });
  await vi.waitFor(() => expect(runs.get('long')).toBe(1), within30Seconds);
  const stopped = vi.fn();
  jobs.stop().then(stopped);
  await vi.waitFor(() => expect(stopped).toHaveBeenCalled(), within30Seconds);
  expect(ended).toHaveBeenCalledTimes(1);
});

test('a connection that is lost while the queue stops listening on it does not end the program', async () => {
  site = await createTestApp();
  const { pool } = site.database;
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const answer = Promise.withResolvers<never>();
  const listening = intercept(pool, 'listen', () => answer.promise);
  jobs = await startJobs(site.services, pool, { handlers: { wait: countRuns().wait } });
  await vi.waitFor(() => expect(listening.count).toBe(1), within30Seconds);
  await jobs.stop();
  answer.reject(new Error('Connection terminated unexpectedly'));
  await pause(500);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
