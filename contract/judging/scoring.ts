/** A criterion of a rubric; weights are whole percent and add up to 100. */
interface Weighted {
  key: string;
  weight: number;
}

/**
 * Returns the weighted total of whole scores from 0 to 10, in points from 0 to 100, exact to one decimal because the sum is
 * in whole tenths. A criterion without a score counts 0.
 */
export function weightedTotal(
  criteria: readonly Weighted[],
  scores: Readonly<Record<string, number>>,
): number {
  return criteria.reduce((tenths, { key, weight }) => tenths + weight * (scores[key] ?? 0), 0) / 10;
}
