import type pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDatabase } from '../platform/db/open.ts';
import { isOwned, withServer } from './postgres.ts';

export type TestDatabase = {
  db: Db;
  pool: pg.Pool;
  /** For a second pool, or a program of its own (`url`), on the same database. */
  connection: pg.PoolConfig;
  url: string;
  /** As the role that owns the tables. */
  owner: pg.PoolConfig;
  ownerUrl: string;
  /** Runs statements that change the schema, as its owner. */
  changeSchema: (statements: string) => Promise<void>;
  drop(): Promise<void>;
};

/** A new migrated database, a copy of the run's template. Call `drop` when the test file ends. */
export async function createTestDatabase({
  max = 10,
  empty = false,
  maintenance = false,
} = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `${server.prefix}_${crypto.randomUUID().slice(0, 8)}`;
  const template = empty ? 'template0' : `"${server.prefix}"`;
  await withServer(server.admin, `create database "${name}" template ${template} ${isOwned(server)}`);
  // An empty database has one role until the site has given it two.
  const connection = { ...(empty ? server.owner : server.program), database: name };
  const owner = { ...server.owner, database: name };
  const { db, pool } = openDatabase(connection, { max, maintenance });
  return {
    db,
    pool,
    connection,
    url: urlOf(connection),
    owner,
    ownerUrl: urlOf(owner),
    changeSchema: async (statements) => void (await withServer(owner, statements)),
    drop: async () => {
      await db.destroy();
      await withServer(server.admin, `drop database "${name}" with (force)`);
    },
  };
}

function urlOf({ host, port, user, password, database }: pg.ClientConfig): string {
  const who = password ? `${user}:${encodeURIComponent(String(password))}` : user;
  return host?.startsWith('/')
    ? `postgres://${who}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${who}@${host}:${port}/${database}`;
}
