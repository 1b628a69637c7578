// What a spreadsheet would take for a formula, also behind white space and in full width.
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** A text that a spreadsheet shows as it is: one that looks like a formula gets an apostrophe ahead. */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Rows as CSV (RFC 4180): every cell quoted, CRLF between the rows. Numbers stay as they are; texts are guarded. */
export function formatCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) =>
    `"${(typeof value === 'string' ? escapeFormula(value) : String(value ?? '')).replaceAll('"', '""')}"`;
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
