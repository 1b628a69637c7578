import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** A program that opens untrusted files, with the files and resources that it may use. */
export interface ConfinedProgram {
  name: string;
  file: string;
  arguments: string[];
  /** Files and folders (`/folder/*`) that the program may read. */
  readable: string[];
  execArgv: string[];
}

/**
 * The limits after which a task's child is killed: milliseconds by the clock, milliseconds of processor time of the child's
 * main thread, and bytes of memory. On a busy machine only the clock runs while the child waits.
 */
interface TaskLimits {
  time: number;
  processorTime?: number;
  memory: number;
  /** The child ends after each answer, which frees its memory. */
  isLast?: boolean;
}

interface PoolOptions {
  program: ConfinedProgram;
  /** How many children work at once. */
  size?: number;
  /** The most waiting tasks, in all and with the same key. */
  maxWaiting?: number;
  maxWaitingPerKey?: number;
}

interface Turn {
  /** Milliseconds after which the answer is `poolIsBusy`. */
  longestWait?: number;
  /**
   * The owner of the task. Tasks with the same key run one at a time, and keys take turns, so one owner's many tasks delay
   * nobody else's.
   */
  key?: string;
}

interface Worker {
  child?: ChildProcess;
  idle?: NodeJS.Timeout;
}

// For tasks that hang: a busy machine can take seconds.
const startLimit = 15_000;
const watchEvery = 50;
const idleFor = 60_000;

/** The answer for a task that waited too long, or had too many others ahead of it. */
export const poolIsBusy = Symbol('pool is busy');

/**
 * Long-lived child processes, started when they are needed and ended after a minute without work. Each does one task at a
 * time, has no environment, may read only what its program names, and is killed when a task exceeds a limit.
 */
export class ChildPool {
  readonly #options: Required<PoolOptions>;
  readonly #workers: Worker[];
  readonly #free: Worker[];
  /** Waiting tasks by key; the key whose turn is next comes first. */
  readonly #waiting = new Map<string, ((worker: Worker) => void)[]>();
  #waitingCount = 0;
  readonly #running = new Set<string>();

  constructor({ program, size = 1, maxWaiting = Infinity, maxWaitingPerKey = Infinity }: PoolOptions) {
    this.#options = { program, size, maxWaiting, maxWaitingPerKey };
    this.#workers = Array.from({ length: size }, () => ({}));
    this.#free = [...this.#workers];
  }

  /**
   * Resolves with the answer to a task, in order for each key: `undefined` when the child ended or exceeded a limit,
   * `poolIsBusy` when no child was free in time or too many tasks wait. Rejects when no child can be started.
   */
  async run(
    task: object,
    limits: TaskLimits,
    { longestWait = Infinity, key = '' }: Turn = {},
  ): Promise<unknown> {
    const since = Date.now();
    const worker = await this.#takeWorker(key);
    if (!worker) return poolIsBusy;
    try {
      return Date.now() - since > longestWait ? poolIsBusy : await this.#work(worker, task, limits);
    } finally {
      this.#running.delete(key);
      this.#free.push(worker);
      this.#startWaiting();
    }
  }

  close(): void {
    for (const worker of this.#workers) {
      clearTimeout(worker.idle);
      endChild(worker);
    }
  }

  async #takeWorker(key: string): Promise<Worker | undefined> {
    const queue = this.#waiting.get(key) ?? [];
    const { maxWaiting, maxWaitingPerKey } = this.#options;
    if (this.#waitingCount >= maxWaiting || queue.length >= maxWaitingPerKey) return undefined;
    return new Promise((resolve) => {
      queue.push(resolve);
      this.#waitingCount += 1;
      this.#waiting.set(key, queue);
      this.#startWaiting();
    });
  }

  /** Gives waiting tasks to idle workers; a key that had its turn moves to the end. */
  #startWaiting(): void {
    for (const [key, queue] of this.#waiting) {
      if (this.#running.has(key)) continue;
      const worker = this.#free.pop();
      if (!worker) return;
      const next = queue.shift()!;
      this.#waitingCount -= 1;
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
      this.#running.add(key);
      next(worker);
    }
  }

  async #work(worker: Worker, task: object, limits: TaskLimits): Promise<unknown> {
    clearTimeout(worker.idle);
    worker.idle = setTimeout(() => endChild(worker), idleFor).unref();
    if (!worker.child?.connected) worker.child = await startChild(this.#options.program);
    const answer = receiveMessage(worker.child, limits);
    worker.child.send(task, () => undefined);
    if ((await answer) === undefined || limits.isLast) endChild(worker);
    return answer;
  }
}

function endChild(worker: Worker): void {
  worker.child?.kill('SIGKILL');
  worker.child = undefined;
}

/** Starts a child with Node's permission model; resolves when it has sent its first message. */
async function startChild(program: ConfinedProgram): Promise<ChildProcess> {
  const child = fork(program.file, program.arguments, {
    execArgv: [
      ...program.execArgv,
      '--permission',
      ...program.readable.map((path) => `--allow-fs-read=${path}`),
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  child.unref();
  child.channel?.unref();
  if (await receiveMessage(child, { time: startLimit, memory: Number.POSITIVE_INFINITY })) return child;
  child.kill('SIGKILL');
  throw new Error(`the ${program.name} does not start`);
}

function receiveMessage(child: ChildProcess, limits: TaskLimits): Promise<unknown> {
  return new Promise((resolve) => {
    const finish = (message?: unknown) => {
      clearTimeout(clock);
      clearInterval(watch);
      child.removeAllListeners();
      resolve(message);
    };
    const clock = setTimeout(finish, limits.time);
    const { processorTime = Number.POSITIVE_INFINITY } = limits;
    const usedBefore = readProcessorTime(child.pid);
    const watch = setInterval(async () => {
      if ((await residentBytes(child.pid)) > limits.memory) finish();
      if ((await readProcessorTime(child.pid)) - (await usedBefore) > processorTime) finish();
    }, watchEvery);
    child.once('message', finish);
    child.once('exit', () => finish());
    child.once('error', () => finish());
  });
}

/** Returns the memory of a process in bytes; 0 if the system does not report it, so that only the time limit applies. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * 4096;
}

/** Returns how many milliseconds the main thread of a process has run; 0 if the system does not report it. */
async function readProcessorTime(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'latin1').catch(() => '');
  // Fields after the program's name, which can contain spaces: user and system time in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}
