import { readFile } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';
import { fail } from './http/problem.ts';
import { parseCsv } from './parse-csv.ts';

/** A CSV file of another program. */
interface ImportedCsv {
  head: string[];
  /** The names of the columns as `toKey` makes them. */
  keys: string[];
  rows: string[][];
}

/** Returns the letters and digits of a name: programs write the same columns in several ways. */
export const toKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

// Cells cannot be stored with NUL; the other control characters show nothing.
const controls = /[^\P{Cc}\n\t]/gu;
export const cleanCell = (content: string): string => content.replace(/\r\n?/g, '\n').replace(controls, '');

/** Returns the first `most` code points. */
export const take = (text: string, most: number): string =>
  [...text.slice(0, most * 2)].slice(0, most).join('').trim();

/** Reads an uploaded file. Throws `invalid_input` when there is none. */
export function readImport(file: { path: string } | undefined): Promise<string> {
  return file ? readFile(file.path, 'utf8') : fail('invalid_input', { fields: { file: 'is missing' } });
}

/** Parses a CSV in time proportional to its length. Throws `import_invalid`. */
export function parseImport(csv: string): ImportedCsv {
  try {
    const [head = [], ...rows] = parseCsv(csv, { maxRows: limits.csvImport.maxRows });
    return { head, keys: head.map(toKey), rows };
  } catch (error) {
    fail('import_invalid', { values: { reason: (error as Error).message }, cause: error });
  }
}

/** Collects sentences for people: the first 200, each cut, and how many more there were. */
export function createReport(): { add: (sentence: string) => void; list: () => string[] } {
  const { maxProblems } = limits.csvImport;
  const sentences: string[] = [];
  let more = 0;
  return {
    add: (sentence) => {
      if (sentences.length < maxProblems) sentences.push(take(sentence, limits.text.message));
      else more += 1;
    },
    list: () => (more > 0 ? [...sentences, `And ${more} more.`] : sentences),
  };
}
