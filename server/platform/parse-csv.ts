/**
 * Returns the rows of a CSV text that have any content, each cell without its quotes. Throws an Error for a quote that is
 * never closed, and for more than `maxRows` rows, empty ones included.
 */
export function parseCsv(text: string, { maxRows = Number.POSITIVE_INFINITY } = {}): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const source = text.replace(/^\uFEFF/, '');
  while (cell.lastIndex < source.length) {
    const at = cell.lastIndex;
    const match = cell.exec(source);
    if (!match) throw new Error(`The CSV cannot be read from "${source.slice(at, at + 20)}" on.`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',' && cell.lastIndex < source.length) continue;
    if (match[3] === ',') row.push('');
    rows.push(row);
    if (rows.length > maxRows) throw new Error(`The CSV has more than ${maxRows} rows.`);
    row = [];
  }
  return rows.filter((cells) => cells.some((content) => content.trim() !== ''));
}
