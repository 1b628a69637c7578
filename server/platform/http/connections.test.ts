import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { MemoryRateLimitStore } from './rate-limit.ts';

let site: TestApp;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await site.close();
});

/** The program with at most 8 connections until idle ones are closed, and its port. */
async function listen(logger?: FastifyBaseLogger) {
  site = await createTestApp();
  await site.app.close();
  site.app = await buildApp(site.services, { dist: '', maxConnections: 8, ...(logger && { logger }) });
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

test('a browser that leaves is no error of the program, and its calls count for its address', async () => {
  const error = vi.fn();
  const quiet = {
    level: 'info',
    info: vi.fn(),
    warn: vi.fn(),
    debug: vi.fn(),
    trace: vi.fn(),
    fatal: vi.fn(),
  };
  const logger = { ...quiet, error, silent: vi.fn(), child: () => logger } as unknown as FastifyBaseLogger;
  const port = await listen(logger);
  const consume = vi.spyOn(MemoryRateLimitStore.prototype, 'consume');
  // The session look-up waits while the browser leaves.
  const client = await site.database.pool.connect();
  try {
    await client.query('begin; lock table sessions in access exclusive mode');
    const leaving = await open(port);
    const token = Buffer.alloc(32, 1).toString('base64url');
    leaving.write(`GET /api/auth/user HTTP/1.1\r\nhost: localhost:3000\r\ncookie: sid=${token}\r\n\r\n`);
    // Outside the transaction, which always sees the state of the other connections that it asked for first.
    const isWaiting = async () => {
      const { rows } = await site.database.pool.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length;
    };
    await expect.poll(isWaiting).toBe(1);
    leaving.destroy();
    await expect
      .poll(() => new Promise((resolve) => site.app.server.getConnections((_, count) => resolve(count))))
      .toBe(0);
    consume.mockClear();
    await client.query('commit');
  } finally {
    // A query that still waits for its lock would keep the site from closing.
    client.release(true);
  }
  await expect.poll(() => consume.mock.calls.length).toBe(1);
  expect(consume.mock.calls[0]![0]).toMatchObject([{ key: 'general 127.0.0.1' }]);
  await fetch(`http://127.0.0.1:${port}/api/event`);
  expect(error).not.toHaveBeenCalled();
  consume.mockRestore();
});
