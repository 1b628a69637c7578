/** A criterion as far as arithmetic goes; weights are whole percent and add up to 100. */
interface Weighted {
  key: string;
  weight: number;
}

/**
 * The weighted total of whole scores from 0 to 10, in points from 0 to 100, exact to its one decimal: the sum is taken in
 * whole tenths. A criterion without a score counts 0.
 */
export function weightedTotal(
  criteria: readonly Weighted[],
  scores: Readonly<Record<string, number>>,
): number {
  return criteria.reduce((tenths, { key, weight }) => tenths + weight * (scores[key] ?? 0), 0) / 10;
}
