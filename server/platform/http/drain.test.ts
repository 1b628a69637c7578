import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { openEventStream } from '../../testing/event-stream.ts';
import { createEmptyPages } from '../../testing/pages.ts';

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

test('a draining instance is not ready, answers every request on a connection that it closes, and keeps its streams', async () => {
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

/** Sends a request from another thread; returns once it is sent, although this thread has accepted no connection. */
function sendWithoutAccepting(port: number): Promise<string> {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(
    `const { workerData: { sent, port }, parentPort } = require('node:worker_threads');
    let answer = '';
    const socket = require('node:net').connect(port, '127.0.0.1', () =>
      socket.write('GET /healthz HTTP/1.1\\r\\nhost: localhost\\r\\nconnection: close\\r\\n\\r\\n', () => {
        Atomics.store(sent, 0, 1);
        Atomics.notify(sent, 0);
      }));
    socket.on('data', (chunk) => { answer += chunk; });
    socket.on('error', ({ code }) => { answer += code; });
    socket.on('close', () => parentPort.postMessage(answer));`,
    { eval: true, workerData: { sent, port } },
  );
  const answer = once(thread, 'message').then(([text]) => String(text));
  Atomics.wait(sent, 0, 0);
  return answer;
}

test('a request that waits to be accepted when the program closes is answered', async () => {
  const instance = await createTestApp({}, { dist: pages.dist });
  await instance.app.listen({ host: '127.0.0.1', port: 0 });
  const answer = sendWithoutAccepting((instance.app.server.address() as AddressInfo).port);
  await instance.close();
  expect(await answer).toMatch(/^HTTP\/1.1 200 OK/);
});
