import { expect, test } from 'vitest';
import { rankByAverage } from './ranking.ts';

const rank = (entries: Record<string, number[]>) =>
  rankByAverage(Object.keys(entries), (name) => entries[name]!).map(
    ({ entry, rank, tied, average, precise }) => [
      `${rank}${tied ? '=' : ''} ${entry}`,
      average,
      ...(precise ? [precise] : []),
    ],
  );

test('the second decimal decides ranks, and is given where the first one does not show why', () => {
  expect(
    rank({ low: [84, 84.4, 84.1, 84.2, 84.1], high: [84.2, 84.4, 84.2, 84.2, 84.2], far: [50, 51] }),
  ).toEqual([
    ['1 high', 84.2, '84.24'],
    ['2 low', 84.2, '84.16'],
    ['3 far', 50.5],
  ]);
});

test('averages that are equal to two decimals share a rank, whatever is beyond them', () => {
  expect(rank({ a: [1], b: [84.2, 84.2, 84.3], c: [1, 1] })).toEqual([
    ['1 b', 84.2],
    ['2= a', 1],
    ['2= c', 1],
  ]);
  // 84.2333… from three judges, and 84.233 from three hundred.
  const totals = (count: number, above: number) =>
    Array.from({ length: count }, (_, at) => (at < above ? 84.3 : 84.2));
  expect(rank({ a: totals(3, 1), b: totals(300, 99) }).map(([shown]) => shown)).toEqual(['1= a', '1= b']);
});
