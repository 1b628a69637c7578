import { afterEach, expect, inject, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { jobNamed } from '../../testing/jobs.ts';
import { withServer } from '../../testing/postgres.ts';
import { createLogger } from '../log.ts';
import { addJob } from './add-job.ts';
import { releaseStaleJobs } from './jobs.queries.ts';
import { type Jobs, startJobs } from './worker.ts';

let site: TestApp;
let jobs: Jobs | undefined;
afterEach(async () => {
  await jobs?.stop();
  await site.close();
});

const soon = { timeout: 15_000, interval: 50 };

test('the worker goes on after the database has closed every connection', async () => {
  site = await createTestApp();
  const done: unknown[] = [];
  const list = { note: async (_: unknown, payload: Record<string, unknown>) => void done.push(payload.each) };
  jobs = await startJobs(site.services, site.database.pool, { handlers: list });
  await addJob(site.services.db, jobNamed('note'), { each: 1 });
  // A job whose end the queue has not recorded yet would run again.
  const recorded = async (...each: number[]) => {
    expect(done).toEqual(each);
    const { rows } = await site.database.pool.query('select id from graphile_worker.jobs');
    expect(rows).toEqual([]);
  };
  await vi.waitFor(() => recorded(1), soon);
  for (const each of [2, 3]) {
    await site.database.pool
      .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
      .catch(() => undefined);
    await vi.waitFor(() => addJob(site.services.db, jobNamed('note'), { each }), soon);
    await vi.waitFor(() => recorded(...[1, 2, 3].slice(0, each)), soon);
  }
});

test.each([
  ['completes', () => undefined],
  [
    'fails',
    () => {
      throw new Error('a failure of the job');
    },
  ],
])('a database that goes away while a job %s does not end the program', async (_, end) => {
  site = await createTestApp();
  const { admin } = inject('testServer');
  const name = String(site.database.connection.database);
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  let runs = 0;
  const list = {
    interrupted: async () => {
      runs += 1;
      if (runs > 1) return;
      // Connections opened between the two statements prevent the renaming.
      await vi.waitFor(async () => {
        await withServer(admin, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
          name,
        ]);
        await withServer(admin, `alter database "${name}" rename to "${name}_away"`);
      }, soon);
      end();
    },
  };
  jobs = await startJobs(site.services, site.database.pool, { handlers: list, alone: true });
  await addJob(site.services.db, jobNamed('interrupted'), {});
  await vi.waitFor(
    () => withServer(admin, 'select 1 / count(*) from pg_database where datname = $1', [`${name}_away`]),
    soon,
  );
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await withServer(admin, `alter database "${name}_away" rename to "${name}"`);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(runs).toBe(2), soon);
});

test('a job that throws is retried, and logged with its task and reason but not with what it was about', async () => {
  site = await createTestApp();
  const lines: string[] = [];
  site.services.log = createLogger('info', { write: (line) => void lines.push(line) });
  let tries = 0;
  const list = {
    fragile: async () => {
      tries += 1;
      if (tries === 1) throw Object.assign(new TypeError('canary@example.org refused'), { code: 'EREFUSED' });
    },
  };
  jobs = await startJobs(site.services, site.database.pool, { handlers: list });
  await addJob(site.services.db, jobNamed('fragile'), { secret: 'canary' });
  await vi.waitFor(() => expect(tries).toBe(2), soon);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'a job failed and will be retried',
    job: expect.any(Number),
    task: 'fragile',
    attempts: 1,
    err: { type: 'TypeError', code: 'EREFUSED', stack: expect.stringContaining('worker.test.ts') },
  });
  expect(lines.join()).not.toContain('canary');
});

test('a job that never ends does not delay the others', async () => {
  site = await createTestApp();
  const done: unknown[] = [];
  const list = {
    hanging: () => new Promise<void>(() => undefined),
    note: async (_: unknown, payload: Record<string, unknown>) => void done.push(payload.each),
  };
  jobs = await startJobs(site.services, site.database.pool, {
    handlers: list,
    concurrency: 1,
    timeLimit: 500,
  });
  await addJob(site.services.db, jobNamed('hanging'), {});
  await addJob(site.services.db, jobNamed('note'), { each: 1 });
  await vi.waitFor(() => expect(done).toEqual([1]), soon);
});

test('only jobs that are locked for too long are released', async () => {
  site = await createTestApp();
  for (const minutes of [1, 3]) {
    await addJob(site.services.db, jobNamed('note'), { minutes });
    await site.database.pool.query(
      "update graphile_worker._private_jobs set locked_by = 'same', locked_at = now() - make_interval(mins => $1) where locked_at is null",
      [minutes],
    );
  }
  await releaseStaleJobs(site.services.db, 120);
  const { rows } = await site.database.pool.query(
    "select payload->>'minutes' as minutes, locked_by from graphile_worker._private_jobs order by id",
  );
  expect(rows).toEqual([
    { minutes: '1', locked_by: 'same' },
    { minutes: '3', locked_by: null },
  ]);
});
