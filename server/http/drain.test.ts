import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { openEventStream } from '../testing/event-stream.ts';
import { createEmptyPages } from '../testing/pages.ts';

let site: TestApp;
let pages: Awaited<ReturnType<typeof createEmptyPages>>;
let origin: string;
beforeAll(async () => {
  pages = await createEmptyPages();
  site = await createTestApp({}, { dist: pages.dist });
  origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  site.app.server.closeAllConnections();
  await site.close();
  await pages.remove();
});

test('a draining copy is not ready, answers every request on a connection that it closes, and keeps its streams', async () => {
  const ask = async (path: string) => {
    const { status, headers } = await fetch(origin + path);
    return [status, headers.get('connection')];
  };
  expect(await ask('/readyz')).toEqual([200, 'keep-alive']);
  const stream = await openEventStream(origin, await signUp(site));
  site.app.startDraining();
  expect(await ask('/readyz')).toEqual([503, 'close']);
  for (const path of ['/dashboard', '/api/event', '/healthz'])
    expect(await ask(path)).toEqual([200, 'close']);
  expect(stream.status).toBe(200);
  const closed = site.app.close();
  await stream.ended;
  await closed;
});
