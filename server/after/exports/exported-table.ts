import { byteOrderMark, type CsvCell, formatCsvRow } from '../../../contract/platform/csv.ts';
import type { ZipEntry } from '../../platform/files/zip-stream.ts';
import { formatRowsAsJson } from '../../platform/http/download.ts';

// Somebody as "Ada Reyes ada@example.org".
const toListEntry = (entry: unknown) =>
  entry !== null && typeof entry === 'object'
    ? Object.values(entry).filter(Boolean).join(' ')
    : String(entry);

/** Formats a value as a cell of CSV: moments in ISO 8601, flags as yes and no, lists with semicolons, groups as JSON. */
function toCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return { plain: value ? 'yes' : 'no' };
  if (value instanceof Date) return { plain: value.toISOString() };
  if (Array.isArray(value)) return value.map(toListEntry).join('; ');
  return JSON.stringify(value);
}

async function* formatRowsAsCsv<T extends object>(
  columns: readonly (keyof T & string)[],
  rows: AsyncIterable<T>,
) {
  yield `${byteOrderMark}${formatCsvRow(columns)}\r\n`;
  for await (const row of rows) yield `${formatCsvRow(columns.map((column) => toCell(row[column])))}\r\n`;
}

/** Returns a table as two files of a zip, CSV and JSON; `read` is called for each. */
export function toTableEntries<T extends object>(
  name: string,
  columns: readonly (keyof T & string)[],
  read: () => AsyncIterable<T>,
): ZipEntry[] {
  return [
    { name: `${name}.csv`, content: () => formatRowsAsCsv(columns, read()) },
    { name: `${name}.json`, content: () => formatRowsAsJson(read()) },
  ];
}
