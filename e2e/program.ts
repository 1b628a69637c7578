import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const node24 = path.join(import.meta.dirname, '..', 'scripts', 'node24.mjs');
const main = path.join(import.meta.dirname, '..', 'server', 'main.ts');
const host = path.join(import.meta.dirname, 'program-host.ts');
const cli = path.join(import.meta.dirname, '..', 'server', 'cli.ts');

/** The program running as a process of its own. */
export interface Program {
  url: string;
  pid: number;
  output: () => string;
  /** Ends it with a signal (SIGTERM) and returns its exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

type Environment = Record<string, string>;

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns only the variables that a process needs to run: no settings, not even from `.env`. */
export function surroundings(environment: Environment): Environment {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const ofTester = { ...(TMPDIR && { TMPDIR }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
  return { PATH, HOME, ...ofTester, NO_ENV_FILE: '1', LOG_LEVEL: 'warn', EMBEDDINGS: 'off', ...environment };
}

/** What a process that runs several sites is told, the environment of the next one or to stop, and its answer. */
export type Order = Record<string, string> | 'stop';
export type Answer = 'done';

interface Host {
  child: ChildProcess;
  output: string;
}

/** Idle processes of this worker: their last site has been stopped. */
const idleHosts: Host[] = [];

/**
 * Starts a site in a process that has run other sites before, which saves most of the time of a start. With a signal other
 * than SIGTERM the process is killed, as the program would be.
 */
export async function startInHost(environment: Environment): Promise<Program> {
  const port = Number(environment.PORT ?? (await freePort()));
  const given = idleHosts.pop() ?? startHost();
  const { child } = given;
  const before = given.output.length;
  const order = (message: Order) => sendOrder(given, message);
  await order(surroundings({ ...environment, PORT: String(port) }));
  return {
    url: environment.PUBLIC_URL ?? `http://localhost:${port}`,
    pid: child.pid ?? 0,
    output: () => given.output.slice(before),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      if (signal !== 'SIGTERM') return stop(child, signal);
      await order('stop');
      idleHosts.push(given);
      return 0;
    },
  };
}

function startHost(): Host {
  const child = spawn(process.execPath, [node24, host], {
    env: surroundings({}),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const given: Host = { child, output: '' };
  readOutput(child, (text) => {
    given.output += text;
  });
  return given;
}

/** Resolves when the process has done what it was told. Throws with its output when it ends instead. */
async function sendOrder(given: Host, message: Order): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(given.child, 'exit', { signal }).then(() => {
    throw new Error(`The program is not ready:\n${given.output}`);
  });
  given.child.send(message);
  try {
    await Promise.race([once(given.child, 'message', { signal }), ended]);
  } finally {
    ended.catch(() => undefined);
    over.abort();
  }
}

/** Starts the program and waits until it is ready, for at most `within` milliseconds. Throws with its output if it is not. */
export async function startProgram(environment: Environment, within = 120_000): Promise<Program> {
  const port = Number(environment.PORT ?? (await freePort()));
  const url = environment.PUBLIC_URL ?? `http://localhost:${port}`;
  // Hooks that a test gives to Node must be loaded by the process that runs the program, not by node24.mjs.
  const script = environment.NODE_OPTIONS ? [main] : [node24, main];
  const child = spawn(process.execPath, script, {
    env: surroundings({ ...environment, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  readOutput(child, (text) => {
    output += text;
  });
  const program: Program = {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    stop: (signal = 'SIGTERM') => stop(child, signal),
  };
  const deadline = Date.now() + within;
  while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await program.stop('SIGKILL');
      throw new Error(`The program is not ready:\n${output}`);
    }
    await pause(50);
  }
  return program;
}

/** Runs a command of the command line and returns its stdout. Throws with its stderr when it fails. */
export async function runCommand(environment: Environment, ...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [cli, ...words], {
    env: surroundings(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, complaints] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${complaints}${out}`);
  return out;
}

function readOutput({ stdout, stderr }: ChildProcess, add: (text: string) => void): void {
  for (const stream of [stdout, stderr]) stream?.setEncoding('utf8').on('data', add);
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = await ended;
  clearTimeout(late);
  return code;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
