import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export type ConfinedChild = ChildProcess;

/** A program that opens untrusted files, with what it may read and use. */
export interface ConfinedProgram {
  name: string;
  file: string;
  arguments: string[];
  /** Files and folders (`/folder/*`) that the program may read. */
  readable: string[];
  execArgv: string[];
}

/**
 * What a task may take before its child is given up: milliseconds by the clock, milliseconds of the processor's time in
 * the child's main thread, and bytes of memory. On a busy machine only the first goes on while the child waits for a turn.
 */
interface TaskLimits {
  time: number;
  processorTime?: number;
  memory: number;
}

// For what hangs: a busy machine may take seconds.
const startLimit = 15_000;
const watchEvery = 50;

/**
 * Starts a process without environment that by Node's permission model may read only `readable`; resolves when it has
 * sent its first message. Rejects when it ends or does not answer.
 */
export async function startConfinedChild(program: ConfinedProgram): Promise<ChildProcess> {
  const child = fork(program.file, program.arguments, {
    execArgv: [
      ...program.execArgv,
      '--permission',
      ...program.readable.map((place) => `--allow-fs-read=${place}`),
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  child.unref();
  child.channel?.unref();
  if (await nextMessage(child, { time: startLimit, memory: Number.POSITIVE_INFINITY })) return child;
  child.kill('SIGKILL');
  throw new Error(`the ${program.name} does not start`);
}

/** Sends a task to a child and resolves with its answer; undefined when it ended or exceeded a limit. */
export function askChild(child: ChildProcess, task: object, limits: TaskLimits): Promise<unknown> {
  const answer = nextMessage(child, limits);
  child.send(task, () => undefined);
  return answer;
}

function nextMessage(child: ChildProcess, limits: TaskLimits): Promise<unknown> {
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

/** Returns the memory of a process in bytes; 0 where the system does not report it: there only the time limit applies. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * 4096;
}

/** Returns how many milliseconds the main thread of a process has run; 0 where the system does not report it. */
async function readProcessorTime(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'latin1').catch(() => '');
  // Counted after the name of the program, which may have spaces: user and system time in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}
