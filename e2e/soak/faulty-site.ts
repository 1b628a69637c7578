import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRecordedServer, socketPort } from '../../packages/embedded-postgres/process.ts';
import { type Db, openDatabase } from '../../server/platform/db/open.ts';
import { memoryFolder } from '../../server/testing/postgres.ts';
import { freePort, type Program, runCommand, startProgram } from '../program.ts';
import { createUsers, type LoadUser } from './users.ts';

/**
 * The program with its own database in a data folder of its own, for faults in both: each can be killed, frozen and started
 * again, and its disk can be full. Linux only, because it reads /proc.
 */
export class FaultySite {
  readonly dataDir = mkdtempSync(path.join(memoryFolder(), 'overnight-soak-'));
  url = '';
  /** How often the program was started, and how often it ended without being killed. */
  readonly counts = { starts: 0, unexpectedEnds: 0 };
  /** Milliseconds from each start to the first answer. */
  readonly startTimes: number[] = [];
  #environment: Record<string, string> = {};
  #program: Program | undefined;
  #database: ReturnType<typeof openDatabase> | undefined;
  readonly #mounted: string[] = [];
  #output = '';

  async start(environment: Record<string, string> = {}): Promise<void> {
    // Started as root, the program's own database runs as another account.
    chmodSync(this.dataDir, 0o711);
    const port = await freePort();
    this.url = `http://localhost:${port}`;
    writeFileSync(this.#clockFile, '0');
    this.#environment = {
      DATA_DIR: this.dataDir,
      PORT: String(port),
      RATE_LIMIT_SCALE: '1000',
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'jumping-clock.ts')}`,
      CLOCK_OFFSET_FILE: this.#clockFile,
      ...environment,
    };
    await this.#startProgram();
    const { socketDir } = findRecordedServer(this.#postgresDir)!;
    this.#database = openDatabase(
      { host: socketDir, port: socketPort, user: 'overnight', database: 'overnight' },
      { max: 3 },
    );
  }

  get db(): Db {
    return this.#database!.db;
  }

  get output(): string {
    return this.#output + (this.#program?.output() ?? '');
  }

  readonly #clockFile = path.join(memoryFolder(), `overnight-clock-${randomBytes(4).toString('hex')}`);

  get #postgresDir(): string {
    return path.join(this.dataDir, 'postgres');
  }

  /** Mounts a small file system for the files, before the start. Returns false without the right to mount. */
  limitFiles(megabytes: number): boolean {
    return this.#mount(path.join(this.dataDir, 'files'), megabytes);
  }

  /** Mounts a small file system for everything but the files, before the start and before `limitFiles`. */
  limitDatabase(megabytes: number): boolean {
    return this.#mount(this.dataDir, megabytes);
  }

  /** Fills the file system of the files or of the database to the last byte until `free` is called. */
  fillDisk(of: 'files' | 'database' = 'files'): { free: () => void } {
    const ballast = path.join(this.dataDir, of === 'files' ? 'files' : '', 'ballast');
    for (const block of [1 << 20, 1 << 16, 1 << 12])
      try {
        for (;;) writeFileSync(ballast, Buffer.alloc(block), { flag: 'a' });
      } catch {}
    return { free: () => rmSync(ballast) };
  }

  async killProgram(): Promise<void> {
    await this.#end('SIGKILL');
    await this.#startProgram();
  }

  async restartProgram(): Promise<number | null> {
    const code = await this.#end('SIGTERM');
    await this.#startProgram();
    return code;
  }

  async killDatabase(): Promise<void> {
    this.#signalDatabase('SIGKILL');
    await this.waitUntilReady();
  }

  /** Freezes every process of the database for this many milliseconds. */
  async freezeDatabase(milliseconds: number): Promise<void> {
    const { resume } = this.suspendDatabase();
    await pause(milliseconds);
    resume();
    await this.waitUntilReady();
  }

  /** Freezes every process of the database until `resume` is called. */
  suspendDatabase(): { resume: () => void } {
    const pids = this.#signalDatabase('SIGSTOP');
    return {
      resume: () => {
        for (const pid of pids) kill(pid, 'SIGCONT');
      },
    };
  }

  /** Sets the program's clock this many milliseconds from the real time. The database's clock stays right. */
  moveClock(milliseconds: number): void {
    writeFileSync(this.#clockFile, String(milliseconds));
  }

  /** Waits until the program is ready; throws after two minutes. */
  async waitUntilReady(): Promise<void> {
    const deadline = Date.now() + 120_000;
    while (!(await this.#isReady())) {
      if (Date.now() > deadline)
        throw new Error(`The program does not recover:\n${this.output.slice(-4000)}`);
      await pause(100);
    }
  }

  /** Whether the program still runs, without having ended since its last start. */
  isRunning(): boolean {
    return this.#program !== undefined && kill(this.#program.pid, 0);
  }

  /** Runs a command beside the running program; returns its output. */
  command(...words: string[]): Promise<string> {
    return runCommand(this.#environment, ...words);
  }

  createUsers(count: number, role?: 'hacker' | 'volunteer' | 'admin'): Promise<LoadUser[]> {
    return createUsers(this.db, count, role);
  }

  /** Returns the names of uploaded files that belong to no document. */
  listStagedFiles(): string[] {
    try {
      const names = readdirSync(path.join(this.dataDir, 'files', 'staging'), { recursive: true });
      return names.map(String).filter((name) => name.endsWith('.part'));
    } catch {
      return [];
    }
  }

  async stop(): Promise<void> {
    await this.#database?.db.destroy();
    await this.#end('SIGTERM');
    for (const folder of this.#mounted.reverse()) spawnSync('umount', [folder]);
    rmSync(this.dataDir, { recursive: true, force: true });
    rmSync(this.#clockFile, { force: true });
  }

  #mount(folder: string, megabytes: number): boolean {
    mkdirSync(folder, { recursive: true });
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'overnight-soak', folder];
    const isMounted = process.getuid?.() === 0 && spawnSync('mount', options).status === 0;
    if (isMounted) this.#mounted.push(folder);
    return isMounted;
  }

  async #startProgram(): Promise<void> {
    const began = Date.now();
    this.#program = await startProgram(this.#environment);
    this.counts.starts += 1;
    this.startTimes.push(Date.now() - began);
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (!this.#program) return null;
    if (!this.isRunning()) this.counts.unexpectedEnds += 1;
    const code = await this.#program.stop(signal);
    this.#output += this.#program.output();
    this.#program = undefined;
    return code;
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(3000) })).ok;
    } catch {
      return false;
    }
  }

  #signalDatabase(signal: NodeJS.Signals): number[] {
    const main = findRecordedServer(this.#postgresDir)?.pid;
    if (!main) return [];
    const pids = signal === 'SIGKILL' ? [main] : [main, ...listChildren(main)];
    for (const pid of pids) kill(pid, signal);
    return pids;
  }
}

/** Returns the child processes of a process. */
function listChildren(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
