import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { askChild, type ConfinedChild, type ConfinedProgram, startConfinedChild } from './confined-child.ts';

/** A picture as it is stored: a JPEG, a WebP for lists, and the size of the JPEG in pixels. */
export interface EncodedPicture {
  large: Buffer;
  thumbnail: Buffer;
  width: number;
  height: number;
}

export type PictureRefusal =
  | 'picture_unreadable'
  | 'picture_too_many_pixels'
  | 'picture_animated'
  | 'pictures_busy';

/** A message to a child process. */
export interface PictureTask {
  file: string;
}

/** Opens untrusted pictures in separate processes and encodes them anew. */
export interface PictureEncoder {
  /** Returns the picture in the file at a path, or why there is none. Rejects when no child can be started. */
  encode: (file: string) => Promise<EncodedPicture | PictureRefusal>;
  close: () => void;
}

/** A picture of the most pixels takes up to 5 s and 300 MB. */
const taskLimits = { time: 12_000, memory: 450 * 1024 * 1024 };
// Two pictures each of 300 teams at the deadline. Whoever is refused sends the whole picture again, which costs as much as
// a place here; most reverse proxies wait for an answer for 60 s.
const maxWaiting = 600;
const longestWait = 40_000;
const idleFor = 60_000;

interface Worker {
  child?: ConfinedChild;
  idle?: NodeJS.Timeout;
}

/**
 * As many long-lived child processes as the machine has cores, two at most, started when they are needed and ended after
 * a minute without work. Each encodes one picture at a time, has no environment, and is killed when a picture takes
 * longer than 12 s or more than 450 MB: such a picture counts as one that cannot be opened. At most 600 pictures wait, and
 * none longer than 40 s.
 */
export function createPictureEncoder(
  folder: string,
  workerCount = Math.min(2, availableParallelism()),
): PictureEncoder {
  const workers: Worker[] = Array.from({ length: workerCount }, () => ({}));
  const free = [...workers];
  const waiting: ((worker: Worker) => void)[] = [];

  const end = (worker: Worker) => {
    worker.child?.kill('SIGKILL');
    worker.child = undefined;
  };
  const work = async (worker: Worker, task: PictureTask): Promise<EncodedPicture | PictureRefusal> => {
    clearTimeout(worker.idle);
    worker.idle = setTimeout(() => end(worker), idleFor).unref();
    if (!worker.child?.connected) worker.child = await startConfinedChild(toProgram(folder));
    const answer = await askChild(worker.child, task, taskLimits);
    if (answer === undefined) end(worker);
    return (answer as EncodedPicture | PictureRefusal | undefined) ?? 'picture_unreadable';
  };
  /** Resolves with a worker, in the order of asking; undefined when too many ask. */
  const takeWorker = async (): Promise<Worker | undefined> => {
    const worker = free.pop();
    if (worker || waiting.length >= maxWaiting) return worker;
    return new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (worker: Worker) => {
    const next = waiting.shift();
    if (next) next(worker);
    else free.push(worker);
  };
  return {
    encode: async (file) => {
      const since = Date.now();
      const worker = await takeWorker();
      if (!worker) return 'pictures_busy';
      try {
        return Date.now() - since > longestWait ? 'pictures_busy' : await work(worker, { file });
      } finally {
        giveBack(worker);
      }
    },
    close: () => {
      for (const worker of workers) {
        clearTimeout(worker.idle);
        end(worker);
      }
    },
  };
}

/** The program that encodes pictures. Its decoder is native code, which Node's permission model does not confine. */
function toProgram(folder: string): ConfinedProgram {
  const decoder = fileURLToPath(import.meta.resolve('sharp'));
  const packages = decoder.slice(0, decoder.lastIndexOf('node_modules') + 'node_modules'.length);
  return {
    name: 'picture encoder',
    file: path.join(import.meta.dirname, 'picture-encoder.child.ts'),
    arguments: [decoder],
    readable: [
      path.join(import.meta.dirname, '*'),
      path.join(import.meta.dirname, '..', '..', 'contract', '*'),
      path.join(packages, '*'),
      path.join(folder, '*'),
    ],
    execArgv: ['--max-old-space-size=128', '--allow-addons'],
  };
}
