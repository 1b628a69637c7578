import { dot, factorize, logDeterminant, solve, solveForward, zeros } from './cholesky.ts';

/** A judge's total for a team, in points from 0 to 100. */
export interface ScoreRecord {
  judge: string;
  team: number;
  total: number;
}

/** One judge's last total for one team, by positions in `Panel.judges` and `Panel.teams`. */
interface PanelEntry {
  judge: number;
  team: number;
  total: number;
}

/** The records of one track as the estimator sees them: teams by number, judges by name, the last record per pair. */
interface Panel {
  judges: string[];
  teams: number[];
  /** The entries of each team, by judge. */
  byTeam: PanelEntry[][];
  size: number;
}

/** Groups records into a panel; of several by one judge for one team the last wins. */
export function createPanel(records: readonly ScoreRecord[]): Panel {
  const last = new Map<string, ScoreRecord>();
  for (const record of records) last.set(`${record.team} ${record.judge}`, record);
  const latest = [...last.values()];
  const judges = [...new Set(latest.map((record) => record.judge))].sort(byCodeUnit);
  const teams = [...new Set(latest.map((record) => record.team))].sort((a, b) => a - b);
  const judgeAt = new Map(judges.map((judge, at) => [judge, at]));
  const teamAt = new Map(teams.map((team, at) => [team, at]));
  const byTeam: PanelEntry[][] = teams.map(() => []);
  for (const { judge, team, total } of latest) {
    const entry = { judge: judgeAt.get(judge)!, team: teamAt.get(team)!, total };
    byTeam[entry.team]!.push(entry);
  }
  for (const entries of byTeam) entries.sort((a, b) => a.judge - b.judge);
  return { judges, teams, byTeam, size: latest.length };
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns each judge's group: judges who share a team, directly or through others, are connected. */
export function listComponents({ judges, byTeam }: Panel): number[] {
  const parent = judges.map((_, judge) => judge);
  const root = (judge: number): number => (parent[judge] === judge ? judge : root(parent[judge]!));
  for (const [first, ...others] of byTeam)
    for (const other of others) {
      const [a, b] = [root(first!.judge), root(other.judge)].sort((x, y) => x - y);
      parent[b!] = a!;
    }
  const numbers = new Map<number, number>();
  return judges.map((_, judge) => {
    const group = root(judge);
    if (!numbers.has(group)) numbers.set(group, numbers.size);
    return numbers.get(group)!;
  });
}

// Candidate ratios of bias to noise, over which the estimate is averaged.
const ratios = [0.1, 0.14, 0.2, 0.28, 0.4, 0.56, 0.8, 1.12, 1.6, 2.24, 3.2];
const prior = { degrees: 4, noise: 8 };
const robust = { threshold: 2, rounds: 5 };

/** The fitted model: everything in points, teams and judges by their position in the panel. */
export interface BiasFit {
  /** Judges' lenience relative to the others who scored the same teams. */
  lenience: Float64Array;
  adjusted: Float64Array;
  raw: Float64Array;
  /** Bias-to-noise ratio. */
  rho: number;
  /** Standard deviation of a single score around its team and judge. */
  sigma: number;
  weightSums: Float64Array;
  /** For each team, the weights of its scores over the judges after L⁻¹: covariances are dot products of these. */
  spread: Float64Array[];
}

// Indexed loops: iterators make these several times slower.

/** Computes the normal equations of the judges' leniences with the team levels eliminated. */
function normalEquations({ judges, byTeam }: Panel, weights: Float64Array[]) {
  const c = zeros(judges.length);
  const r = new Float64Array(judges.length);
  const sums = new Float64Array(byTeam.length);
  const means = new Float64Array(byTeam.length);
  let squares = 0;
  for (const [team, entries] of byTeam.entries()) {
    const w = weights[team]!;
    for (let at = 0; at < entries.length; at++) {
      sums[team]! += w[at]!;
      means[team]! += w[at]! * entries[at]!.total;
    }
    means[team]! /= sums[team]!;
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at]!;
      const deviation = entry.total - means[team]!;
      r[entry.judge]! += w[at]! * deviation;
      squares += w[at]! * deviation * deviation;
      c[entry.judge]![entry.judge]! += w[at]!;
      const row = c[entry.judge]!;
      const share = w[at]! / sums[team]!;
      // Entries come by judge, so this is the lower half.
      for (let other = 0; other <= at; other++) row[entries[other]!.judge]! -= share * w[other]!;
    }
  }
  for (let j = 0; j < c.length; j++) for (let l = 0; l < j; l++) c[l]![j] = c[j]![l]!;
  return { c, r, squares, sums, means };
}

/** Estimates the bias-to-noise ratio: its logarithm averaged over the candidates by their marginal likelihood. */
function estimateRatio({ c, r, squares }: ReturnType<typeof normalEquations>, degrees: number): number {
  const likelihoods = ratios.map((ratio) => {
    const ridge = 1 / ratio ** 2;
    const lower = factorize(c, ridge);
    const rest = Math.max(0, squares - dot(r, solve(lower, r)));
    return (
      -0.5 *
      (logDeterminant(lower) -
        r.length * Math.log(ridge) +
        degrees * Math.log(rest + prior.degrees * prior.noise ** 2))
    );
  });
  const best = Math.max(...likelihoods);
  const shares = likelihoods.map((likelihood) => Math.exp(likelihood - best));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return Math.exp(shares.reduce((sum, share, at) => sum + share * Math.log(ratios[at]!), 0) / total);
}

/**
 * Fits lenience-corrected averages: y = team (fixed) + judge (random, sd ρσ) + noise, solved by generalized least squares
 * with five rounds of Huber weights. Each judge is compared only with judges of the same teams. The additive model is that of
 * Roos, Rothe and Scheuermann (AAAI 2011) and Kuhlisch et al. (Metrika 79, 2016).
 */
export function fitJudgeBias(panel: Panel): BiasFit {
  const { byTeam, size } = panel;
  const weights = byTeam.map((entries) => new Float64Array(entries.length).fill(1));
  let normal = normalEquations(panel, weights);
  const raw = normal.means;
  const degrees = size - byTeam.length + prior.degrees;
  const rho = estimateRatio(normal, degrees);
  const ridge = 1 / rho ** 2;
  let lower = factorize(normal.c, ridge);
  let lenience = solve(lower, normal.r);
  const rest = Math.max(0, normal.squares - dot(normal.r, lenience));
  const sigma = Math.sqrt((rest + prior.degrees * prior.noise ** 2) / degrees);
  let adjusted = average(panel, weights, normal.sums, lenience);
  for (let round = 0; round < robust.rounds; round++) {
    for (const [team, entries] of byTeam.entries()) {
      if (entries.length < 2) continue;
      const limit = robust.threshold * sigma * Math.sqrt(1 - 1 / entries.length);
      for (let at = 0; at < entries.length; at++) {
        const entry = entries[at]!;
        const error = Math.abs(entry.total - lenience[entry.judge]! - adjusted[team]!);
        weights[team]![at] = error <= limit ? 1 : limit / error;
      }
    }
    normal = normalEquations(panel, weights);
    lower = factorize(normal.c, ridge);
    lenience = solve(lower, normal.r);
    adjusted = average(panel, weights, normal.sums, lenience);
  }
  const spread = byTeam.map((entries, team) => {
    const share = new Float64Array(lenience.length);
    for (const [at, entry] of entries.entries())
      share[entry.judge] = weights[team]![at]! / normal.sums[team]!;
    return solveForward(lower, share);
  });
  return { lenience, adjusted, raw, rho, sigma, weightSums: normal.sums, spread };
}

function average(
  { byTeam }: Panel,
  weights: Float64Array[],
  sums: Float64Array,
  lenience: Float64Array,
): Float64Array {
  return Float64Array.from(byTeam, (entries, team) => {
    let sum = 0;
    for (let at = 0; at < entries.length; at++)
      sum += weights[team]![at]! * (entries[at]!.total - lenience[entries[at]!.judge]!);
    return sum / sums[team]!;
  });
}
