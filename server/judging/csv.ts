/** The rows of a CSV text, cells with their quotes taken off. Throws for a quote that is never closed. */
export function parseCsv(text: string): string[][] {
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
    row = [];
  }
  return rows.filter((cells) => cells.some((content) => content.trim() !== ''));
}

/** A line of CSV; only what needs quotes has them. */
export function formatCsvLine(cells: readonly string[]): string {
  return cells.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',');
}
