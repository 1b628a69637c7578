import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { askChild, type ConfinedChild, type ConfinedProgram, startConfinedChild } from './confined-child.ts';

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
  inspect: (file: string) => Promise<PdfVerdict | undefined>;
  close: () => void;
}

/** Milliseconds of the processor's time. By the clock it may take five times as long, because the machine may be busy. */
const processorLimits = { inspect: 2000, read: 4000 };
const clockFactor = 5;
const longestQueue = 2000;
const memoryLimit = 250 * 1024 * 1024;
const idleFor = 60_000;

const broken: PdfVerdict = { opens: false, activeContent: false };

/**
 * One long-lived child process, started when it is needed and ended after a minute without work, opens one document at a
 * time. It has no environment, may read nothing but itself, the parser and `folder`, and is killed when a document takes
 * more than 2 s of the processor's time (4 s to be read), five times as long by the clock, or more than 250 MB: such a
 * document counts as one that does not open. `onError` is
 * called when the child cannot be started; then no document is inspected.
 */
export function createPdfReader(folder: string, onError: (error: unknown) => void): PdfReader {
  let child: ConfinedChild | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const work = async (task: PdfTask): Promise<unknown> => {
    clearTimeout(idle);
    idle = setTimeout(end, idleFor).unref();
    if (!child?.connected) child = await startConfinedChild(toProgram(folder));
    const processorTime = task.read ? processorLimits.read : processorLimits.inspect;
    const answer = await askChild(child, task, {
      time: clockFactor * processorTime,
      processorTime,
      memory: memoryLimit,
    });
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
    inspect: (file) => {
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

/** The program that opens documents, which may read only itself, the parser and `folder`. */
function toProgram(folder: string): ConfinedProgram {
  const parser = fileURLToPath(import.meta.resolve('unpdf/pdfjs'));
  return {
    name: 'PDF reader',
    file: path.join(import.meta.dirname, 'pdf-reader.child.ts'),
    arguments: [parser],
    readable: [path.join(import.meta.dirname, '*'), parser, path.join(folder, '*')],
    execArgv: ['--max-old-space-size=128'],
  };
}
