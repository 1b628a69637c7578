import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PdfVerdict {
  /** Whether a parser can open the document and its first page, or could with a password. */
  opens: boolean;
  /** Whether it has scripts, programs or embedded files, as far as can be found. */
  activeContent: boolean;
}

/** The text of a document by lines, and the targets of its links. */
export interface PdfText {
  text: string;
  links: string[];
}

/** A message to the child process. */
export interface PdfTask {
  file: string;
  read: boolean;
}

/** Opens untrusted PDFs in a separate process. */
export interface PdfReader {
  /** Reads the first 10 pages of the file at a path; undefined when that fails. Never rejects. */
  read: (file: string) => Promise<PdfText | undefined>;
  /** Judges the file at a path; undefined when there was no time for it. Never rejects. */
  judge: (file: string) => Promise<PdfVerdict | undefined>;
  close: () => void;
}

const startLimit = 3000;
const timeLimits = { judge: 2000, read: 4000 };
const longestQueue = 2000;
const memoryLimit = 250 * 1024 * 1024;
const watchEvery = 50;
const idleFor = 60_000;

const broken: PdfVerdict = { opens: false, activeContent: false };
const program = path.join(import.meta.dirname, 'pdf-reader.child.ts');

/**
 * One long-lived child process, started when it is needed and ended after a minute without work, opens one document at a
 * time. It has no environment, may read nothing but itself, the parser and `folder`, and is killed when a document takes
 * longer than 2 s (4 s to be read) or more than 250 MB: such a document counts as one that does not open. `onError` is
 * called when the child cannot be started; then no document is judged.
 */
export function createPdfReader(folder: string, onError: (error: unknown) => void): PdfReader {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const work = async (task: PdfTask): Promise<unknown> => {
    clearTimeout(idle);
    idle = setTimeout(end, idleFor).unref();
    if (!child?.connected) child = await start(folder);
    const answer = await ask(child, task);
    if (answer === undefined) end();
    return answer;
  };
  const queue = <T>(turn: () => Promise<T>): Promise<T | undefined> => {
    const answer = last.then(turn).catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    last = answer;
    return answer;
  };
  return {
    judge: (file) => {
      const since = Date.now();
      return queue(async () => {
        if (Date.now() - since > longestQueue) return undefined;
        return ((await work({ file, read: false })) as PdfVerdict | undefined) ?? broken;
      });
    },
    read: (file) => queue(async () => ((await work({ file, read: true })) as PdfText | false) || undefined),
    close: () => {
      clearTimeout(idle);
      end();
    },
  };
}

/** Starts a child and resolves when it is ready. Rejects when it ends or does not answer. */
async function start(folder: string): Promise<ChildProcess> {
  const parser = fileURLToPath(import.meta.resolve('unpdf/pdfjs'));
  const readable = [path.join(import.meta.dirname, '*'), parser, path.join(folder, '*')];
  const child = fork(program, [parser], {
    execArgv: [
      '--max-old-space-size=128',
      '--permission',
      ...readable.map((place) => `--allow-fs-read=${place}`),
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  if (await nextMessage(child, startLimit)) return child;
  child.kill('SIGKILL');
  throw new Error('the PDF reader does not start');
}

/** Resolves with the child's next message; undefined when it ended, or took too long or too much memory. */
function nextMessage(child: ChildProcess, limit: number): Promise<unknown> {
  return new Promise((resolve) => {
    const finish = (message?: unknown) => {
      clearTimeout(clock);
      clearInterval(watch);
      child.removeAllListeners();
      resolve(message);
    };
    const clock = setTimeout(finish, limit);
    const watch = setInterval(async () => {
      if ((await residentBytes(child.pid)) > memoryLimit) finish();
    }, watchEvery);
    child.once('message', finish);
    child.once('exit', () => finish());
    child.once('error', () => finish());
  });
}

function ask(child: ChildProcess, task: PdfTask): Promise<unknown> {
  const answer = nextMessage(child, task.read ? timeLimits.read : timeLimits.judge);
  child.send(task, () => undefined);
  return answer;
}

/** Returns the memory of a process in bytes; 0 where the system does not report it: there only the time limit applies. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * 4096;
}
