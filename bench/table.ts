/** One result beside its baseline, and whether it meets its bar. */
export interface Result {
  work: string;
  ours: string;
  baseline: string;
  bar: string;
  met: boolean;
}

/** Returns a result whose figure must not exceed the bar. */
export function atMost(work: string, figure: number, bar: number, unit: string, baseline = ''): Result {
  const ours = `${Number(figure.toPrecision(3))} ${unit}`;
  return { work, ours, baseline, bar: `≤ ${bar} ${unit}`, met: figure <= bar };
}

/** Returns the quantile of values, by default the median; NaN without values. */
export function quantile(values: number[], share = 0.5): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
}

export async function time(action: () => unknown): Promise<number> {
  const began = performance.now();
  await action();
  return performance.now() - began;
}

export function printTable(results: Result[]): void {
  const rows = [
    ['work', 'ours', 'baseline', 'bar', ''],
    ...results.map((one) => [one.work, one.ours, one.baseline, one.bar, one.met ? 'met' : 'MISSED']),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}\n`);
}
