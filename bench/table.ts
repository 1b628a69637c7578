/** One result beside its baseline, and whether it meets its bar. */
export interface Result {
  work: string;
  ours: string;
  baseline: string;
  bar: string;
  met: boolean;
}

/** Returns a result whose worst time, in milliseconds, must not exceed the bar. */
export function toWorstResult(work: string, taken: number[], bar: number): Result {
  const sorted = taken.map(Math.round).sort((one, other) => one - other);
  const worst = sorted.at(-1) ?? Number.NaN;
  return {
    work,
    ours: `median ${sorted[Math.floor(sorted.length / 2)]} ms, worst ${worst} ms of ${sorted.length}`,
    baseline: '',
    bar: `≤ ${bar} ms`,
    met: worst <= bar,
  };
}

export function printTable(results: Result[]): void {
  const rows = [
    ['work', 'ours', 'baseline', 'bar', ''],
    ...results.map(({ work, ours, baseline, bar, met }) => [
      work,
      ours,
      baseline,
      bar,
      met ? 'met' : 'MISSED',
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}\n`);
}
