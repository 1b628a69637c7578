// What spreadsheets take for the start of a formula, also in full width and after white space.
const formula = /^\s*[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/u;
// Phone numbers stay as they are: without letters they are at most a sum.
const phone = /^\+\d[\d ().-]{5,20}\d$/;
const withoutGuards = (text: string) => text.replace(/^'+/, '');

/** Numbers and `plain` texts of the program itself are written as they are; other texts are guarded. */
export type CsvCell = string | number | null | { plain: string };

/**
 * Returns a text that spreadsheets show as it is: an apostrophe precedes anything that looks like a formula, or like a
 * guarded one.
 */
export function escapeFormula(text: string): string {
  return formula.test(withoutGuards(text)) && !phone.test(text) ? `'${text}` : text;
}

/** Returns the text that `escapeFormula` was given. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formula.test(withoutGuards(cell)) ? cell.slice(1) : cell;
}

function toText(cell: CsvCell): string {
  if (typeof cell === 'string') return escapeFormula(cell);
  return cell !== null && typeof cell === 'object' ? cell.plain : String(cell ?? '');
}

/** Formats one row of CSV (RFC 4180) without its line end; `quoteAll: false` quotes only the cells that need it. */
export function formatCsvRow(cells: readonly CsvCell[], { quoteAll = true } = {}): string {
  return cells
    .map(toText)
    .map((text) => (quoteAll || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',');
}

/** Comes before CSV for spreadsheets: without it Excel takes UTF-8 for another encoding. */
export const byteOrderMark = '\uFEFF';

/** Formats rows as CSV: every cell quoted, CRLF after each row. */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${formatCsvRow(row)}\r\n`).join('');
}

/**
 * Whether cells are separated by semicolons, as Excel expects in many countries. The choice is a cookie, so that it applies
 * to every export.
 */
export const hasSemicolons = (cookies = ''): boolean => /(?:^|;\s*)csv=semicolon/.test(cookies);

/** Returns a function that puts semicolons between the cells of `formatCsv`, piece by piece. */
export function createSemicolonWriter(): (text: string) => string {
  let isQuoted = false;
  return (text) =>
    text.replace(/[",]/g, (mark) => {
      if (mark === '"') isQuoted = !isQuoted;
      return mark === ',' && !isQuoted ? ';' : mark;
    });
}
