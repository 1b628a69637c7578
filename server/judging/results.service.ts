import type { JudgingTrack, Score, TeamAggregate } from '../../contract/judging.ts';
import type { Services } from '../services.ts';
import { type AdjustedTeam, adjustedView } from './adjusted.ts';
import { countScores, type ReviewedScore, reviewedScores } from './review.queries.ts';
import { scoreView } from './scores.service.ts';

/** A team's results, with its average to two decimals for the table. */
export interface TeamResult extends TeamAggregate {
  average2: string;
}

const tracks = ['hacker', 'startup'] as const;

function adjustedByTrack(scores: readonly ReviewedScore[]): Record<JudgingTrack, Map<number, AdjustedTeam>> {
  const [hacker, startup] = tracks.map((track) => {
    const records = scores
      .filter((score) => score.track === track)
      .map(({ judgeName, teamNumber, total }) => ({ judge: judgeName, team: teamNumber, total }));
    return new Map(adjustedView(records).teams.map((team) => [team.team, team]));
  });
  return { hacker: hacker!, startup: startup! };
}

function aggregate(
  number: number,
  scores: readonly ReviewedScore[],
  adjusted: Record<JudgingTrack, Map<number, AdjustedTeam>>,
): TeamResult {
  const first = scores[0]!;
  const counting = scores.filter(({ counts }) => counts);
  const { judges: _judges, raw: _raw, team: _team, ...view } = adjusted[first.track].get(number)!;
  return {
    team_names: [...new Set(scores.map(({ teamName }) => teamName.toLowerCase()))],
    team_number: number,
    track: first.track,
    tracks: tracks.filter((track) => scores.some((score) => score.track === track)),
    avg_total_score: first.average,
    judge_count: counting.length,
    judge_breakdown: Object.fromEntries(counting.map(({ judgeName, total }) => [judgeName, total])),
    special_categories_avg: first.specials ?? {},
    all_scores: scores.map(scoreView).reverse(),
    adjusted: view,
    average2: first.average2,
  };
}

// Scores are only ever added: while their number is the same, so is everything that comes of them.
const known = new WeakMap<Services['db'], { count: number; results: TeamResult[] }>();

/** The teams by average, the best first, all of one moment; equal averages by team number. */
export async function teamResults({ db }: Pick<Services, 'db'>): Promise<TeamResult[]> {
  const before = known.get(db);
  if (before && before.count === (await countScores(db))) return before.results;
  const scores = await reviewedScores(db);
  const results = resultsOf(scores);
  known.set(db, { count: scores.length, results });
  return results;
}

function resultsOf(scores: readonly ReviewedScore[]): TeamResult[] {
  const adjusted = adjustedByTrack(scores);
  const byTeam = Map.groupBy(scores, ({ teamNumber }) => teamNumber);
  return [...byTeam]
    .sort(([a, [x]], [b, [y]]) => y!.exact - x!.exact || a - b)
    .map(([number, list]) => aggregate(number, list, adjusted));
}

/** Every score, newest first. */
export async function allScores({ db }: Pick<Services, 'db'>): Promise<Score[]> {
  return (await reviewedScores(db)).map(scoreView).reverse();
}
