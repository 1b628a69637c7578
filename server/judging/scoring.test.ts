import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weightedTotal } from '../../contract/judging/ranking.ts';
import { defaultEvent } from '../testing/default-event.ts';

const { hacker = [], startup = [] } = defaultEvent.rubric;

test('totals equal an independent computation in whole numbers, on 10,000 vectors of each track', () => {
  for (const criteria of [hacker, startup])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 5, maxLength: 5 }), (vector) => {
        const scores = Object.fromEntries(criteria.map(({ key }, at) => [key, vector[at] ?? 0]));
        const tenths = criteria.map(({ weight }, at) => BigInt(weight) * BigInt(vector[at] ?? 0));
        const sum = tenths.reduce((a, b) => a + b, 0n);
        expect(String(weightedTotal(criteria, scores))).toBe(
          sum % 10n === 0n ? `${sum / 10n}` : `${sum / 10n}.${sum % 10n}`,
        );
      }),
      { numRuns: 10_000 },
    );
});

test('the ends, and what is not scored yet', () => {
  const all = (value: number) => Object.fromEntries(hacker.map(({ key }) => [key, value]));
  expect(weightedTotal(hacker, all(10))).toBe(100);
  expect(weightedTotal(hacker, all(0))).toBe(0);
  expect(weightedTotal(hacker, { innovation: 7 })).toBe(17.5);
});
