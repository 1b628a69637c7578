import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';

const separators = [',', ';', '\t', '|'];
// As in Excel, a first line can name the separator.
const separatorLine = /^sep=([^\r\n"])(?:\r\n|\r|\n|$)/i;

/**
 * Returns the rows of a CSV text that have any content, each cell without its quotes; it detects the separator. Throws an
 * Error for a quote that is never closed, with its line, and for more than `maxRows` rows, empty ones included.
 */
export function parseCsv(text: string, { maxRows = Number.POSITIVE_INFINITY } = {}): string[][] {
  const named = separatorLine.exec(text.replace(/^\uFEFF/, ''));
  const source = text.replace(/^\uFEFF/, '').slice(named?.[0].length ?? 0);
  const rows = read(source, named?.[1] ?? findSeparator(source), maxRows + 1);
  if (rows.length > maxRows) throw new Error(`The CSV has more than ${maxRows} rows.`);
  return rows.filter((cells) => cells.some((content) => content.trim() !== ''));
}

/** Returns the separator that divides the first row into the most cells; a comma in a tie. */
function findSeparator(source: string): string {
  const counts = separators.map((separator) => {
    try {
      return read(source.slice(0, 16_384), separator, 1)[0]?.length ?? 0;
    } catch {
      return 0;
    }
  });
  return separators[counts.indexOf(Math.max(...counts))]!;
}

function read(source: string, delimiter: string, to: number): string[][] {
  try {
    return parse(source, {
      delimiter,
      ...(Number.isFinite(to) && { to }),
      record_delimiter: ['\r\n', '\n', '\r'],
      // Quotes within a cell are text, and a cell with a space before its quote counts as quoted.
      relax_quotes: true,
      relax_column_count: true,
      ltrim: true,
      max_record_size: 1_048_576,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = (error as { quoting_start_line?: number }).quoting_start_line ?? error.lines;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Error(`The quote that begins in line ${line} is never closed.`, { cause: error });
    throw new Error(`The CSV cannot be read from line ${line} on.`, { cause: error });
  }
}

/** What is sent instead of a CSV, by its first bytes. */
const kinds = [
  ['PK\x03\x04', 'a workbook of Excel or another program'],
  ['\xD0\xCF\x11\xE0', 'an Excel workbook'],
  ['%PDF-', 'a PDF'],
] as const;

/**
 * Decodes a text file in the encoding of the program that wrote it: UTF-8, UTF-16, or otherwise what Excel writes on
 * Windows, or on a Mac if lines end with CR alone. Throws an Error with the line and the character that cannot be read, or
 * for a workbook or a PDF.
 */
export function decodeText(bytes: Buffer): string {
  const kind = kinds.find(([start]) => bytes.toString('latin1', 0, start.length) === start)?.[1];
  if (kind) throw new Error(`This is ${kind}, not a CSV. Export the table as CSV and import that file.`);
  const encoding = detectEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  // Already damaged, or a byte that its encoding does not define.
  const at = text.search(encoding.startsWith('utf') ? /\uFFFD/ : /[\uFFFD\x80-\x9F]/);
  if (at < 0) return text;
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  throw new Error(
    `Line ${lines.length}, character ${[...lines.at(-1)!].length + 1} cannot be read. Save the file as "CSV UTF-8" and import it again.`,
  );
}

function detectEncoding(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 1000);
  const zeros = [0, 1].map((odd) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  if (Math.max(...zeros) > start.length / 4) return zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  const letters = new TextDecoder().decode(bytes).match(/[^\0-\x7F]/g) ?? [];
  const damaged = letters.filter((letter) => letter === '\uFFFD').length;
  // UTF-8 with a few damaged bytes: in other encodings, hardly any letter is valid UTF-8 by chance.
  if (damaged < letters.length / 2) return 'utf-8';
  return bytes.includes('\r') && !bytes.includes('\n') ? 'macintosh' : 'windows-1252';
}
