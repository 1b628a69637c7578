import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ChildPool, type ConfinedProgram, poolIsBusy } from './child-pool.ts';

export interface PdfVerdict {
  /** Whether a parser can open the document and its first page. */
  opens: boolean;
  /** Whether it is encrypted so that it needs a password or a certificate. */
  needsPassword: boolean;
  /** Whether it has scripts, programs or embedded files, as far as can be found. */
  activeContent: boolean;
}

/** The text of a document by lines, and the targets of its links. */
export interface PdfText {
  text: string;
  links: string[];
  /** Whether it has text that nobody can see, which is left out as far as it can be told apart. */
  hidesText: boolean;
}

export interface PdfTask {
  file: string;
  read: boolean;
  /** Whether hidden text is read, too, since there was no time to tell it apart. */
  keepsHidden?: boolean;
}

/** Opens untrusted PDFs in a separate process. */
export interface PdfReader {
  /** Reads the first 10 pages of the file at a path; undefined when that fails. Never rejects. */
  read: (file: string) => Promise<PdfText | undefined>;
  /**
   * Inspects the file at a path; undefined when there was no time. `key` is its owner, as in `ChildPool`. Never rejects.
   */
  inspect: (file: string, key?: string) => Promise<PdfVerdict | undefined>;
  close: () => void;
}

/** Processor time in milliseconds. By the clock it may take five times as long, since the machine can be busy. */
const processorLimits = { inspect: 2000, read: 4000 };
const clockFactor = 5;
/** How long a document waits for its turn, in milliseconds. */
const longestWait = 2000;
const memoryLimit = 250 * 1024 * 1024;

const broken: PdfVerdict = { opens: false, needsPassword: false, activeContent: false };

/**
 * Opens one document at a time in a child process, which is killed when a document takes more than 2 s of the processor's
 * time (4 s to be read), five times as long by the clock, or more than 250 MB: such a document counts as unreadable.
 * `onError` is called when the child cannot be started; no document is inspected then.
 */
export function createPdfReader(folder: string, onError: (error: unknown) => void): PdfReader {
  const pool = new ChildPool({ program: toProgram(folder) });
  const run = (task: PdfTask, processorTime: number, turn?: { longestWait: number; key?: string }) =>
    pool
      .run(task, { time: clockFactor * processorTime, processorTime, memory: memoryLimit }, turn)
      .catch((error: unknown) => {
        onError(error);
        return poolIsBusy;
      });
  return {
    inspect: async (file, key = '') => {
      const answer = await run({ file, read: false }, processorLimits.inspect, { longestWait, key });
      return answer === poolIsBusy ? undefined : ((answer as PdfVerdict | undefined) ?? broken);
    },
    read: async (file) => {
      // Half of the time is left for reading a document without telling hidden text apart.
      const time = processorLimits.read / 2;
      const answer =
        (await run({ file, read: true }, time)) ?? (await run({ file, read: true, keepsHidden: true }, time));
      return answer === poolIsBusy ? undefined : (answer as PdfText | false) || undefined;
    },
    close: () => pool.close(),
  };
}

/** The program that opens documents; it can read only itself, the parser and `folder`. */
function toProgram(folder: string): ConfinedProgram {
  const parser = fileURLToPath(import.meta.resolve('unpdf/pdfjs'));
  const texts = path.join(import.meta.dirname, '../../../packages/text/*');
  return {
    name: 'PDF reader',
    file: path.join(import.meta.dirname, 'pdf-reader.child.ts'),
    arguments: [parser],
    readable: [path.join(import.meta.dirname, '*'), texts, parser, path.join(folder, '*')],
    execArgv: ['--max-old-space-size=128'],
  };
}
