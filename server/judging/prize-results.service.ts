import type { PrizeRanking } from '../../contract/judging/prize-judging.ts';
import { rankByAverage } from '../../contract/judging/ranking.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import { computeAdjustedView } from '../../packages/judge-bias/adjusted-view.ts';
import type { Services } from '../platform/services.ts';
import { selectEnteredProjects, selectPrizeScores } from './prize-judging.queries.ts';

type Needs = Pick<Services, 'db' | 'event'>;

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
  const scored = entered
    .filter(({ id }) => latest.has(id))
    .map((project) => ({
      ...project,
      judges: Object.fromEntries(
        latest.get(project.id)!.map(({ judgeName, total }) => [judgeName, Number(total)]),
      ),
    }));
  return rankByAverage(scored, ({ judges }) => Object.values(judges)).map(
    ({ entry: { id, teamNumber, title, team, judges }, ...ranked }) => {
      const { judges: _judges, raw: _raw, team: _team, ...view } = adjusted.get(numbers.get(id)!)!;
      return { _id: id, teamNumber, title, team, ...ranked, judges, adjusted: view };
    },
  );
}

/** Returns the prizes with judges of their own, each with its scored projects by average. */
export async function listPrizeRankings(services: Needs): Promise<PrizeRanking[]> {
  const rankings: PrizeRanking[] = [];
  for (const { key, label, judgedBy } of listJudgedPrizes(services.event))
    rankings.push({ key, label, judgedBy, projects: await rankPrize(services, key) });
  return rankings;
}
