import { randomBytes } from 'node:crypto';
import { accessSync, constants, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../packages/embedded-postgres/embedded.ts';
import { upgradeSchema } from '../platform/db/schema.ts';

/**
 * How the tests reach the run's server: `admin` may create databases, which then belong to `owner`, and the program works
 * as `program`, which cannot change tables (on a server of TEST_DATABASE_URL, all three are one role).
 */
export type TestServer = {
  admin: pg.ClientConfig;
  owner: pg.ClientConfig;
  program: pg.ClientConfig;
  prefix: string;
};

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Throw-away data folders begin with this and the number of their process: what a kill left is swept by the next run. */
export const FOLDER = 'overnight-test-';

/**
 * Once per run: a throw-away server in memory, or the one of TEST_DATABASE_URL, with a migrated template that each test
 * file copies. Returns what removes it all.
 */
export default async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const { server, stop } = await startServer();
  await withServer(server.admin, `create database "${server.prefix}" ${isOwned(server)}`);
  const as = (role: pg.ClientConfig) => ({ ...role, database: server.prefix });
  await upgradeSchema({ owner: as(server.owner), connection: as(server.program) }, () => undefined);
  project.provide('testServer', server);
  return async () => {
    await dropAll(server);
    await stop();
  };
}

/** Runs one statement as the server's administrator. */
export async function withServer(
  admin: pg.ClientConfig,
  statement: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** The clause that hands a new database to the tests' role. */
export function isOwned(server: TestServer): string {
  return server.owner.user === server.admin.user ? '' : `owner "${server.owner.user}"`;
}

async function startServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const prefix = `overnight_test_${randomBytes(4).toString('hex')}`;
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    const external = { connectionString: url };
    const { rows } = await withServer(external, 'select current_user as user');
    const admin = { ...parts(url), user: String(rows[0].user) };
    return { server: { admin, owner: admin, program: admin, prefix }, stop: async () => undefined };
  }
  const memory = memoryFolder();
  await sweep(memory);
  const dataDir = join(memory, `${FOLDER}${process.pid}-${prefix.slice(-8)}`);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '600',
  };
  const embedded = await startEmbedded({ dataDir, settings, log: console.warn });
  const { host, port, user } = embedded.connection;
  const owner = embedded.owner.user;
  return {
    server: {
      admin: { host, port, user: 'postgres', database: 'postgres' },
      owner: { host, port, user: owner },
      program: { host, port, user },
      prefix,
    },
    stop: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A connection string as the parts that a client takes, so that only the database's name is changed afterwards. */
function parts(url: string): pg.ClientConfig {
  const { host, port, user, database, password } = new pg.Client({ connectionString: url });
  return { host, port, user, database, password: password ?? undefined };
}

async function dropAll(server: TestServer): Promise<void> {
  const { rows } = await withServer(
    server.admin,
    'select datname from pg_database where starts_with(datname, $1)',
    [server.prefix],
  );
  for (const { datname } of rows) await withServer(server.admin, `drop database "${datname}" with (force)`);
}

/** Where throw-away data are fastest. */
export function memoryFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}

/** Ends what killed test runs left running. */
async function sweep(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(FOLDER) ? Number(name.slice(FOLDER.length).split('-')[0]) : 0;
    if (!pid || isRunning(pid)) continue;
    const dataDir = join(folder, name);
    const left = await startEmbedded({ dataDir, log: console.warn }).catch(() => undefined);
    await left?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
