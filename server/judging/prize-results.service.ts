import type { PrizeRanking } from '../../contract/prize-judging.ts';
import { listJudgedPrizes } from '../../contract/prizes.ts';
import { computeRanks } from '../../contract/ranking.ts';
import type { Services } from '../services.ts';
import { computeAdjustedView } from './adjusted-view.ts';
import { selectEnteredProjects, selectPrizeScores } from './prize-judging.queries.ts';

type Needs = Pick<Services, 'db' | 'event'>;
type Score = Awaited<ReturnType<typeof selectPrizeScores>>[number];

/** Returns the average of totals with one decimal, rounded half away from zero, exactly as the database does for tracks. */
function computeAverage(totals: readonly number[]): number {
  const tenths = totals.reduce((sum, total) => sum + Math.round(total * 10), 0);
  return Math.floor((2 * tenths + totals.length) / (2 * totals.length)) / 10;
}

async function rankPrize({ db }: Needs, prize: string): Promise<PrizeRanking['projects']> {
  const entered = await selectEnteredProjects(db, prize);
  const numbers = new Map(entered.map(({ id }, at) => [id, at + 1]));
  const scores = (await selectPrizeScores(db, prize)).filter(({ project }) => numbers.has(project));
  const adjusted = new Map(
    computeAdjustedView(
      scores.map(({ judgeName, project, total }) => ({
        judge: judgeName,
        team: numbers.get(project)!,
        total: Number(total),
      })),
    ).teams.map((team) => [team.team, team]),
  );
  const latest = Map.groupBy(
    [...new Map(scores.map((score) => [`${score.judgeId} ${score.project}`, score])).values()],
    ({ project }) => project,
  );
  const ranked = entered
    .filter(({ id }) => latest.has(id))
    .map((project) => {
      const own: Score[] = latest.get(project.id)!;
      const average = computeAverage(own.map(({ total }) => Number(total)));
      const judges = Object.fromEntries(own.map(({ judgeName, total }) => [judgeName, Number(total)]));
      return { ...project, average, judges, rankedAs: numbers.get(project.id)! };
    })
    .sort((a, b) => b.average - a.average || a.rankedAs - b.rankedAs);
  const ranks = computeRanks(
    ranked.map(({ average, rankedAs }) => ({
      team_number: rankedAs,
      avg_total_score: average,
      special_categories_avg: {},
    })),
  );
  return ranked.map(({ id, teamNumber, title, team, average, judges, rankedAs }) => {
    const { rank: place, tied } = ranks.get(rankedAs)!;
    const { judges: _judges, raw: _raw, team: _team, ...view } = adjusted.get(rankedAs)!;
    return { _id: id, teamNumber, title, team, place, tied, average, judges, adjusted: view };
  });
}

/** Returns the prizes with judges of their own, each with its scored projects by average. */
export async function listPrizeRankings(services: Needs): Promise<PrizeRanking[]> {
  const rankings: PrizeRanking[] = [];
  for (const { key, label, judgedBy } of listJudgedPrizes(services.event))
    rankings.push({ key, label, judgedBy, projects: await rankPrize(services, key) });
  return rankings;
}
