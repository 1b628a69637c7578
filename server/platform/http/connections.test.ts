import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let site: TestApp;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await site.close();
});

/** The program with at most 8 connections until idle ones are closed, and its port. */
async function listen() {
  site = await createTestApp();
  await site.app.close();
  site.app = await buildApp(site.services, { dist: '', maxConnections: 8 });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  return (site.app.server.address() as { port: number }).port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

test('idle connections of one address do not refuse others, and the oldest idle one is closed first', async () => {
  const port = await listen();
  const first = await open(port);
  const closed = once(first, 'close');
  for (let more = 0; more < 40; more += 1) await open(port);
  await closed;
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(answer.status).toBe(200);
});

test('a connection with a request is not closed for others', async () => {
  const port = await listen();
  const busy = await open(port);
  busy.write(
    'POST /api/auth/link HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n',
  );
  await expect
    .poll(() => new Promise((resolve) => site.app.server.getConnections((_, count) => resolve(count))))
    .toBe(1);
  for (let more = 0; more < 20; more += 1) await open(port);
  busy.write('{}');
  const [answer] = await once(busy, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
});
