import { dot } from './cholesky.ts';
import { type BiasFit, createPanel, fitJudgeBias, listComponents, type ScoreRecord } from './judge-bias.ts';

// The 90% quantile of the normal distribution: two teams closer than this many deviations are tied.
const clear = 1.2815515655446004;
const equal = 1e-9;
const prizes = 3;

/** A team in the adjusted view; scores in points, ranks from 1, `chanceTop3` from 0 to 1. */
export interface AdjustedTeam {
  team: number;
  judges: number;
  raw: number;
  score: number;
  se: number;
  rank: number;
  bestRank: number;
  worstRank: number;
  tiedWithLeader: boolean;
  chanceTop3: number;
  component: number;
}

export interface AdjustedResults {
  rho: number;
  sigma: number;
  /** The number of groups of judges without a team in common; the order between groups is unknown. */
  components: number;
  judges: { judge: string; lenience: number; component: number }[];
  teams: AdjustedTeam[];
}

/**
 * Computes the adjusted scores of one track from records in the order in which they were made: each judge's lenience,
 * measured only against judges of the same teams, is subtracted (the model and its formula: `judge-bias.ts`). Adds
 * uncertainty, ranks, ties and top 3 probabilities.
 */
export function computeAdjustedView(records: readonly ScoreRecord[]): AdjustedResults {
  const panel = createPanel(records);
  if (panel.size === 0) return { rho: 0, sigma: 0, components: 0, judges: [], teams: [] };
  const groups = listComponents(panel);
  const fit = fitJudgeBias(panel);
  const errors = computeStandardErrors(fit);
  const probabilities = computeChancesOfTop(prizes, fit.adjusted, errors);
  const { adjusted, raw } = fit;
  const order = panel.teams
    .map((_, team) => team)
    .sort((a, b) => descending(adjusted[a]!, adjusted[b]!) || descending(raw[a]!, raw[b]!) || a - b);
  const ranks = new Map(order.map((team, at) => [team, at + 1]));
  const leader = order[0]!;
  const above = new Int32Array(order.length);
  const below = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++)
    for (let m = 0; m < i; m++) {
      if (areTied(fit, i, m, clear)) continue;
      const [better, worse] = adjusted[i]! > adjusted[m]! ? [i, m] : [m, i];
      above[worse]! += 1;
      below[better]! += 1;
    }
  const teams = panel.teams.map((number, team) => {
    return {
      team: number,
      judges: panel.byTeam[team]!.length,
      raw: raw[team]!,
      score: adjusted[team]!,
      se: errors[team]!,
      rank: ranks.get(team)!,
      bestRank: 1 + above[team]!,
      worstRank: panel.teams.length - below[team]!,
      tiedWithLeader: areTied(fit, team, leader, clear),
      chanceTop3: probabilities[team]!,
      component: groups[panel.byTeam[team]![0]!.judge]!,
    };
  });
  return {
    rho: fit.rho,
    sigma: fit.sigma,
    components: new Set(groups).size,
    judges: panel.judges.map((judge, at) => ({ judge, lenience: fit.lenience[at]!, component: groups[at]! })),
    teams,
  };
}

function descending(a: number, b: number): number {
  return Math.abs(a - b) <= equal ? 0 : b - a;
}

/**
 * Returns whether two teams' adjusted scores are within `clear` standard deviations of their difference. The judges' part
 * of the deviation is computed only where the rest does not decide.
 */
function areTied({ adjusted, sigma, weightSums, spread }: BiasFit, i: number, m: number, clear: number) {
  const apart = ((adjusted[i]! - adjusted[m]!) / (clear * sigma)) ** 2;
  let squared = 1 / weightSums[i]! + 1 / weightSums[m]!;
  const a = spread[i]!;
  const b = spread[m]!;
  for (let k = 0; k < a.length && squared < apart; k++) squared += (a[k]! - b[k]!) ** 2;
  return apart <= squared;
}

/** Returns the standard errors of the adjusted scores relative to the field, in points. */
function computeStandardErrors({ sigma, weightSums, spread }: BiasFit): Float64Array {
  const teams = weightSums.length;
  if (teams === 1)
    return Float64Array.of(sigma * Math.sqrt(1 / weightSums[0]! + dot(spread[0]!, spread[0]!)));
  const center = new Float64Array(spread[0]?.length ?? 0);
  for (const row of spread) for (let k = 0; k < center.length; k++) center[k]! += row[k]! / teams;
  const inverseSum = weightSums.reduce((sum, weight) => sum + 1 / weight, 0);
  return Float64Array.from(spread, (row, team) => {
    let squared = 0;
    for (let k = 0; k < center.length; k++) squared += (row[k]! - center[k]!) ** 2;
    return sigma * Math.sqrt((1 / weightSums[team]!) * (1 - 2 / teams) + inverseSum / teams ** 2 + squared);
  });
}

const candidates = 30;
const nodes = 25;

/** The normal distribution function (Abramowitz and Stegun 7.1.26, absolute error below 1.5e-7). */
function normal(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2);
  const poly =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = 0.5 * poly * Math.exp((-x * x) / 2);
  return x >= 0 ? 1 - tail : tail;
}

/**
 * Returns each team's probability of being among the best `places`: scores are shrunk toward the mean by their
 * uncertainty, and the number of better teams is Poisson-binomial at 25 points of each team's distribution.
 */
function computeChancesOfTop(places: number, adjusted: Float64Array, errors: Float64Array): Float64Array {
  const teams = adjusted.length;
  if (teams <= places) return new Float64Array(teams).fill(1);
  const mean = adjusted.reduce((sum, value) => sum + value, 0) / teams;
  const variance = adjusted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (teams - 1);
  const noise = errors.reduce((sum, error) => sum + error ** 2, 0) / teams;
  const quality = teams === 1 ? 100 : Math.max(4, variance - noise);
  const posterior = Array.from(adjusted, (value, team) => {
    const trust = quality / (quality + errors[team]! ** 2);
    return { team, mean: mean + trust * (value - mean), deviation: errors[team]! * Math.sqrt(trust) };
  });
  const field = posterior
    .toSorted((a, b) => b.mean + 2 * b.deviation - (a.mean + 2 * a.deviation) || a.team - b.team)
    .slice(0, candidates);
  const probabilities = new Float64Array(teams);
  for (const own of field) {
    let total = 0;
    let reached = 0;
    for (let node = 0; node < nodes; node++) {
      const z = -4 + (8 * (node + 0.5)) / nodes;
      const weight = Math.exp((-z * z) / 2);
      const x = own.mean + own.deviation * z;
      total += weight;
      reached += weight * atMost(places - 1, field, own.team, x);
    }
    probabilities[own.team] = reached / total;
  }
  return probabilities;
}

/** Returns the probability that at most `limit` of the others lie above `x`. */
function atMost(
  limit: number,
  field: readonly { team: number; mean: number; deviation: number }[],
  self: number,
  x: number,
): number {
  const counts = new Float64Array(limit + 1);
  counts[0] = 1;
  for (const other of field) {
    if (other.team === self) continue;
    const above = normal((other.mean - x) / other.deviation);
    for (let k = limit; k >= 0; k--)
      counts[k] = counts[k]! * (1 - above) + (k > 0 ? counts[k - 1]! * above : 0);
  }
  return counts.reduce((sum, probability) => sum + probability, 0);
}
