import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Program, startProgram } from '../e2e/program.ts';
import { startEmbedded } from '../packages/embedded-postgres/embedded.ts';
import { openServices } from '../server/event/settings/open-event.ts';
import { findJudgeByUsername, insertJudge } from '../server/judging/judges.queries.ts';
import { seed } from '../server/operations/seed/seed.service.ts';
import { openSession } from '../server/people-data/sessions.service.ts';
import { type Config, loadConfig } from '../server/platform/config.ts';
import { type Db, openDatabase } from '../server/platform/db/open.ts';
import { upgradeSchema } from '../server/platform/db/schema.ts';
import { scoreBody } from '../server/testing/judges.ts';
import type { Load, Measured } from './load.ts';

/** A PostgreSQL with durable writes and the program on it. */
export interface Stage {
  database: string;
  db: Db;
  config: Config;
  program: Program;
  fill: (applicants: number) => Promise<void>;
  /** Runs statements as the owner of the tables. */
  changeSchema: (statements: string) => Promise<void>;
  /** Refreshes the planner's statistics, as autovacuum does after a minute. */
  analyze: () => Promise<void>;
  /** Opens a session and returns it as a cookie header. */
  createCookie: (userId: string) => Promise<string>;
  /** Stops the program, starts it again, and returns how many milliseconds the start took. */
  restart: (changes?: Record<string, string>) => Promise<number>;
  close: () => Promise<void>;
}

/** How long each round of a row is measured. */
export const seconds = Number(process.env.BENCH_SECONDS ?? 2);

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function openStage(): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'overnight-bench-'));
  // Started as root, PostgreSQL runs under another account, which needs to reach the folder.
  await chmod(dataDir, 0o711);
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const { host, port, user, database: name } = embedded.connection;
  const database = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  await upgradeSchema(embedded, () => undefined);
  const opened = openDatabase(database, { max: 4 });
  const { db } = opened;
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database,
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'error',
    EMBEDDINGS: 'off',
  };
  const config = loadConfig(environment);
  const changeSchema = async (statements: string) => {
    const owner = openDatabase(embedded.owner, { max: 1, maintenance: true });
    await owner.pool.query(statements);
    await owner.db.destroy();
  };
  const analyze = () => changeSchema('vacuum analyze');
  const services = await openServices({ db, config, log: silent });
  const stage: Stage = {
    database,
    db,
    config,
    program: await startProgram(environment),
    fill: async (applicants) => {
      await seed(services, applicants);
      await analyze();
    },
    analyze,
    changeSchema,
    createCookie: async (userId) =>
      `sid=${await openSession({ random: randomBytes, now: () => new Date() }, db, 'user', { user_id: userId })}`,
    restart: async (changes = {}) => {
      await stage.program.stop();
      const started = performance.now();
      stage.program = await startProgram({ ...environment, ...changes });
      return performance.now() - started;
    },
    close: async () => {
      await stage.program.stop();
      await db.destroy();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return stage;
}

export async function createOrganizer({ db, createCookie }: Stage): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ name: 'Organizer', role: 'admin', is_owner: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return createCookie(id);
}

export async function createJudges({ db }: Stage, count: number, prefix = 'judge'): Promise<string[]> {
  const cookies: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const [username, name] = [`${prefix}${n}`, `Judge ${prefix} ${n}`];
    await insertJudge(db, { username, name, password_hash: 'none', track: null });
    const { id } = (await findJudgeByUsername(db, username))!;
    const token = await openSession({ random: randomBytes, now: () => new Date() }, db, 'judge', {
      judge_id: id,
    });
    cookies.push(`judge=${token}`);
  }
  return cookies;
}

/** Sends a judge's score for a team. Throws when it is refused. */
export async function callSubmitScore({ program }: Stage, cookie: string, team: number): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const body = JSON.stringify(scoreBody({ team_number: team }));
  const { status } = await fetch(`${program.url}/api/scores`, { method: 'POST', headers, body });
  if (status !== 201) throw new Error(`a score was answered with ${status}`);
}

export async function signInApproved({ db, createCookie }: Stage): Promise<string> {
  const { id } = await db
    .selectFrom('applications')
    .where('status', '=', 'approved')
    .orderBy('created_at')
    .select('user_id as id')
    .executeTakeFirstOrThrow();
  return createCookie(id);
}

/** Starts a script of this folder in a process of its own. */
export function startScript(script: string, args: string[] = []) {
  return spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Sends a load from a separate process and returns what it measured. */
export async function measure(load: Load): Promise<Measured> {
  const child = startScript('load.ts');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin.end(JSON.stringify(load));
  await once(child, 'close');
  return JSON.parse(output);
}

/** Returns the 95th percentile in milliseconds of one person's calls; NaN when one was refused. */
export async function measureLatency(stage: Stage, address: string, cookie: string): Promise<number> {
  const load = { url: stage.program.url + address, connections: 1, headers: { cookie } };
  await measure({ ...load, seconds: 1 });
  const { p95, bad } = await measure({ ...load, seconds });
  return bad > 0 ? Number.NaN : p95;
}
