import { fitJudgeBias } from './judge-bias.ts';
import { createPanel, findComponents, type ScoreRecord } from './score-records.ts';
import { areTied, computeChancesOfTop, computeStandardErrors } from './uncertainty.ts';

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

interface AdjustedResults {
  rho: number;
  sigma: number;
  /** The number of groups of judges without a team in common; the order between groups is unknown. */
  components: number;
  judges: { judge: string; lenience: number; component: number }[];
  /** By team number. */
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
  const groups = findComponents(panel);
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
      tiedWithLeader: team === leader || areTied(fit, team, leader, clear),
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
