import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test as base, expect } from 'vitest';
import { findRecordedServer, socketPort } from '../packages/embedded-postgres/process.ts';
import { lockKey } from '../server/platform/db/locks.ts';
import { openDatabase } from '../server/platform/db/open.ts';
import { memoryFolder } from '../server/testing/postgres.ts';
import { freePort, type Program, startProgram, surroundings } from './program.ts';

/** A data folder of its own, and the programs that are started on it. */
class Machine {
  readonly folder: string;
  readonly dataDir: string;
  readonly lockFile: string;
  readonly #programs: Program[] = [];

  constructor(name: string) {
    this.folder = path.join(memoryFolder(), `overnight-operations-${process.pid}-${name}`);
    this.dataDir = path.join(this.folder, 'data');
    this.lockFile = path.join(this.dataDir, 'postgres/postmaster.pid');
    mkdirSync(this.folder);
  }

  async start(environment: Record<string, string> = {}): Promise<Program> {
    const program = await startProgram({ DATA_DIR: this.dataDir, ...environment });
    this.#programs.push(program);
    return program;
  }

  /** Starts the program as npm does, where it is expected to refuse: what it says and its exit code. */
  async refusal(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
    const guard = path.join(import.meta.dirname, '../scripts/node24.mjs');
    const child = spawn(process.execPath, [guard, path.join(import.meta.dirname, '../server/main.ts')], {
      env: surroundings({ DATA_DIR: this.dataDir, ...environment }),
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    return { code, said: said.replace('The site cannot start.', '').trim() };
  }

  readPostmaster(): number {
    return Number(readFileSync(this.lockFile, 'utf8').split('\n')[0]);
  }

  async remove(): Promise<void> {
    for (const program of this.#programs) await program.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

// Starts and stops mostly wait: the tests run side by side, each on a machine of its own.
const test = base.extend('machine', async ({ task }, { onCleanup }) => {
  const machine = new Machine(task.id);
  onCleanup(() => machine.remove());
  return machine;
}).concurrent;

test('the first page from an empty folder, and from a filled one', async ({ machine }) => {
  const first = await machine.start();
  expect((await fetch(first.url)).status).toBe(200);
  await first.stop();
  const second = await machine.start();
  expect((await fetch(second.url)).status).toBe(200);
});

test.for(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends everything with exit code 0',
  async (signal, { machine }) => {
    const program = await machine.start();
    expect(existsSync(machine.lockFile)).toBe(true);
    expect(await program.stop(signal)).toBe(0);
    expect(existsSync(machine.lockFile)).toBe(false);
  },
);

test('SIGTERM lets a request that has begun finish, and cuts off one that never ends', async ({
  machine,
}) => {
  const program = await machine.start();
  const { port, hostname } = new URL(program.url);
  const endless = createConnection(Number(port), hostname);
  endless.write(
    'POST /api/auth/email/start HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  );
  const cut = once(endless, 'close');
  await once(endless, 'connect');
  await pause(100);
  expect(await program.stop()).toBe(0);
  await cut;
});

test('with DRAIN_SECONDS a SIGTERM makes the site not ready while it goes on answering, then ends it', async ({
  machine,
}) => {
  const program = await machine.start({ DRAIN_SECONDS: '3' });
  const ended = program.stop();
  const statuses = async () =>
    Promise.all(['/readyz', '/', '/api/event'].map(async (at) => (await fetch(program.url + at)).status));
  await expect.poll(statuses).toEqual([503, 200, 200]);
  expect(await ended).toBe(0);
});

test('on https without TRUSTED_PROXIES the start warns with the line to add', async ({ machine, expect }) => {
  const SECRET_KEY = 'K7vTq0yB3mXw9ZrLpE2sHnUcJf6dGaQo';
  const program = await machine.start({ PUBLIC_URL: 'https://hack.example.org', SECRET_KEY });
  await expect.poll(program.output).toMatch(/every visitor counts as one address.*TRUSTED_PROXIES=loopback/);
});

test('after kill -9 the next start adopts the database and works', async ({ machine }) => {
  const killed = await machine.start();
  const server = machine.readPostmaster();
  await killed.stop('SIGKILL');
  const next = await machine.start();
  expect(machine.readPostmaster()).toBe(server);
  expect(await next.stop()).toBe(0);
  expect(existsSync(machine.lockFile)).toBe(false);
});

test('a database that is killed while the start makes its last query does not end the program', async ({
  machine,
  expect,
}) => {
  await (await machine.start()).stop('SIGKILL');
  // The first organizer's link, which the start makes when it listens already, waits for this lock.
  const { socketDir } = findRecordedServer(path.dirname(machine.lockFile))!;
  const { db } = openDatabase(
    { host: socketDir, port: socketPort, user: 'overnight', database: 'overnight' },
    { max: 1, maintenance: true },
  );
  const lock = await db.startTransaction().execute();
  await lockKey(lock, 'first organizer');
  const program = await machine.start();
  process.kill(machine.readPostmaster(), 'SIGKILL');
  await expect.poll(program.output).toContain('No link for the first organizer');
  await lock
    .rollback()
    .execute()
    .catch(() => undefined);
  await db.destroy();
  await expect.poll(async () => (await fetch(`${program.url}/readyz`)).status).toBe(200);
  expect(await program.stop()).toBe(0);
});

test('a second instance on the same data folder, or on a taken port, says so and leaves the first one alone', async ({
  machine,
}) => {
  const program = await machine.start();
  const port = new URL(program.url).port;
  expect(await machine.refusal({ PORT: String(await freePort()) })).toEqual({
    code: 1,
    said: `The data folder ${machine.dataDir} is in use by another running instance of the site. Stop that one first, or set DATA_DIR.`,
  });
  expect(await machine.refusal({ PORT: port, DATA_DIR: path.join(machine.folder, 'other') })).toEqual({
    code: 1,
    said: `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or choose another port: PORT=${Number(port) + 1} npm start`,
  });
  expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
});

test('settings that would make the site unsafe are refused before anything is touched', async ({
  machine,
}) => {
  expect(await machine.refusal({ PUBLIC_URL: 'http://hack.example.org' })).toEqual({
    code: 1,
    said: [
      'PUBLIC_URL must be https://. http:// works on this machine only (localhost).',
      'SECRET_KEY is missing: a public site needs one. Create one: openssl rand -base64 32',
    ].join('\n'),
  });
});
