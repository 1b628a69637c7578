import { afterEach, expect, inject, test } from 'vitest';
import { anonymous, signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { jobNamed } from '../../testing/jobs.ts';
import { withServer } from '../../testing/postgres.ts';
import { addJob } from '../jobs/add-job.ts';

let site: TestApp;
afterEach(() => site.close());

const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url: '/metrics', remoteAddress, headers });

test('other machines cannot read the metrics, nor can they through a proxy on this one', async () => {
  site = await createTestApp();
  for (const address of ['203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7'])
    expect((await ask(address)).statusCode).toBe(404);
  for (const header of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])
    expect((await ask('127.0.0.1', { [header]: '203.0.113.7' })).statusCode).toBe(404);
});

test('on a public site nobody can read the metrics without the token, even through a proxy that says nothing', async () => {
  const publicUrl = new URL('https://hack.example.org');
  site = await createTestApp({ publicUrl, loopback: false });
  expect((await ask('127.0.0.1')).statusCode).toBe(404);
  await site.close();

  site = await createTestApp({ publicUrl, loopback: false, metricsToken: 'a token of the operator' });
  const wrong: Record<string, string>[] = [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: 'a token of the operator' },
  ];
  for (const sent of wrong) expect((await ask('127.0.0.1', sent)).statusCode).toBe(404);
  expect((await ask('203.0.113.7', { authorization: 'Bearer a token of the operator' })).statusCode).toBe(
    200,
  );
});

test('this machine can read every answer counted by route, never by address', async () => {
  site = await createTestApp();
  const id = '00000000-0000-4000-8000-000000000001';
  for (let round = 0; round < 3; round += 1) await anonymous(site).call('GET', `/files/${id}`);
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const answer = await ask(address);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
    const refused = 'method="GET",route="/api/files/:id",status="401"';
    expect(answer.body).toContain(`\nhttp_request_duration_seconds_count{${refused}} 3\n`);
    expect(answer.body).toContain(`\nhttp_request_duration_seconds_bucket{le="+Inf",${refused}} 3\n`);
    expect(answer.body).toMatch(/\nprocess_resident_memory_bytes \d{7,}\n/);
    expect(answer.body).not.toContain(id);
  }
});

test('the event loop is measured from the start, so that the first reading shows what blocked it before', async () => {
  site = await createTestApp();
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as { port: number };
  // The measurement begins with its first tick.
  await new Promise((wake) => setTimeout(wake, 100));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  const body = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(body)?.[1])).toBeGreaterThan(0.3);
});

test('queue, mails, connections, streams, disk, event loop and version are metrics; without a database the others remain', async () => {
  site = await createTestApp();
  const { db } = site.services;
  await signUp(site);
  const mail = { recipient: 'ada@example.org', subject: 'Hello', text: 'Hello', html: 'Hello' };
  await db.insertInto('mails').values([mail, mail]).execute();
  await addJob(db, jobNamed('read-waiting-resumes'), {});
  await site.database.pool.query(
    "update graphile_worker._private_jobs set run_at = now() - interval '3 minutes 20 seconds'",
  );
  const { body } = await ask('127.0.0.1');
  for (const line of [
    /^overnight_build_info\{version="\d+\.\d+\.\d+"\} 1$/m,
    /^overnight_live_streams 0$/m,
    /^overnight_database_connections\{state="idle"\} \d+$/m,
    /^overnight_jobs_queued\{task="read-waiting-resumes"\} 1$/m,
    /^overnight_jobs_oldest_seconds\{task="read-waiting-resumes"\} [2-9]\d\d\b/m,
    /^overnight_mails_unsent 2$/m,
    /^overnight_disk_free_bytes \d{6,}$/m,
    /^nodejs_eventloop_lag_seconds /m,
  ])
    expect(body).toMatch(line);
  expect(body).not.toContain('example.org');

  const { admin } = inject('testServer');
  const name = String(site.database.connection.database);
  await withServer(admin, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  await withServer(admin, `alter database "${name}" rename to "${name}_away"`);
  const away = await ask('127.0.0.1');
  expect(away.statusCode).toBe(200);
  expect(away.body).toMatch(/^overnight_disk_free_bytes \d{6,}$/m);
  expect(away.body).not.toMatch(/^overnight_mails_unsent/m);
  await withServer(admin, `alter database "${name}_away" rename to "${name}"`);
});
