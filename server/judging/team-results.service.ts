import type { PrizeRanking, Score, TeamAggregate } from '../../contract/judging/judging.ts';
import * as contract from '../../contract/judging/judging.ts';
import { usualRubric } from '../../contract/judging/judging-tracks.ts';
import { listMarks, rankTeams } from '../../contract/judging/ranking.ts';
import { limits } from '../../contract/limits.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import { type AdjustedTeam, computeAdjustedView } from '../../packages/judge-bias/adjusted-view.ts';
import { createSerializer, SerializedResponse } from '../platform/http/responses.ts';
import type { Services } from '../platform/services.ts';
import { countScoreChanges, type ReviewedScore, selectReviewedScores } from './scores.queries.ts';
import { toScore } from './scores.service.ts';
import { selectTableProjects, selectTables } from './tables.queries.ts';

/** A team's results; `average2` is its average with two decimals. */
export interface TeamResult extends TeamAggregate {
  average2: string;
}

type TeamOwnResult = Omit<TeamResult, 'adjusted'>;
const toRubric = ({ track, prize }: Pick<ReviewedScore, 'track' | 'prize'>) => prize ?? track;

/** The results at one moment. */
interface Results {
  /** The number of changes that they include. */
  count: number;
  teams: TeamResult[];
}

function computeView(rubric: string, scores: readonly ReviewedScore[]): Map<number, AdjustedTeam> {
  const records = scores
    .filter((score) => toRubric(score) === rubric && !score.voidedAt)
    .map(({ judgeName, teamNumber, total }) => ({ judge: judgeName, team: teamNumber, total }));
  return new Map(computeAdjustedView(records).teams.map((team) => [team.team, team]));
}

function computeTeam(number: number, scores: readonly ReviewedScore[]): TeamOwnResult | undefined {
  const valid = scores.filter(({ voidedAt }) => !voidedAt);
  const [first] = valid;
  if (!first || first.average === null || first.average2 === null) return undefined;
  const counting = scores.filter(({ counts }) => counts);
  return {
    team_names: [...new Set(valid.map(({ teamName }) => teamName.toLowerCase()))],
    team_number: number,
    track: first.track,
    tracks: [...new Set(valid.map(({ track }) => track))],
    avg_total_score: first.average,
    judge_count: counting.length,
    judge_breakdown: Object.fromEntries(counting.map(({ judgeName, total }) => [judgeName, total])),
    special_categories_avg: first.specials ?? {},
    all_scores: scores.map(toScore).reverse(),
    average2: first.average2,
  };
}

/** Returns the teams that have a valid score, as `rankTeams` ranks them. `scores` are all of them, oldest first. */
function computeResults(scores: readonly ReviewedScore[]): TeamResult[] {
  const teams = [...Map.groupBy(scores, ({ teamNumber }) => teamNumber)].map(([number, list]) =>
    computeTeam(number, list),
  );
  const views = new Map(
    [...new Set(scores.map(toRubric))].map((rubric) => [rubric, computeView(rubric, scores)]),
  );
  return rankTeams(teams.filter((team) => team !== undefined)).map(({ entry: own }) => {
    const view = views.get(toRubric({ track: own.track, prize: own.all_scores[0]!.prize ?? null }))!;
    const { judges: _judges, raw: _raw, team: _team, ...adjusted } = view.get(own.team_number)!;
    return { ...own, adjusted };
  });
}

// Scores are only added or voided, and judges renamed: while the number of these changes is equal, so are the results.
const latestResults = new WeakMap<Services['db'], Results>();

async function getResults({ db }: Pick<Services, 'db'>): Promise<Results> {
  const before = latestResults.get(db);
  if (before && before.count === (await countScoreChanges(db))) return before;
  const { count, scores } = await selectReviewedScores(db);
  const results = { count, teams: computeResults(scores) };
  latestResults.set(db, results);
  return results;
}

/** Returns the teams at one moment, best average first, equal averages by team number. */
export async function getTeamResults(services: Pick<Services, 'db'>): Promise<TeamResult[]> {
  return (await getResults(services)).teams;
}

const serialize = createSerializer(contract.listTeamScores.response);
const responses = new WeakMap<Results, { titles: string; response: SerializedResponse }>();

/** Returns the teams as JSON, serialized once until a score or a title changes: 300 teams are 1.8 MB, which take 38 ms. */
export async function listTeamScores(services: Pick<Services, 'db'>): Promise<SerializedResponse> {
  const results = await getResults(services);
  const projects = new Map(
    (await selectTableProjects(services.db)).map(({ number, title }) => [number, title]),
  );
  const titles = JSON.stringify([...projects]);
  const cached = responses.get(results);
  if (cached?.titles === titles) return cached.response;
  const teams = results.teams.map((team) => {
    const project = projects.get(team.team_number);
    return project ? { ...team, project } : team;
  });
  const response = new SerializedResponse(serialize(teams));
  responses.set(results, { titles, response });
  return response;
}

/** Returns every score, newest first. */
export async function listScores({ db }: Pick<Services, 'db'>): Promise<Score[]> {
  return (await selectReviewedScores(db)).scores.map(toScore).reverse();
}

/** Returns the prizes with their own judges, each with its entered and scored projects by average. */
export function listPrizeRankings({ db, event }: Pick<Services, 'db' | 'event'>): Promise<PrizeRanking[]> {
  return Promise.all(
    listJudgedPrizes(event).map(async ({ key, label, judgedBy }) => {
      const entered = (await selectTableProjects(db)).filter(({ prizes }) => prizes.includes(key));
      const projects = new Map(entered.map((project) => [project.number, project]));
      const { scores } = await selectReviewedScores(db, key);
      const results = computeResults(scores.filter(({ teamNumber }) => projects.has(teamNumber)));
      const ranking = rankTeams(results).map(({ entry, rank: place, ...ranked }) => {
        const { team_number: teamNumber, adjusted } = entry;
        const { id, title, team } = projects.get(teamNumber)!;
        return { _id: id, teamNumber, title, team, place, ...ranked, marks: listMarks(entry), adjusted };
      });
      return { key, label, judgedBy, projects: ranking };
    }),
  );
}

/**
 * Returns the special categories that tables in use have entered, with the tables that too few judges have scored in them.
 */
export async function listCategoryProgress({ db, event }: Pick<Services, 'db' | 'event'>) {
  if (!event.projects || event.specialCategories.length === 0) return [];
  const teams = new Map((await getTeamResults({ db })).map((team) => [team.team_number, team]));
  const prizes = new Map((await selectTableProjects(db)).map((project) => [project.number, project.prizes]));
  const tables = (await selectTables(db)).filter(({ track }) => track === usualRubric);
  return event.specialCategories.flatMap(({ key, label }) => {
    const entered = tables
      .map(({ teamNumber }) => teamNumber)
      .filter((number) => prizes.get(number)?.includes(key));
    const unscored = entered.filter((number) => {
      const team = teams.get(number);
      return !team || listMarks(team, key).length < limits.judging.scoresPerCategory;
    });
    return entered.length > 0 ? [{ label, entered: entered.length, unscored }] : [];
  });
}
