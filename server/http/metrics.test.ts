import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url: '/metrics', remoteAddress, headers });

test('other machines cannot read the metrics, nor can they through a proxy on this one', async () => {
  for (const address of ['203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7'])
    expect((await ask(address)).statusCode).toBe(404);
  for (const header of ['x-forwarded-for', 'forwarded'])
    expect((await ask('127.0.0.1', { [header]: '203.0.113.7' })).statusCode).toBe(404);
});

test('this machine can read every answer counted by route, never by address', async () => {
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
    expect(answer.body).toContain(`\nhttp_request_duration_seconds_bucket{${refused},le="+Inf"} 3\n`);
    expect(answer.body).toMatch(/\nprocess_resident_memory_bytes \d{7,}\n/);
    expect(answer.body).not.toContain(id);
  }
});
