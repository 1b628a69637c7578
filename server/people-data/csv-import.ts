import { readFile } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';
import { unescapeFormula } from '../../contract/platform/csv.ts';
import type { ImportChoices, ImportReport } from '../../contract/platform/csv-import.ts';
import { cleanLine } from '../../contract/platform/text-rules.ts';
import { normalizeUnicode } from '../../packages/text/fold-text.ts';
import { fail } from '../platform/http/problem.ts';
import { decodeText, parseCsv } from '../platform/parse-csv.ts';

/** Returns the letters and digits of a name: programs write the same columns in several ways. */
export const toKey = (name: string): string =>
  normalizeUnicode(name, 'NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

// Cells cannot be stored with NUL; the other control characters show nothing.
const controls = /[^\P{Cc}\n\t]/gu;
const cleanCell = (content: string): string => content.replace(/\r\n?/g, '\n').replace(controls, '');

/** Returns the first `most` code points. */
export const take = (text: string, most: number): string =>
  [...text.slice(0, most * 2)].slice(0, most).join('').trim();

/** Throws what `read` throws, a sentence, as `import_invalid`. */
function orRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return fail('import_invalid', { values: { reason: (error as Error).message }, cause: error });
  }
}

/** Reads an uploaded file in its encoding. Throws `invalid_input` when there is none, and `import_invalid`. */
export async function readImport(file: { path: string } | undefined): Promise<string> {
  if (!file) fail('invalid_input', { fields: { file: 'is missing' } });
  const bytes = await readFile(file.path);
  return orRefuse(() => decodeText(bytes));
}

export interface ImportField {
  value: string;
  label: string;
  /** Headings as `toKey` makes them, the likeliest first. */
  headings: readonly string[];
  /** Matches other headings of this column, after `toKey`. */
  pattern?: RegExp;
  /** Matches one of its first cells. If no heading fits, the first such column is taken. */
  cells?: RegExp;
}

const sampled = 3;
const examined = 20;

/** Guesses the field of each column, or takes what was chosen; returns it for the report. */
function mapColumns(
  head: readonly string[],
  rows: readonly string[][],
  fields: readonly ImportField[],
  chosen?: readonly string[],
): ImportReport['columns'] {
  const keys = head.map(toKey);
  const guessed = new Map<number, string>();
  const guess = ({ value, cells }: ImportField, matches: (key: string) => boolean) => {
    if ([...guessed.values()].includes(value)) return;
    const fits = (at: number) => !cells || rows.slice(0, examined).some((row) => cells.test(row[at] ?? ''));
    const column = keys.findIndex((key, at) => key && !guessed.has(at) && matches(key) && fits(at));
    if (column >= 0) guessed.set(column, value);
  };
  for (const field of fields) for (const heading of field.headings) guess(field, (key) => key === heading);
  for (const field of fields) if (field.pattern) guess(field, (key) => field.pattern!.test(key));
  for (const field of fields) if (field.cells) guess(field, () => true);
  return head.map((heading, at) => {
    const field = chosen ? (chosen[at] ?? '') : (guessed.get(at) ?? '');
    const cells = rows.slice(0, sampled).map((row) => take(cleanLine(row[at] ?? ''), 80));
    return {
      heading: cleanLine(heading),
      field: fields.some(({ value }) => value === field) ? field : '',
      cells,
    };
  });
}

type Values = ImportReport['values'];

/** Replaces the cells that are none of ours, each once for all rows, and reports them. */
function createValueMap({ values = [] }: ImportChoices): {
  /** Returns what a cell stands for: what was chosen, otherwise `guess`; empty for nothing. */
  map: (cell: string, of: Pick<Values[number], 'field' | 'label' | 'choices'> & { guess?: string }) => string;
  list: () => Values;
} {
  const key = (field: string, cell: string) => `${field}\n${cell}`;
  const chosen = new Map(values.map(({ field, cell, value }) => [key(field, cell), value]));
  const found = new Map<string, Values[number]>();
  return {
    map: (cell, { field, label, choices, guess = '' }) => {
      const at = key(field, cell);
      const picked = chosen.get(at);
      const value = picked !== undefined && choices.some((each) => each.value === picked) ? picked : guess;
      const known = found.get(at);
      if (known) known.rows += 1;
      else if (found.size < limits.csvImport.maxProblems)
        found.set(at, { field, label, cell, rows: 1, value: picked === '' ? '' : value, choices });
      return picked === '' ? '' : value;
    },
    list: () => [...found.values()],
  };
}

/** Returns the cells of a row by their fields; guarded ones without the apostrophe that keeps formulas out of spreadsheets. */
export function readCells(
  row: readonly string[],
  columns: ImportReport['columns'],
  { isGuarded = true } = {},
): (field: string) => string {
  return (field) => {
    const cell = row[columns.findIndex((column) => column.field === field)] ?? '';
    return cleanCell(isGuarded ? unescapeFormula(cell) : cell);
  };
}

/** Collects problem messages: the first 200, each shortened, and the number of others. */
function createReport(): { add: (sentence: string) => void; list: () => string[] } {
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

interface ImportOptions {
  choices: ImportChoices;
  /** A preview reports missing columns, so that they can be chosen. */
  isPreview: boolean;
  isReadable: (has: (field: string) => boolean) => boolean;
  /** Which columns a file needs, as a sentence. */
  reason: string;
}

export type OpenedImport = ReturnType<typeof openImport>;

/**
 * Parses a CSV in time proportional to its length, and finds its fields; returns no rows when columns are missing that can
 * still be chosen. Throws `import_invalid`.
 */
export function openImport(
  csv: string,
  fields: readonly ImportField[],
  { choices, isPreview, isReadable, reason }: ImportOptions,
) {
  const [head = [], ...rows] = orRefuse(() => parseCsv(csv, { maxRows: limits.csvImport.maxRows }));
  const columns = mapColumns(head, rows, fields, choices.columns);
  const has = (field: string) => columns.some((column) => column.field === field);
  const isComplete = isReadable(has);
  if (!isComplete && !isPreview && !choices.columns) fail('import_invalid', { values: { reason } });
  const report = createReport();
  if (!isComplete) report.add(`${reason} Choose them under Columns.`);
  const values = createValueMap(choices);
  return {
    columns,
    rows: isComplete ? rows : [],
    has,
    report,
    values,
    /** Reports the columns that are not imported, except `expected` ones, whose names are as `toKey` makes them. */
    reportIgnored: (expected: readonly string[] = []) => {
      const ignored = columns.filter(
        ({ heading, field }) => heading && !field && !expected.includes(toKey(heading)),
      );
      if (ignored.length > 0)
        report.add(`Columns that are not imported: ${ignored.map(({ heading }) => heading).join(', ')}.`);
    },
    /** Returns what the importer reads. */
    describe: () => ({
      problems: report.list(),
      columns,
      fields: fields.map(({ value, label }) => ({ value, label })),
      values: values.list(),
    }),
  };
}
