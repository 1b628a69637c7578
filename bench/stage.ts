import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Program, startProgram } from '../e2e/program.ts';
import { type Config, loadConfig } from '../server/config.ts';
import { startEmbedded } from '../server/db/embedded.ts';
import { type Db, openDatabase } from '../server/db/open.ts';
import { upgradeSchema } from '../server/db/upgrade.ts';
import { loadEvent } from '../server/event/load.ts';
import { seed } from '../server/seed/seed.service.ts';
import { createServices } from '../server/services.ts';
import { openUserSession } from '../server/sessions/sessions.service.ts';
import type { Load, Measured } from './load.ts';

/** A PostgreSQL with durable writes and the program on it. */
export interface Stage {
  database: string;
  db: Db;
  config: Config;
  program: Program;
  /** Creates applicants. */
  fill: (applicants: number) => Promise<void>;
  /** Opens a session and returns it as a cookie header. */
  createCookie: (userId: string) => Promise<string>;
  close: () => Promise<void>;
}

/** How long each row is measured. */
export const seconds = Number(process.env.BENCH_SECONDS ?? 5);

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts database and program in a new folder. */
export async function openStage(): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'overnight-bench-'));
  // When started as root, the database runs under another account.
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
  };
  const config = loadConfig(environment);
  const services = createServices({ db, config, event: await loadEvent(), log: silent });
  const program = await startProgram(environment);
  return {
    database,
    db,
    config,
    program,
    fill: (applicants) => seed(services, applicants),
    createCookie: async (userId) =>
      `sid=${await openUserSession({ random: randomBytes, now: () => new Date() }, db, userId)}`,
    close: async () => {
      await program.stop();
      await db.destroy();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a script of this folder in a process of its own. */
export function startScript(script: string, args: string[] = []) {
  return spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Measures a load on an address, sent by a process of its own. */
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
