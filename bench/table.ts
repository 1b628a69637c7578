/** One result beside its floor, and whether it meets its bar. */
export interface Result {
  work: string;
  ours: string;
  floor: string;
  bar: string;
  met: boolean;
}

export function printTable(results: Result[]): void {
  const rows = [
    ['work', 'ours', 'floor', 'bar', ''],
    ...results.map(({ work, ours, floor, bar, met }) => [work, ours, floor, bar, met ? 'met' : 'MISSED']),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}\n`);
}
