import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryFolder } from '../../server/testing/postgres.ts';
import { selectAccount } from './account.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

const asRoot = process.getuid?.() === 0;
let folder: string;
let dataDir: string;
const running: Embedded[] = [];
let said: string[] = [];

beforeEach(() => {
  folder = join(memoryFolder(), `overnight-embedded-${crypto.randomUUID().slice(0, 8)}`);
  dataDir = join(folder, 'data');
  said = [];
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(at = dataDir): Promise<Embedded> {
  const server = await startEmbedded({ dataDir: at, log: (line) => said.push(line) });
  running.push(server);
  return server;
}

async function ask(server: Embedded, statement: string): Promise<unknown[]> {
  const client = new pg.Client(server.owner);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

function pidOf(at = dataDir): number {
  return Number(readFileSync(join(at, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A separate program that starts the database and then only waits. */
async function startInProgram(): Promise<ChildProcess> {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))});
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
    process.send('up');
    setInterval(() => undefined, 1000);`;
  const program = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [word] = await Promise.race([once(program, 'message'), once(program, 'exit')]);
  expect(word).toBe('up');
  return program;
}

async function kill(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}

test('a data folder of another major version of PostgreSQL is refused with the way to upgrade', async () => {
  const server = await start();
  await server.stop();
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(
    /was written by PostgreSQL 17, and this version of the program brings PostgreSQL 18,.*docs\/upgrading\.md/,
  );
});

test('a first start makes a private, durable database; a second one finds it again', async () => {
  const first = await start();
  expect(first).toMatchObject({ adopted: false, connection: { user: 'overnight', database: 'overnight' } });
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  expect(await ask(first, 'show fsync')).toEqual(['on']);
  expect(await ask(first, 'show synchronous_commit')).toEqual(['on']);
  expect(await ask(first, 'show server_encoding')).toEqual(['UTF8']);
  expect(await ask(first, 'show listen_addresses')).toEqual(['']);
  expect(await ask(first, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([false]);
  await ask(first, 'create table kept as select 1 as value');
  await first.stop();
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await ask(second, 'select value from kept')).toEqual([1]);
  const starts = readFileSync(join(dataDir, 'postgres.log'), 'utf8').match(/starting PostgreSQL/g);
  expect(starts).toHaveLength(2);
  expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600);
});

test('the server of a killed program is adopted, and stopped by the program that adopted it', async () => {
  const program = await startInProgram();
  const pid = pidOf();
  await kill(program);
  const server = await start();
  expect(server.adopted).toBe(true);
  expect(pidOf()).toBe(pid);
  await server.stop();
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

test('four programs that start at once on an empty folder share one server', async () => {
  const programs = await Promise.all(Array.from({ length: 4 }, startInProgram));
  const server = await start();
  expect(server.adopted).toBe(true);
  expect(await ask(server, "select count(*)::int from pg_database where datname = 'overnight'")).toEqual([1]);
  await Promise.all(programs.map(kill));
});

test('a kill -9 of everything loses nothing acknowledged', async () => {
  const program = await startInProgram();
  const before = await start();
  await ask(before, 'create table journal (n int)');
  const answered: number[] = [];
  const writing = (async () => {
    for (let n = 0; ; n += 1) {
      await ask(before, `insert into journal values (${n})`);
      answered.push(n);
    }
  })().catch(() => undefined);
  await pause(300);
  process.kill(pidOf(), 'SIGKILL');
  await kill(program);
  await writing;
  const after = await start();
  expect(after.adopted).toBe(false);
  expect(answered.length).toBeGreaterThan(0);
  expect((await ask(after, 'select n from journal order by n')).slice(0, answered.length)).toEqual(answered);
});

test('a stale lock file whose process number belongs to another program does not prevent a start', async () => {
  const server = await start();
  process.kill(pidOf(), 'SIGKILL');
  await pause(200);
  const { ids } = selectAccount(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], { ...ids });
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const file = join(dataDir, 'postgres', name);
    writeFileSync(file, [stranger.pid, ...readFileSync(file, 'utf8').split('\n').slice(1)].join('\n'));
  }
  await server.restart();
  expect(await ask(server, 'select 1')).toEqual([1]);
  expect(stranger.exitCode).toBe(null);
  stranger.kill();
});

test('a path too long for a socket puts the socket into a private folder', async () => {
  const deep = join(folder, 'long'.repeat(20), 'longer'.repeat(10));
  const server = await start(deep);
  expect(server.connection.host).toMatch(/^\/tmp\/overnight-[0-9a-f]{16}$/);
  expect(statSync(server.connection.host).mode & 0o777).toBe(0o700);
  expect(await ask(server, 'select 1')).toEqual([1]);
  await server.stop();

  chmodSync(server.connection.host, 0o755);
  await expect(start(deep)).rejects.toThrow(/but other users can open it\. Remove it and start again/);
  rmSync(server.connection.host, { recursive: true });
});

test('the partial folder of a killed first start is removed', async () => {
  mkdirSync(join(dataDir, 'postgres.new-99999999'), { recursive: true });
  await start();
  expect(existsSync(join(dataDir, 'postgres.new-99999999'))).toBe(false);
});

test('a damaged data folder is reported with the message of PostgreSQL', async () => {
  await (await start()).stop();
  rmSync(join(dataDir, 'postgres/global/pg_control'));
  await expect(start()).rejects.toThrow(/^The database did not start \(.*pg_control/s);
});

test.runIf(asRoot)('a data folder below a private folder is refused, naming that folder', async () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { recursive: true });
  chmodSync(closed, 0o700);
  await expect(start(join(closed, 'data'))).rejects.toThrow(
    new RegExp(`who may not enter ${closed}\\. Open it \\(chmod o\\+x\\) or set DATA_DIR`),
  );
});

test.runIf(asRoot)('a full disk is reported, and leaves no partial folder', async () => {
  mkdirSync(dataDir, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=0711', 'tmpfs', dataDir]);
  try {
    await expect(start()).rejects.toThrow(`the disk that holds ${dataDir}/postgres is full.`);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    execFileSync('mount', ['-o', 'remount,size=128m', dataDir]);
    const server = await start();
    await server.stop();
    execFileSync('sh', ['-c', 'head -c 200m /dev/zero > "$1/ballast" || true', 'sh', dataDir], {
      stdio: 'ignore',
    });
    await expect(start()).rejects.toThrow(`the disk that holds ${dataDir}/postgres is full.`);
    rmSync(join(dataDir, 'ballast'));
    await (await start()).stop();
  } finally {
    execFileSync('umount', ['-l', dataDir]);
  }
});
